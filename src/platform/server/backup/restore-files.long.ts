import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '#platform/server/db/connections.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import type { EmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { writeDurably } from '#platform/server/files/write-durably.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { listBackups, start } from './commands.testing.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-restore-'));
const dataDirectory = path.join(root, 'portal');
const backupDirectory = path.join(root, 'backups');
const passphraseFile = path.join(root, 'passphrase');
const env = {
  DATA_DIRECTORY: dataDirectory,
  BACKUP_DIRECTORY: backupDirectory,
  BACKUP_PASSPHRASE_FILE: passphraseFile,
};
const backUp = (more = {}) => start('backup', [], { ...env, ...more }).result;
const restore = (directory: string) => start('restore', [], { ...env, DATA_DIRECTORY: directory }).result;

describe('a portal with a file that its backup does not have', { timeout: 180_000 }, () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    writeFileSync(passphraseFile, 'seven horses on a hill\n', { mode: 0o600 });
    server = await startOwnDatabase({ dataDirectory, backupDirectory });
    await prepareDatabase(server.superuserUrl);
    await withClient(server.superuserUrl, 'backup', (client) =>
      client.query(
        `insert into stored_files (key, media_type, byte_size, sha256) values ('uploads/lost', 'text/plain', 1, repeat('a', 64))`,
      ),
    );
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test('is backed up without the lost+found of a disk of its own, which only root may read', async () => {
    await writeDurably(path.join(dataDirectory, 'lost+found/#12'), '');
    await writeDurably(path.join(dataDirectory, 'files/lost+found/#12'), '');
    const { code, output } = await backUp();
    expect(code, output).toBe(0);
    expect(output).not.toContain('lost+found');
    const [newest] = await listBackups(backupDirectory);
    expect(newest!.manifest.files).toEqual([]);
    const { place } = await createFileStore({ dataDirectory });
    for await (const { key } of place.entries()) expect.fail(`${key} is no file of the store`);
  });

  test('is restored, and the file is named', async () => {
    const machine = path.join(root, 'without it');
    const { code, output } = await restore(machine);
    expect(code).toBe(1);
    expect(output).toContain('The portal is restored, but 1 of its files');
    expect(output).toContain('uploads/lost is missing');
    const restored = await startOwnDatabase({ dataDirectory: machine, backupDirectory });
    await restored.stop();
  });

  test.runIf(process.getuid?.() === 0)('is not restored by root for another user', async () => {
    const machine = path.join(root, 'of the service');
    mkdirSync(machine);
    chownSync(machine, 12_345, 12_345);
    const { code, output } = await restore(machine);
    expect(code).toBe(1);
    expect(output).toContain('belongs to the user with number 12345');
    expect(output).not.toContain('From the base backup');
  });

  test('is restored without files where the settings named a bucket', async () => {
    expect(await backUp({ S3_BUCKET: 'certificates', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' })).toMatchObject(
      { code: 0 },
    );
    expect(await restore(path.join(root, 'of a bucket'))).toMatchObject({
      code: 0,
      output: expect.stringContaining("Files are in the bucket 'certificates'"),
    });
  });
});
