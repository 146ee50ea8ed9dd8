import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withClient } from '#platform/server/db/connections.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import type { EmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { writeDurably } from '#platform/server/files/write-durably.ts';
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
const restore = (directory: string, more = {}) =>
  start('restore', [], { ...env, DATA_DIRECTORY: directory, ...more });
/** Kills a restore before it moves this many names into their place, or before it clears up. */
const killer = path.join(root, 'killer.mjs');
const killerText = `
  import { promises } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { rename, rm } = promises;
  let left = Number(process.env.KILL_AT);
  const isMove = (from, to) => from.includes('${unfinishedRestore}') && !to.includes('${unfinishedRestore}');
  promises.rename = async (from, to) => {
    if (isMove(from, to) && left-- === 0) process.kill(process.pid, 'SIGKILL');
    return rename(from, to);
  };
  promises.rm = async (what, options) => {
    if (process.env.KILL_AT === 'end' && what.endsWith('${unfinishedRestore}')) process.kill(process.pid, 'SIGKILL');
    return rm(what, options);
  };
  syncBuiltinESMExports();
`;

describe('backups and restores that are hurt', { timeout: 180_000 }, () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    writeFileSync(passphraseFile, 'seven horses on a hill\n', { mode: 0o600 });
    writeFileSync(killer, killerText);
    for (const name of ['checkpoint-key', 'checkpoints/2026-01-01.json'])
      await writeDurably(path.join(dataDirectory, name), '{}');
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
    const { child, result } = backUp();
    await vi.waitUntil(() => unfinished().length > 0, { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await result;
    expect(await listBackups(backupDirectory)).toEqual([]);
    expect(await backUp().result).toMatchObject({ code: 0 });
    expect(unfinished()).toEqual([]);
    expect(await listBackups(backupDirectory)).toHaveLength(1);
  });

  test('of two at once one waits for the other, or says why it was not taken', async () => {
    const before = await listBackups(backupDirectory);
    const both = await Promise.all([backUp().result, backUp().result]);
    const taken = both.filter(({ code }) => code === 0);
    expect(taken.length).toBeGreaterThan(0);
    for (const { code, output } of both)
      if (code !== 0) expect(output).toContain('Another backup is being taken');
    expect(await listBackups(backupDirectory)).toHaveLength(before.length + taken.length);
  });

  test('a directory that cannot be written is named', async () => {
    const said = await backUp({ BACKUP_DIRECTORY: path.join(passphraseFile, 'below a file') }).result;
    expect(said.code).toBe(1);
    expect(said.output).toContain('below a file');
  });

  test('nothing is restored over a portal that runs', async () => {
    const said = await restore(dataDirectory).result;
    expect(said).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  });

  test('where a restore runs or was killed no portal starts and no other one begins; it is done again', async () => {
    const machine = path.join(root, 'machine');
    const { child, result } = restore(machine);
    const pid = path.join(machine, unfinishedRestore, 'postgres/pgdata/postmaster.pid');
    await vi.waitUntil(() => existsSync(pid), { timeout: 60_000, interval: 5 });
    const portal = () => startOwnDatabase({ dataDirectory: machine, backupDirectory });
    await expect(portal()).rejects.toThrow('A restore into');
    expect((await restore(machine).result).output).toContain('is in use by process');
    child.kill('SIGKILL');
    await result;
    await expect(portal()).rejects.toThrow('A restore into');
    expect(await restore(machine).result).toMatchObject({ code: 0 });
    await (await portal()).stop();
  });

  /** Whether the portal in a directory waits for the numbers on paper. */
  async function isInRecovery(machine: string): Promise<boolean> {
    const portal = await startOwnDatabase({ dataDirectory: machine, backupDirectory });
    try {
      const { rows } = await withClient(portal.superuserUrl, 'query', (client) =>
        client.query('select from recoveries where confirmed_at is null'),
      );
      return rows.length === 1;
    } finally {
      await portal.stop();
    }
  }

  test('one that is killed as it moves a name into its place is done again', async () => {
    const machine = path.join(root, 'moved by halves');
    const killedAt = (point: number | 'end') =>
      restore(machine, { KILL_AT: String(point), NODE_OPTIONS: `--import=${killer}` });
    const moved: string[][] = [];
    // Each begins with what the one before it has left.
    for (const point of [0, 1, 2, 3, 'end'] as const) {
      const { child, result } = killedAt(point);
      expect((await result).output).not.toContain('not empty');
      expect(child.signalCode, `killed at ${point}`).toBe('SIGKILL');
      moved.push(readdirSync(machine).filter((name) => name !== unfinishedRestore));
      await expect(isInRecovery(machine)).rejects.toThrow('run npm run restore again');
    }
    expect(moved.map((names) => names.length)).toEqual([0, 1, 2, 3, 4]);
    expect(moved.at(-1)).toContain('postgres');
    // Between its last two steps nothing is missing any more.
    const work = path.join(machine, unfinishedRestore);
    for (const name of readdirSync(work)) rmSync(path.join(work, name));
    expect(await isInRecovery(machine)).toBe(true);
    expect(readdirSync(machine)).not.toContain(unfinishedRestore);
    expect((await restore(machine).result).output).toContain('is not empty');
  });

  test('what somebody put beside it meanwhile is left alone', async () => {
    const machine = path.join(root, 'with something of mine');
    await restore(machine, { KILL_AT: '1', NODE_OPTIONS: `--import=${killer}` }).result;
    writeFileSync(path.join(machine, 'mine'), '');
    expect((await restore(machine).result).output).toContain('is not empty');
    rmSync(path.join(machine, 'mine'));
    expect(await restore(machine).result).toMatchObject({ code: 0 });
    expect(await isInRecovery(machine)).toBe(true);
  });

  test('two restores of one backup at once both end in recovery mode, each with a backup of its own', async () => {
    const before = (await listBackups(backupDirectory)).length;
    const machines = ['left', 'right'].map((name) => path.join(root, name));
    for (const said of await Promise.all(machines.map((machine) => restore(machine).result)))
      expect(said).toMatchObject({ code: 0, output: expect.stringContaining('A new archive is begun') });
    for (const machine of machines) expect(await isInRecovery(machine)).toBe(true);
    const [one, two, ...others] = await listBackups(backupDirectory);
    expect(others).toHaveLength(before);
    expect(one!.manifest.archive).not.toBe(two!.manifest.archive);
    for (const { folder, manifest } of [one!, two!])
      for (const name of Object.keys(manifest.database))
        expect(existsSync(path.join(folder, 'pgdata', name)), `${folder} ${name}`).toBe(true);
  });
});
