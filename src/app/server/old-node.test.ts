import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const posing = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "18.20.4" })';

test.each(['start:production', 'migrate', 'doctor', 'backup', 'restore', 'staff:create-admin'])(
  'npm run %s says which Node it needs, before it loads anything',
  (name) => {
    const words = scripts[name]!.replace(/^exec /, '')
      .split(' ')
      .slice(1);
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', posing, ...words], {
      encoding: 'utf8',
      env: {},
    });
    expect(stdout + stderr).toMatch(/^Node 24 or newer is needed; .+ is v/);
    expect(status).toBe(1);
  },
);
