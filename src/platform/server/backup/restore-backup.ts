import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '#platform/server/db/connections.ts';
import { claimDirectory, isClaim } from '#platform/server/embedded-postgres/directory-claim.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { recoveryPrograms, recoverySettings } from '#platform/server/embedded-postgres/wal-archive.ts';
import { syncFolder, writeDurably } from '#platform/server/files/write-durably.ts';
import { explainFullDisk, makeFolder } from '#platform/server/settings-in-use.ts';
import {
  archivesIn,
  type Backup,
  backupsIn,
  copiesIn,
  type Manifest,
  namesIn,
  unfinishedRestore,
} from './backup-folder.ts';
import { copyFile, forEachConcurrently } from './copy-file.ts';
import { openSecrets } from './seal-secrets.ts';
import { digestOf } from './take-backup.ts';
import { findArchiveFault } from './verify-archive.ts';

export type RestoreTask = {
  dataDirectory: string;
  backupDirectory: string;
  passphrase: string;
  /** Null: to the end of the newest archive. */
  to: Date | null;
  say(sentence: string): void;
};

/** Where the sealed settings of the lost machine are written. */
export const settingsFile = 'restored-settings.env';

/**
 * Restores a backup into an empty data directory. `finish` gets the recovered database while it runs and before it is
 * moved into place, so an error until then leaves nothing that could be started by mistake. Returns the files that
 * differ from the database: a portal without one photograph is better than none.
 */
export async function restoreBackup(
  task: RestoreTask,
  finish: (url: string, restored: { at: Date }) => Promise<void>,
): Promise<string[]> {
  const { dataDirectory } = task;
  await assertEmpty(dataDirectory);
  const work = path.join(dataDirectory, unfinishedRestore);
  makeFolder('DATA_DIRECTORY', work);
  const claim = claimDirectory(work);
  try {
    const faults = await restoreInto(work, task, finish);
    claim.release();
    return faults;
  } catch (error) {
    await removeMoved(dataDirectory);
    throw explainFullDisk(error, 'DATA_DIRECTORY', dataDirectory);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lists what is moved from the restore folder into place, so that an interrupted move can be undone. */
const movedNames = 'moved-names.json';

async function namesMoved(dataDirectory: string): Promise<string[]> {
  const file = path.join(dataDirectory, unfinishedRestore, movedNames);
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
}

async function removeMoved(dataDirectory: string): Promise<void> {
  for (const name of await namesMoved(dataDirectory))
    await rm(path.join(dataDirectory, name), { recursive: true, force: true });
}

async function restoreInto(
  work: string,
  task: RestoreTask,
  finish: (url: string, restored: { at: Date }) => Promise<void>,
): Promise<string[]> {
  const { dataDirectory, say } = task;
  const backup = await chooseBackup(task);
  const { manifest } = backup;
  say(`From the base backup of ${secondOf(new Date(manifest.endedAt))}.`);
  const bytes = await readFile(path.join(backup.folder, 'manifest.json'));
  const sealed = JSON.parse(await readFile(path.join(backup.folder, 'sealed.json'), 'utf8'));
  const secrets = openSecrets(sealed, task.passphrase, digestOf(bytes));
  const archive = path.join(archivesIn(task.backupDirectory), manifest.archive);
  const fault = await findArchiveFault(archive, manifest.firstSegment);
  if (fault && !task.to)
    throw new Error(`The archive cannot be replayed: ${fault}. Choose a moment before it, with --to.`);

  // Clean up after an interrupted restore.
  await removeMoved(task.dataDirectory);
  for (const name of await namesIn(work))
    if (!isClaim(name)) await rm(path.join(work, name), { recursive: true });
  for (const [name, content] of Object.entries(secrets.files))
    await writeDurably(path.join(work, name), Buffer.from(content, 'base64'));
  await writeDurably(path.join(work, settingsFile), linesOf(secrets.settings));
  await copyDatabase(backup, path.join(work, 'postgres/pgdata'));
  let faults: string[] = [];
  const at = await recover(
    path.join(work, 'postgres'),
    { archive, to: task.to, manifest, fault },
    async (url, restoredAt) => {
      const bucket = secrets.settings.S3_BUCKET;
      if (bucket) say(`Files are in the bucket '${bucket}' and not in the backup.`);
      else faults = await copyFiles(task, work, url);
      await finish(url, { at: restoredAt });
    },
  );
  // Move the database last: a directory without it is not a portal.
  const names = (await namesIn(work)).filter((name) => name !== 'postgres' && !isClaim(name));
  names.push('postgres');
  await writeDurably(path.join(work, movedNames), JSON.stringify(names));
  for (const name of names) await rename(path.join(work, name), path.join(dataDirectory, name));
  await syncFolder(dataDirectory);
  say(`Restored: the newest record is of ${secondOf(at)}.`);
  return faults;
}

/** In UTC, as operators enter it. */
export function secondOf(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '');
}

async function assertEmpty(dataDirectory: string): Promise<void> {
  const own = [unfinishedRestore, ...(await namesMoved(dataDirectory))];
  const left = (await namesIn(dataDirectory)).filter((name) => !own.includes(name));
  if (left.length > 0)
    throw new Error(
      `${dataDirectory} is not empty. A restore never writes over a portal: name an empty DATA_DIRECTORY.`,
    );
}

async function chooseBackup({ backupDirectory, to }: RestoreTask): Promise<Backup> {
  let oldest: string | undefined;
  for await (const backup of backupsIn(backupDirectory)) {
    oldest = backup.manifest.endedAt;
    if (!to || Date.parse(oldest) <= to.getTime()) return backup;
  }
  if (!oldest) throw new Error(`There is no base backup in ${backupDirectory}.`);
  const earliest = new Date(Math.ceil(Date.parse(oldest) / 1_000) * 1_000);
  throw new Error(
    `${secondOf(to!)} is before the oldest base backup. The earliest second that can be reached is ${secondOf(earliest)}.`,
  );
}

async function copyDatabase({ folder, manifest }: Backup, to: string): Promise<void> {
  const from = path.join(folder, 'pgdata');
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Manifests do not list empty folders.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory())
      await mkdir(path.join(to, path.relative(from, path.join(entry.parentPath, entry.name))), {
        recursive: true,
        mode: 0o700,
      });
  // The server itself syncs what it recovers from.
  await forEachConcurrently(Object.entries(manifest.database), async ([name, sha256]) => {
    if ((await copyFile(path.join(from, name), path.join(to, name), { sync: false })) !== sha256)
      throw new Error(`${name} of the base backup differs from what was backed up. Use an earlier backup.`);
  });
  await mkdir(path.join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  // Without it the server would do crash recovery and stay on its old timeline.
  await writeFile(path.join(to, 'recovery.signal'), '');
}

type Recovery = { archive: string; to: Date | null; manifest: Manifest; fault: string | null };

/**
 * Replays the archive, runs `work` on the recovered server and stops it. Returns the time of the last replayed
 * transaction.
 */
async function recover(
  directory: string,
  { archive, to, manifest, fault }: Recovery,
  work: (url: string, at: Date) => Promise<void>,
): Promise<Date> {
  const log = path.join(directory, 'postgres.log');
  const server = await startEmbeddedPostgres({
    directory,
    settings: recoverySettings(archive, to),
    reaches: [archive, ...recoveryPrograms],
  }).catch(async (error: Error) => {
    throw new Error(await whyNot(log, to, fault), { cause: error });
  });
  try {
    const at = (await lastRecordOf(log)) ?? new Date(manifest.endedAt);
    await work(server.superuserUrl, at);
    return at;
  } finally {
    await server.stop();
  }
}

async function whyNot(log: string, to: Date | null, fault: string | null): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  if (to && text.includes('recovery ended before configured recovery target was reached')) {
    const latest = await lastRecordOf(log);
    return latest
      ? `The archive does not reach ${secondOf(to)}. The latest second that can be reached is ${secondOf(latest)}.`
      : `The archive does not reach ${secondOf(to)}, and has no record after the base backup.`;
  }
  if (to && fault)
    return `The archive cannot be replayed to ${secondOf(to)}: ${fault}. Choose an earlier moment.`;
  if (/no space left on device/i.test(text)) return 'The disk of DATA_DIRECTORY is full.';
  return `The archive could not be replayed. The last words of the server:\n${text.slice(-1_500)}`;
}

/** Reads the time of the last transaction from the server's log; in English, because it runs with LC_ALL=C. */
async function lastRecordOf(log: string): Promise<Date | null> {
  const text = await readFile(log, 'utf8');
  const found = [...text.matchAll(/last completed transaction was at log time (\S+) (\S+?)\+00/g)].at(-1);
  return found ? new Date(`${found[1]}T${found[2]}Z`) : null;
}

/** Copies every file that the restored database refers to. Returns those that are missing or differ from their rows. */
async function copyFiles({ backupDirectory }: RestoreTask, work: string, url: string): Promise<string[]> {
  const { rows } = await withClient(url, 'backup', (client) =>
    client.query<{ key: string; sha256: string }>('select key, sha256 from stored_files order by key'),
  );
  const faults: string[] = [];
  await forEachConcurrently(rows, async ({ key, sha256 }) => {
    const digest = await copyFile(
      path.join(copiesIn(backupDirectory), key),
      path.join(work, 'files', key),
    ).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOENT', 'EIO'].includes(error.code!)) throw error;
      return null;
    });
    if (digest !== sha256) faults.push(`${key} ${digest ? 'differs' : 'is missing or cannot be read'}`);
  });
  return faults;
}

function linesOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}
