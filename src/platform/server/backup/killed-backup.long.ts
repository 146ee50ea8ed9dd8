import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import type { EmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { unfinishedPrefix, unfinishedRestore } from './backup-folder.ts';
import { listBackups, start } from './commands.testing.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dikshant-killed-'));
const dataDirectory = path.join(root, 'portal');
const backupDirectory = path.join(root, 'backups');
const bases = path.join(backupDirectory, 'base');
const passphraseFile = path.join(root, 'passphrase');
const env = {
  DATA_DIRECTORY: dataDirectory,
  BACKUP_DIRECTORY: backupDirectory,
  BACKUP_PASSPHRASE_FILE: passphraseFile,
};
const backUp = (more = {}) => start('backup', [], { ...env, ...more });
const restore = (directory: string) => start('restore', [], { ...env, DATA_DIRECTORY: directory });

describe('backups and restores that are hurt', { timeout: 180_000 }, () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    writeFileSync(passphraseFile, 'seven horses on a hill\n', { mode: 0o600 });
    server = await startOwnDatabase({ dataDirectory, backupDirectory });
    await prepareDatabase(server.superuserUrl);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const unfinished = () =>
    existsSync(bases) ? readdirSync(bases).filter((name) => name.startsWith(unfinishedPrefix)) : [];

  test('one that is killed leaves nothing that counts, and the next one clears it away', async () => {
    const { child, said } = backUp();
    await vi.waitUntil(() => unfinished().length > 0, { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await said;
    expect(await listBackups(backupDirectory)).toEqual([]);
    expect(await backUp().said).toMatchObject({ code: 0 });
    expect(unfinished()).toEqual([]);
    expect(await listBackups(backupDirectory)).toHaveLength(1);
  });

  test('of two at once one waits for the other, or says why it was not taken', async () => {
    const before = await listBackups(backupDirectory);
    const both = await Promise.all([backUp().said, backUp().said]);
    const taken = both.filter(({ code }) => code === 0);
    expect(taken.length).toBeGreaterThan(0);
    for (const { code, output } of both)
      if (code !== 0) expect(output).toContain('Another backup is being taken');
    expect(await listBackups(backupDirectory)).toHaveLength(before.length + taken.length);
  });

  test('a directory that cannot be written is named', async () => {
    const said = await backUp({ BACKUP_DIRECTORY: path.join(passphraseFile, 'below a file') }).said;
    expect(said.code).toBe(1);
    expect(said.output).toContain('below a file');
  });

  test('nothing is restored over a portal that runs', async () => {
    const said = await restore(dataDirectory).said;
    expect(said).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  });

  test('where a restore runs or was killed no portal starts and no other one begins; it is done again', async () => {
    const machine = path.join(root, 'machine');
    const { child, said } = restore(machine);
    const pid = path.join(machine, unfinishedRestore, 'postgres/pgdata/postmaster.pid');
    await vi.waitUntil(() => existsSync(pid), { timeout: 60_000, interval: 5 });
    const portal = () => startOwnDatabase({ dataDirectory: machine, backupDirectory });
    await expect(portal()).rejects.toThrow('A restore into');
    expect((await restore(machine).said).output).toContain('is in use by process');
    child.kill('SIGKILL');
    await said;
    await expect(portal()).rejects.toThrow('A restore into');
    expect(await restore(machine).said).toMatchObject({ code: 0 });
    await (await portal()).stop();
  });
});
