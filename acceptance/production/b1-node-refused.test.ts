import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, root } from '../harness/portal.ts';
import { digits, letters } from '../harness/random.ts';
import { read, trackedFiles } from '../harness/source.ts';

// The issue, done when 1: "Debian's own Node is refused with a clear message". Debian 12 has 18; any Node below 24 that the
// machine has (OLD_NODE, /usr/bin/node) has to be refused alike. Debian's own is tried in b1-install-long.

function oldNode(): string {
  const candidates = [process.env.OLD_NODE, '/usr/bin/node', '/usr/bin/nodejs', '/usr/local/bin/node'];
  for (const file of candidates) {
    if (!file || !existsSync(file)) continue;
    const major = Number(/v(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);
    if (major < 24) return file;
  }
  throw new Error('This test needs a Node older than 24: apt-get install -y nodejs, or OLD_NODE=/its/path.');
}

// What is started stands in the unit and in package.json, not here.
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const wordsOf = (line: string) => line.trim().split(/\s+/).slice(1);
const [, execStart] = /^ExecStart=(.*)$/m.exec(
  read(trackedFiles('deploy').find((file) => file.endsWith('dikshant.service'))!),
)!;

const ways: [string, string[]][] = [
  ['the entry that a unit starts', wordsOf(execStart!)],
  ['npm run migrate', wordsOf(scripts.migrate!)],
  ['npm run doctor', wordsOf(scripts.doctor!)],
  [
    'npm run staff:create-admin',
    [...wordsOf(scripts['staff:create-admin']!), 'a@university.example', 'Asha Rao'],
  ],
];

for (const [what, words] of ways) {
  test(`9.1: an old Node is refused with a clear message by ${what}`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-old-node-'));
    const { status, stdout, stderr } = spawnSync(oldNode(), words, {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
      env: {
        ...cleanEnvironment(),
        PATH: '/usr/bin:/bin',
        DATA_DIRECTORY: path.join(directory, 'data'),
        PORT: `4${digits(4)}`,
        PUBLIC_URL: 'https://certificates.university.example',
        SECRET: letters(40),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'office@university.example',
      },
    });
    const made = existsSync(path.join(directory, 'data'));
    rmSync(directory, { recursive: true, force: true });
    const said = stdout + stderr;
    expect(status, said).not.toBe(0);
    expect(said).toMatch(/node(\.js)?\b.{0,80}\b24\b|\b24\b.{0,80}node/i);
    expect(said, 'a sentence, no stack').not.toMatch(/SyntaxError|ERR_UNKNOWN_FILE_EXTENSION|^\s+at \S/m);
    expect(made, 'nothing was begun').toBe(false);
  });
}
