import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

// BACKUP_DIRECTORY/
//   archive/NAME/SEGMENT.gz   the write-ahead log of each server that ever archived here
//   files/KEY                 the store, copied as it is written; shared by all backups
//   base/ID/                  base backups: manifest.json, sealed.json, pgdata/

/** The manifest of a base backup; written last. */
export type Manifest = {
  id: string;
  /** Folder of the WAL archive that continues it. */
  archive: string;
  startedAt: string;
  /** The earliest moment that it can be restored to. */
  endedAt: string;
  firstSegment: string;
  /** SHA-256 of each file below pgdata. */
  database: Record<string, string>;
  /** Files of the store when the backup ended. */
  files: string[];
};

export type Backup = { folder: string; manifest: Manifest };

export const archivesIn = (backupDirectory: string) => path.join(backupDirectory, 'archive');
export const copiesIn = (backupDirectory: string) => path.join(backupDirectory, 'files');
export const basesIn = (backupDirectory: string) => path.join(backupDirectory, 'base');

/** Name prefix of base backups that were not finished. */
export const unfinishedPrefix = 'unfinished-';

/** Folder inside a data directory during a restore, or after one was interrupted: no portal starts there. */
export const unfinishedRestore = 'unfinished-restore';

/** Finished base backups, newest first; one manifest at a time, because each lists every file of the store. */
export async function* backupsIn(backupDirectory: string): AsyncGenerator<Backup> {
  for (const folder of await finishedIn(backupDirectory)) {
    const manifest = await readManifest(folder);
    if (manifest) yield { folder, manifest };
  }
}

async function finishedIn(backupDirectory: string): Promise<string[]> {
  const bases = basesIn(backupDirectory);
  const names = (await namesIn(bases)).filter((name) => !name.startsWith(unfinishedPrefix));
  return names.reverse().map((name) => path.join(bases, name));
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(manifestIn(folder), 'utf8')) as Manifest;
  } catch (error) {
    // The other backups are unaffected.
    console.error(`${folder} is no backup that can be read: ${(error as Error).message}`);
    return null;
  }
}

const manifestIn = (folder: string) => path.join(folder, 'manifest.json');

/** Cache by manifest and modification time, because checks ask each minute. Null: the manifest is unreadable. */
const cachedEnds = new Map<string, string | null>();

/** When the newest backup ended; null where there is none. */
export async function newestEndIn(backupDirectory: string): Promise<Date | null> {
  for (const folder of await finishedIn(backupDirectory)) {
    // It may be removed at this moment.
    const changed = await stat(manifestIn(folder)).catch(() => null);
    const key = `${folder} ${changed?.mtimeMs}`;
    if (!cachedEnds.has(key)) cachedEnds.set(key, (await readManifest(folder))?.endedAt ?? null);
    const endedAt = cachedEnds.get(key);
    if (endedAt) return new Date(endedAt);
  }
  return null;
}

/** Created by ext4 at the root of a disk; only root may read it. */
export const lostAndFound = 'lost+found';

/** The sorted names in a folder; empty if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name !== lostAndFound).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** All files below a folder, by relative path. */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  for (const name of await namesIn(path.join(folder, below))) {
    const file = path.posix.join(below, name);
    // Files removed meanwhile are skipped.
    const found = await stat(path.join(folder, file)).catch(() => null);
    if (found?.isDirectory()) yield* filesBelow(folder, file);
    else if (found) yield file;
  }
}
