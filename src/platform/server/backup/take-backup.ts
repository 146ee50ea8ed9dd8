import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '#platform/server/db/connections.ts';
import { idOf } from '#platform/server/embedded-postgres/wal-archive.ts';
import { syncFolder, writeDurably } from '#platform/server/files/write-durably.ts';
import { settingNames } from '#platform/server/settings.ts';
import { explainFullDisk, makeFolder } from '#platform/server/settings-in-use.ts';
import {
  archivesIn,
  basesIn,
  copiesIn,
  filesBelow,
  type Manifest,
  namesIn,
  unfinishedPrefix,
} from './backup-folder.ts';
import { copyFile, forEachConcurrently } from './copy-file.ts';
import { removeUnusable } from './remove-unusable.ts';
import { type Secrets, sealSecrets } from './seal-secrets.ts';

export type BackupTask = {
  /** URL of the embedded server's superuser. */
  url: string;
  dataDirectory: string;
  backupDirectory: string;
  passphrase: string;
  /** Older base backups are removed once this one is complete; null: never. */
  keepDays: number | null;
  /** The settings; those that are set are sealed. */
  environment: Record<string, string | undefined>;
};

/** Time limit for archiving the last segment. */
const archiveTimeoutMs = 5 * 60_000;

/** One backup at a time for all processes, although PostgreSQL would allow several. */
const lockOfBackups = 0x6469_6b62;

/** Folders that a base backup may leave empty (PostgreSQL manual, "Backing Up the Data Directory"). */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const skipped =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|backup_manifest|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;

/** Takes a base backup of a running server; complete on the disk when this returns. */
export async function takeBackup(task: BackupTask): Promise<{ folder: string; sealed: string[] }> {
  return withClient(task.url, 'backup', async (client) => {
    const archive = await assertArchives(client, task);
    // The session of a killed backup keeps its lock until its statement is over.
    await client.query(`set lock_timeout = '10s'`);
    await client.query('select pg_advisory_lock($1)', [lockOfBackups]).catch((error: { code?: string }) => {
      throw error.code === '55P03' ? new Error('Another backup is being taken just now.') : error;
    });
    const bases = basesIn(task.backupDirectory);
    makeFolder('BACKUP_DIRECTORY', bases);
    const unfinished = `${unfinishedPrefix}${archive}-`;
    // Remove interrupted backups. Another portal may be writing to the same folder, as after two restores of one
    // backup.
    for (const name of await namesIn(bases)) {
      const isOld = async () => (await stat(path.join(bases, name))).mtimeMs < Date.now() - 86_400_000;
      if (name.startsWith(unfinished) || (name.startsWith(unfinishedPrefix) && (await isOld())))
        await rm(path.join(bases, name), { recursive: true, force: true });
    }
    const id = `${idOf(new Date())}-${archive.split('-').at(-1)}`;
    const draft = path.join(bases, unfinished + id);
    const folder = path.join(bases, id);
    try {
      const sealed = await writeBackup(client, task, { id, archive, draft });
      await rename(draft, folder);
      await syncFolder(bases);
      await removeUnusable(task);
      return { folder, sealed };
    } catch (error) {
      // On a full disk the server could not archive either.
      await rm(draft, { recursive: true, force: true });
      throw explainFullDisk(error, 'BACKUP_DIRECTORY', task.backupDirectory);
    }
  });
}

/** Returns the names of the sealed settings and files. */
async function writeBackup(
  client: pg.Client,
  task: BackupTask,
  { id, archive, draft }: { id: string; archive: string; draft: string },
): Promise<string[]> {
  const { dataDirectory, backupDirectory } = task;
  const startedAt = new Date().toISOString();
  await mkdir(draft, { mode: 0o700 });
  const database = await copyDatabase(client, path.join(dataDirectory, 'postgres/pgdata'), draft);
  // After the database, so that every row in it has its file here.
  const files = await copyFiles(dataDirectory, backupDirectory);
  const manifest: Manifest = { id, archive, startedAt, ...database, files };
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1));
  await writeDurably(path.join(draft, 'manifest.json'), bytes);
  const sealed = sealSecrets(await readSecrets(task), task.passphrase, digestOf(bytes));
  await writeDurably(path.join(draft, 'sealed.json'), JSON.stringify(sealed, null, 1));
  return sealed.names;
}

export function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Returns the name of the archive. A base backup without its WAL is useless. */
async function assertArchives(client: pg.Client, { dataDirectory }: BackupTask): Promise<string> {
  const { rows } = await client.query(`select current_setting('archive_mode') as mode`);
  const name = await readFile(path.join(dataDirectory, 'postgres/archive-name'), 'utf8').catch(() => '');
  if (rows[0].mode !== 'on' || !name)
    throw new Error('The server does not archive: it was started by an earlier release. Start it again.');
  return name.trim();
}

/** In one session from start to stop: the server aborts a backup when its session ends. */
async function copyDatabase(
  client: pg.Client,
  from: string,
  draft: string,
): Promise<Pick<Manifest, 'database' | 'endedAt' | 'firstSegment'>> {
  const to = path.join(draft, 'pgdata');
  const started = await client.query('select pg_walfile_name(pg_backup_start($1, true)) as segment', [
    path.basename(draft),
  ]);
  const database: Record<string, string> = {};
  const { files, folders } = await listTree(from);
  for (const name of folders) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
  await forEachConcurrently(files, async (name) => {
    try {
      database[name] = await copyFile(path.join(from, name), path.join(to, name));
    } catch (error) {
      // Dropped while we copy: the WAL covers it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  });
  await forEachConcurrently(folders, (name) => syncFolder(path.join(to, name)));
  await client.query(`set statement_timeout = ${archiveTimeoutMs}`);
  const stopped = await client
    .query('select labelfile, spcmapfile, clock_timestamp() as at from pg_backup_stop(true)')
    .catch((error: Error & { code?: string }) => {
      if (error.code !== '57014') throw error;
      throw new Error('The archive does not take the last segment. postgres.log says why.');
    });
  const { labelfile, spcmapfile, at } = stopped.rows[0];
  for (const [name, text] of [
    ['backup_label', labelfile],
    ['tablespace_map', spcmapfile],
  ] as const) {
    if (!text) continue;
    await writeDurably(path.join(to, name), text);
    database[name] = digestOf(Buffer.from(text)).toString('hex');
  }
  return { database, endedAt: (at as Date).toISOString(), firstSegment: started.rows[0].segment };
}

async function listTree(from: string, below = ''): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders = [below];
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (skipped.test(entry.name)) continue;
    if (entry.isFile()) files.push(name);
    else if (below === '' && emptyFolders.has(entry.name)) folders.push(name);
    else if (entry.isDirectory()) {
      const inside = await listTree(from, name);
      files.push(...inside.files);
      folders.push(...inside.folders);
    }
  }
  return { files, folders };
}

/** Copies the files that are missing: from before copying began, or from times when the disk was full. */
async function copyFiles(dataDirectory: string, backupDirectory: string): Promise<string[]> {
  const [from, to] = [path.join(dataDirectory, 'files'), copiesIn(backupDirectory)];
  const there = new Set<string>();
  for await (const key of filesBelow(to)) there.add(key);
  const keys = [];
  for await (const key of filesBelow(from)) {
    if (path.basename(key).startsWith('.')) continue;
    keys.push(key);
    if (there.has(key)) continue;
    try {
      await writeDurably(path.join(to, key), await readFile(path.join(from, key)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return keys;
}

/** Everything in the data directory except the database and the file store, and the settings. */
async function readSecrets({ dataDirectory, backupDirectory, environment }: BackupTask): Promise<Secrets> {
  const files: Record<string, string> = {};
  const read = async (name: string) => {
    files[name] = await readFile(path.join(dataDirectory, name), 'base64');
  };
  await read('postgres/password');
  for (const name of await namesIn(dataDirectory)) {
    const entry = path.join(dataDirectory, name);
    if (['postgres', 'files'].includes(name) || entry === backupDirectory) continue;
    if (archivesIn(backupDirectory).startsWith(`${entry}${path.sep}`)) continue;
    if (!(await stat(entry)).isDirectory()) await read(name);
    else for await (const below of filesBelow(entry)) await read(path.posix.join(name, below));
  }
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  return { files, settings };
}
