import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-service-'));
const dataDirectory = path.join(root, 'data');

for (const folder of ['bin', 'etc/dikshant', 'run', 'backups', 'data']) {
  mkdirSync(path.join(root, folder), { recursive: true });
}
writeFileSync(path.join(root, 'passphrase'), 'seven horses on a hill\n');
writeFileSync(
  path.join(root, 'etc/dikshant/settings'),
  `DATA_DIRECTORY=${dataDirectory}\nBACKUP_DIRECTORY=${root}/backups\nBACKUP_PASSPHRASE_FILE=${root}/passphrase\n`,
);
// This machine has no user of the service.
for (const [name, script] of [
  ['setpriv', 'shift 3\nexec "$@"'],
  ['install', 'for last; do :; done\nexec mkdir -p "$last"'],
])
  writeFileSync(path.join(root, 'bin', name!), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a command of the service leaves nothing in an empty data directory, so that npm run restore takes it', () => {
  const script = readFileSync('deploy/as-service', 'utf8').replaceAll(
    /(?<=[ =])\/(?=etc\/|run\/)/g,
    `${root}/`,
  );
  const { stdout, stderr } = spawnSync('sh', ['-c', script, 'deploy/as-service', 'npm', 'run', 'restore'], {
    env: { PATH: `${root}/bin:${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('There is no base backup in');
  expect(readdirSync(dataDirectory)).toEqual([]);
});
