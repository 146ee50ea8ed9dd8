import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basesIn } from '#platform/server/backup/backup-folder.ts';
import { listBackups, start } from '#platform/server/backup/commands.testing.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import type { EmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { describeWith } from './harness/needs.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-full-'));
const dataDirectory = path.join(root, 'portal');
const passphraseFile = path.join(root, 'passphrase');
const mounted: string[] = [];

/** A disk of its own with so many megabytes. */
function mount(name: string, megabytes: number): string {
  const folder = path.join(root, name);
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  mounted.push(folder);
  return folder;
}

const env = (backupDirectory: string) => ({
  DATA_DIRECTORY: dataDirectory,
  BACKUP_DIRECTORY: backupDirectory,
  BACKUP_PASSPHRASE_FILE: passphraseFile,
});

describeWith(['root'], 'backup and restore on a full disk', () => {
  let server: EmbeddedPostgres;
  let backupDirectory: string;
  beforeAll(async () => {
    writeFileSync(passphraseFile, 'seven horses on a hill\n', { mode: 0o600 });
    backupDirectory = mount('backups', 30);
    server = await startOwnDatabase({ dataDirectory, backupDirectory });
    await prepareDatabase(server.superuserUrl);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    for (const folder of mounted) execFileSync('umount', [folder]);
    rmSync(root, { recursive: true, force: true });
  });

  test('no backup is taken, nothing of it is left, and the next one succeeds once there is room', async () => {
    expect(await start('backup', [], env(backupDirectory)).result).toEqual({
      code: 1,
      output: `No backup was taken. The disk of BACKUP_DIRECTORY is full. Make room for ${backupDirectory}.\n`,
    });
    expect(readdirSync(basesIn(backupDirectory))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=300m', backupDirectory]);
    expect(await start('backup', [], env(backupDirectory)).result).toMatchObject({ code: 0 });
    expect(await listBackups(backupDirectory)).toHaveLength(1);
  });

  // It is full with the first files, or with the log that is replayed.
  test.each([20, 60])('nothing is restored onto one of %i MB, and nothing is left', async (megabytes) => {
    const machine = mount(`machine-${megabytes}`, megabytes);
    const said = await start('restore', [], { ...env(backupDirectory), DATA_DIRECTORY: machine }).result;
    expect(said).toEqual({
      code: 1,
      output: expect.stringMatching(/Not restored\. The disk of DATA_DIRECTORY is full\./),
    });
    expect(readdirSync(machine)).toEqual([]);
  });

  test('a restore whose own base backup finds no room is whole, and says so', async () => {
    const ballast = path.join(backupDirectory, 'ballast');
    const { bavail, bsize } = statfsSync(backupDirectory);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 10 * 2 ** 20));
    const machine = path.join(root, 'machine');
    const said = await start('restore', [], { ...env(backupDirectory), DATA_DIRECTORY: machine }).result;
    expect(said).toEqual({
      code: 1,
      output: expect.stringContaining(
        'The new base backup failed; take one with npm run backup. The disk of BACKUP_DIRECTORY is full.',
      ),
    });
    expect(await listBackups(backupDirectory)).toHaveLength(1);
    rmSync(ballast);
    const own = { ...env(backupDirectory), DATA_DIRECTORY: machine };
    expect(await start('backup', [], own).result).toMatchObject({ code: 0 });
  });
});
