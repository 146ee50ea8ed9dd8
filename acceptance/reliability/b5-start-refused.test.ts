import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cleanEnvironment,
  freePort,
  launch,
  type Portal,
  root,
  startPortal,
  waitForExit,
} from '../harness/portal.ts';
import { letters } from '../harness/random.ts';

const production = {
  PUBLIC_URL: 'https://certificates.university.example',
  SECRET: letters(48),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@university.example',
};

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.remove());

// FAULTS.md B5: "`DEMO=true` with a public PUBLIC_URL starts; production on the demo's data directory keeps the demo
// accounts" must become "refused, each with its sentence; demo mode marks the database that it writes, and production
// refuses a marked one".
describe('B5 demo and production', () => {
  test('B5: demo mode with a public address is refused', async () => {
    for (const [env, isDemo] of [
      [{ DEMO: 'true', PUBLIC_URL: production.PUBLIC_URL }, false],
      [{ PUBLIC_URL: 'https://demo.university.example' }, true],
      [{ PUBLIC_URL: 'http://192.0.2.7:3000' }, true],
    ] as const) {
      await expectRefused({ env, isDemo }, /demo/i);
    }
  });

  test('B5: production refuses a database that demo mode wrote', async () => {
    await portal.stop();
    await expectRefused({ env: production, isDemo: false, directory: portal.directory }, /demo/i);
    // The mark is in the database: it goes along when only the database is kept.
    await expectRefused(
      { env: { ...production, SECRET: letters(50) }, isDemo: false, directory: portal.directory },
      /demo/i,
    );
  });
});

// FAULTS.md A6: "older code starts silently on a newer database" must become "a newer database is refused with a
// sentence".
describe('A6 newer database', () => {
  test('A6: a database with a migration that these sources do not have is refused, and says that it is newer', async () => {
    await portal.stop();
    const again = await startPortal({ directory: portal.directory });
    await again.sql(
      "insert into migrations (name, sha256, applied_at) values ('9999-from-the-future.sql', $1, now())",
      ['f'.repeat(64)],
    );
    await again.stop();
    await expectRefused({ directory: portal.directory }, /newer|later version|does not know/i);
  });
});

// FAULTS.md A12: "`SERVICES=wbe` starts nothing and says nothing; the server without a web build serves no screens
// silently" must become "refuse, refuse".
describe('A12 settings', () => {
  test('A12: SERVICES=wbe is refused by name', async () => {
    for (const services of ['wbe', 'web,wroker', ',', letters(5)]) {
      await expectRefused({ env: { SERVICES: services } }, /SERVICES/);
    }
  });

  test('A12: a server that is to serve screens is refused without a web build', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-acceptance-'));
    for (const part of ['src', 'migrations', 'package.json', 'scripts'])
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    mkdirSync(path.join(folder, 'data'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/dev/main.ts'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 40_000,
      env: {
        ...cleanEnvironment(),
        PORT: String(await freePort()),
        DATA_DIRECTORY: path.join(folder, 'data'),
      },
    });
    rmSync(folder, { recursive: true, force: true });
    // `status` is null when it still ran after 40 s.
    expect(status, stdout + stderr).toBeGreaterThan(0);
    expect(stdout + stderr).toMatch(/screens|web build|vite build|dist/i);
  });
});

// FAULTS.md B8: "TRUST_PROXY unset behind a proxy makes the world one network and nothing says so" must become "the
// start warns".
describe('B8 proxy', () => {
  test('B8: a start with a public address and without TRUST_PROXY warns', async () => {
    const started = await launch({ env: production, isDemo: false });
    try {
      const until = Date.now() + 30_000;
      while (!/TRUST_PROXY/.test(started.log()) && started.exit() === undefined && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(started.log()).toMatch(/TRUST_PROXY/);
    } finally {
      await started.remove();
    }
  });
});

type Start = { env?: Record<string, string>; isDemo?: boolean; directory?: string };

/** It ends by itself, not with 0, and says why in a sentence: no stack of an exception. */
async function expectRefused(start: Start, sentence: RegExp): Promise<void> {
  const refused = await launch(start);
  const code = await waitForExit(refused, 20_000);
  if (start.directory) await refused.stop();
  else await refused.remove();
  expect(code, `it still runs: ${refused.log().slice(-500)}`).toBeDefined();
  expect(code).not.toBe(0);
  expect(refused.log()).toMatch(sentence);
  expect(refused.log()).not.toMatch(/^\s+at .+:\d+:\d+/m);
}
