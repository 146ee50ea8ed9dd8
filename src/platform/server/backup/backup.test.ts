import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { prepareDatabase } from '#platform/server/db/prepare-database.ts';
import type { EmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { storeBytes } from '#platform/server/files/stored-files.ts';
import { writeDurably } from '#platform/server/files/write-durably.ts';
import { startOwnDatabase } from '#platform/server/open-database.ts';
import { type CommandResult, listBackups, start } from './commands.testing.ts';
import { removeUnusable } from './remove-unusable.ts';
import { secondOf } from './restore-backup.ts';
import { openSecrets, readPassphrase, sealSecrets } from './seal-secrets.ts';

const isLong = process.env.LONG_FORMS === 'true';
/** What takes a restore of its own. */
const long: (name: string, work: () => Promise<void>) => void = isLong ? test : () => {};
const root = mkdtempSync(path.join(tmpdir(), 'dikshant-backup-'));
const lost = path.join(root, 'lost machine');
const backupDirectory = path.join(root, "100% o'clock");
const passphraseFile = path.join(root, 'passphrase');
const passphrase = 'seven horses on a hill';
const secret = randomBytes(24).toString('hex');

/** For a machine with this data directory. */
function run(
  command: 'backup' | 'restore',
  dataDirectory: string,
  args: string[] = [],
  env: Record<string, string | undefined> = {},
): Promise<CommandResult> {
  const settings = {
    DATA_DIRECTORY: dataDirectory,
    BACKUP_DIRECTORY: backupDirectory,
    BACKUP_PASSPHRASE_FILE: passphraseFile,
    SECRET: secret,
  };
  return start(command, args, { ...settings, ...env }).result;
}

let machines = 0;
const newMachine = () => path.join(root, `machine-${++machines}`);

async function onDatabase<Result>(dataDirectory: string, work: (url: string) => Promise<Result>) {
  const server = await startOwnDatabase({ dataDirectory, backupDirectory });
  try {
    return await work(server.superuserUrl);
  } finally {
    await server.stop();
  }
}

async function rowsIn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return withClient(url, 'backup', async (client) => (await client.query(statement)).rows);
}

/** Writes a row with a file at least each few milliseconds until it is stopped, as a portal does. */
function startWriter(url: string, number: number) {
  const written: { note: string; at: number }[] = [];
  let isOver = false;
  const done = withClient(url, 'backup', async (client) => {
    const store = { files: await createFileStore({ dataDirectory: lost, backupDirectory }) };
    for (let count = 0; !isOver; count += 1) {
      const note = `${number}/${count}`;
      if (count % 10 === 0) {
        const file = await storeBytes(store, {
          folder: 'uploads',
          mediaType: 'text/plain',
          bytes: Buffer.from(note),
        });
        await client.query(
          'insert into stored_files (key, media_type, byte_size, sha256) values ($1, $2, $3, $4)',
          [file.key, file.mediaType, file.byteSize, file.sha256],
        );
      }
      await client.query(`insert into notes (note) values ($1)`, [note]);
      written.push({ note, at: Date.now() });
      // Without a pause they would keep both cores from the backup.
      await delay(2);
    }
  });
  return {
    written,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

writeFileSync(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a portal that is backed up while it serves, and lost', { timeout: 180_000 }, () => {
  let server: EmbeddedPostgres;
  let taken: CommandResult;
  let written: { note: string; at: number }[];
  let backedUpAt: number;
  let archiving: Record<string, unknown>[];

  beforeAll(async () => {
    await writeDurably(path.join(lost, 'checkpoint-key'), 'the key of the checkpoints');
    server = await startOwnDatabase({ dataDirectory: lost, backupDirectory });
    const url = server.superuserUrl;
    await prepareDatabase(url);
    await rowsIn(url, 'create table notes (note text primary key, at timestamptz default clock_timestamp())');
    archiving = await rowsIn(
      url,
      "select current_setting('archive_mode') as mode, current_setting('archive_timeout') as timeout",
    );
    const writers = Array.from({ length: isLong ? 12 : 3 }, (_, number) => startWriter(url, number));
    await vi.waitUntil(() => writers.every((one) => one.written.length > 20), { timeout: 60_000 });
    taken = await run('backup', lost);
    backedUpAt = Date.now();
    const until = backedUpAt + (isLong ? 4_000 : 500);
    await vi.waitUntil(() => Date.now() > until, { timeout: 10_000 });
    await Promise.all(writers.map((writer) => writer.stop()));
    written = writers.flatMap((writer) => writer.written);
    const [{ segment }] = (await rowsIn(url, 'select pg_walfile_name(pg_switch_wal()) as segment')) as [
      { segment: string },
    ];
    await vi.waitUntil(
      async () => {
        const [row] = await rowsIn(url, 'select last_archived_wal as last from pg_stat_archiver');
        return String(row!.last) >= segment;
      },
      { timeout: 30_000 },
    );
    const ended = server.exited;
    process.kill(server.pid, 'SIGQUIT');
    await ended;
  }, 180_000);

  test('it archives from its first start on, and a minute at most waits for it', () => {
    expect(archiving).toEqual([{ mode: 'on', timeout: '1min' }]);
  });

  test('the backup is complete and says which secrets it sealed; none of them is in it', async () => {
    expect(taken.code, taken.output).toBe(0);
    expect(taken.output).toMatch(/Sealed with the passphrase: .*\bSECRET\b.*checkpoint-key/);
    for (const file of readdirSync(backupDirectory, { recursive: true, encoding: 'utf8' })) {
      const place = path.join(backupDirectory, file);
      if (statSync(place).isDirectory()) continue;
      const bytes = readFileSync(place);
      const content = place.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      for (const hidden of [secret, passphrase, 'the key of the checkpoints'])
        expect(content.includes(hidden), place).toBe(false);
    }
  });

  test('restored to the end of its archive, it has every row and file, the secrets, and an archive of its own', async () => {
    const machine = newMachine();
    const said = await run('restore', machine);
    expect(said.code, said.output).toBe(0);
    const [rows, files] = await onDatabase(machine, (url) =>
      Promise.all([rowsIn(url, 'select note from notes'), rowsIn(url, 'select key from stored_files')]),
    );
    const kept = new Set(rows.map(({ note }) => note));
    expect(written.filter(({ note }) => !kept.has(note))).toEqual([]);
    expect(files.length).toBeGreaterThan(isLong ? 24 : 6);
    for (const { key } of files) expect(existsSync(path.join(machine, 'files', String(key)))).toBe(true);
    expect(readFileSync(path.join(machine, 'checkpoint-key'), 'utf8')).toBe('the key of the checkpoints');
    expect(statSync(path.join(machine, 'checkpoint-key')).mode & 0o077).toBe(0);
    expect(readFileSync(path.join(machine, 'restored-settings.env'), 'utf8')).toContain(`SECRET='${secret}'`);
    expect(readdirSync(path.join(backupDirectory, 'archive'))).toHaveLength(2);
    expect(readdirSync(path.join(backupDirectory, 'base'))).toHaveLength(2);

    if (!isLong) return;
    // What it writes from now on outlives its machine as well.
    await onDatabase(machine, (url) => rowsIn(url, `insert into notes (note) values ('after the restore')`));
    const third = newMachine();
    expect(await run('restore', third)).toMatchObject({ code: 0 });
    const again = await onDatabase(third, (url) => rowsIn(url, `select from notes where note like 'after%'`));
    expect(again).toHaveLength(1);
  });

  long('restored to a second, it has what was answered before it and nothing after it', async () => {
    const machine = newMachine();
    const moment = Math.ceil((backedUpAt + 1_000) / 1_000) * 1_000;
    expect(await run('restore', machine, ['--to', new Date(moment).toISOString()])).toMatchObject({
      code: 0,
    });
    const rows = await onDatabase(machine, (url) => rowsIn(url, 'select note, at from notes'));
    const kept = new Set(rows.map(({ note }) => note));
    expect(written.filter(({ note, at }) => at < moment && !kept.has(note))).toEqual([]);
    expect(rows.filter(({ at }) => (at as Date).getTime() > moment)).toEqual([]);
    expect(written.filter(({ at }) => at > moment).length).toBeGreaterThan(20);
  });

  long(
    'a second beyond the archive is refused with the latest one, and nothing is left that could be started',
    async () => {
      const machine = newMachine();
      // Between the end of the lost portal and the new base backup.
      const beyond = new Date(Math.max(...written.map(({ at }) => at)) + 2_000);
      const said = await run('restore', machine, ['--to', beyond.toISOString()]);
      expect(said.code).toBe(1);
      const latest = /latest second that can be reached is (\S+)\./.exec(said.output)?.[1];
      expect(Date.parse(latest!), said.output).toBeGreaterThan(backedUpAt);
      expect(readdirSync(machine)).toEqual([]);
      expect(await run('restore', machine, ['--to', latest!])).toMatchObject({ code: 0 });
    },
  );

  long('a second before the base backup, and one without its zone, are refused in words', async () => {
    const early = await run('restore', newMachine(), ['--to', '2001-01-01T10:00:00Z']);
    expect(early).toMatchObject({
      code: 1,
      output: expect.stringContaining('is before the oldest base backup'),
    });
    const vague = await run('restore', newMachine(), ['--to', '2026-01-01 10:00:00']);
    expect(vague).toMatchObject({ code: 1, output: expect.stringContaining('no moment with its zone') });
  });

  long('a directory that holds something, a wrong passphrase and a changed byte are refused', async () => {
    const machine = newMachine();
    await writeDurably(path.join(machine, 'anything'), '');
    expect((await run('restore', machine)).output).toContain('is not empty');

    const wrong = path.join(root, 'wrong');
    writeFileSync(wrong, 'another passphrase\n');
    const stranger = await run('restore', newMachine(), [], { BACKUP_PASSPHRASE_FILE: wrong });
    expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining('not the passphrase') });

    for (const file of [
      newest('base', 'pgdata/global/1262'),
      path.join(backupDirectory, 'archive', readdirSync(path.join(backupDirectory, 'archive')).at(-1)!),
    ]) {
      const victim = statSync(file).isDirectory()
        ? path.join(file, readdirSync(file).findLast((name) => /^[0-9A-F]{24}\.gz$/.test(name))!)
        : file;
      const bytes = readFileSync(victim);
      const changed = Buffer.from(bytes);
      changed[bytes.length >> 1]! ^= 0x5a;
      writeFileSync(victim, changed);
      expect(await run('restore', newMachine()), victim).toMatchObject({ code: 1 });
      // Past the damage it is no end of the archive either.
      const later = new Date(Date.now() + 60_000).toISOString();
      expect(await run('restore', newMachine(), ['--to', later]), victim).toMatchObject({
        code: 1,
        output: expect.stringMatching(/is damaged. Choose an earlier moment|differs from what was backed up/),
      });
      writeFileSync(victim, bytes);
    }
  });

  test('a backup without a passphrase, or with a short one, is refused', async () => {
    const without = await run('backup', lost, [], { BACKUP_PASSPHRASE_FILE: undefined });
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('BACKUP_PASSPHRASE_FILE') });
    const short = path.join(root, 'short');
    writeFileSync(short, 'abc');
    await expect(readPassphrase({ BACKUP_PASSPHRASE_FILE: short })).rejects.toThrow('is too short');
  });

  long(
    'what no base backup can use any more is removed, old base backups too, and one that cannot be read is passed over',
    async () => {
      const [archives, bases] = ['archive', 'base'].map((name) => path.join(backupDirectory, name)) as [
        string,
        string,
      ];
      const count = readdirSync(bases).length;
      const [oldest] = readdirSync(archives).sort();
      const useless = path.join(archives, oldest!, '000000010000000000000000.gz');
      writeFileSync(useless, '');
      await writeDurably(path.join(bases, '2001-cut/manifest.json'), '{');
      await removeUnusable({ dataDirectory: lost, backupDirectory, keepDays: null });
      expect(existsSync(useless)).toBe(false);
      expect(readdirSync(bases)).toHaveLength(count + 1);
      const before = await listBackups(backupDirectory);
      vi.useFakeTimers({ now: Date.now() + 9 * 86_400_000, toFake: ['Date'] });
      await removeUnusable({ dataDirectory: lost, backupDirectory, keepDays: 8 }).finally(() =>
        vi.useRealTimers(),
      );
      expect(await listBackups(backupDirectory)).toEqual(before.slice(0, 1));
      expect(readdirSync(archives)).toEqual([before[0]!.manifest.archive]);
    },
  );

  function newest(folder: string, file: string): string {
    const inside = path.join(backupDirectory, folder);
    return path.join(inside, readdirSync(inside).sort().at(-1)!, file);
  }
});

longTest('sealed secrets open with their passphrase, for their backup alone', () => {
  const secrets = { files: { key: 'YQ==' }, settings: { SECRET: 'x' } };
  const sealed = sealSecrets(secrets, passphrase, Buffer.from('a'));
  expect(sealed.names).toEqual(['SECRET', 'key']);
  expect(openSecrets(sealed, passphrase, Buffer.from('a'))).toEqual(secrets);
  expect(() => openSecrets(sealed, passphrase, Buffer.from('b'))).toThrow('do not open');
  expect(() => openSecrets(sealed, `${passphrase}s`, Buffer.from('a'))).toThrow('do not open');
  expect(secondOf(new Date(0))).toBe('1970-01-01T00:00:00Z');
});
