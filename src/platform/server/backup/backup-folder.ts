import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

// BACKUP_DIRECTORY/
//   archive/NAME/SEGMENT.gz   the write-ahead log of each server that ever archived here
//   files/KEY                 the store, copied as it is written; shared by all backups
//   base/ID/                  base backups: manifest.json, sealed.json, pgdata/

/** What a base backup says of itself; it is written last. */
export type Manifest = {
  id: string;
  /** Folder of the archive that continues it. */
  archive: string;
  startedAt: string;
  /** The earliest moment to which it can be restored. */
  endedAt: string;
  firstSegment: string;
  /** SHA-256 of each file below pgdata. */
  database: Record<string, string>;
  /** Files of the store at its end. */
  files: string[];
};

export type Backup = { folder: string; manifest: Manifest };

export const archivesIn = (backupDirectory: string) => path.join(backupDirectory, 'archive');
export const copiesIn = (backupDirectory: string) => path.join(backupDirectory, 'files');
export const basesIn = (backupDirectory: string) => path.join(backupDirectory, 'base');

/** How the name of a base backup begins that was never finished. */
export const unfinishedPrefix = 'unfinished-';

/** In a data directory that is being restored, or whose restore was cut off: no portal is started there. */
export const unfinishedRestore = 'unfinished-restore';

/** Base backups that were finished, newest first; one manifest at a time, because each names every file of the store. */
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
    // The others are as good as they were.
    console.error(`${folder} is no backup that can be read: ${(error as Error).message}`);
    return null;
  }
}

const manifestIn = (folder: string) => path.join(folder, 'manifest.json');

/** By manifest and its time of change: whoever asks each minute reads none twice. Null: it cannot be read. */
const knownEnds = new Map<string, string | null>();

/** When the newest backup ended; null where there is none. */
export async function newestEndIn(backupDirectory: string): Promise<Date | null> {
  for (const folder of await finishedIn(backupDirectory)) {
    // Somebody may remove it at this moment.
    const changed = await stat(manifestIn(folder)).catch(() => null);
    const key = `${folder} ${changed?.mtimeMs}`;
    if (!knownEnds.has(key)) knownEnds.set(key, (await readManifest(folder))?.endedAt ?? null);
    const endedAt = knownEnds.get(key);
    if (endedAt) return new Date(endedAt);
  }
  return null;
}

/** What ext4 has at the root of a disk; only root may read it. */
export const lostAndFound = 'lost+found';

/** The names in a folder, in order; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name !== lostAndFound).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** All files below a folder, with their paths in it. */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  for (const name of await namesIn(path.join(folder, below))) {
    const file = path.posix.join(below, name);
    // What goes meanwhile is no longer below it.
    const found = await stat(path.join(folder, file)).catch(() => null);
    if (found?.isDirectory()) yield* filesBelow(folder, file);
    else if (found) yield file;
  }
}
