import type { Stats } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { archivesIn, backupsIn, copiesIn, filesBelow, type Manifest, namesIn } from './backup-folder.ts';

/**
 * Removes base backups older than `keepDays`, but never the newest, and then what no remaining base backup can use:
 * whole archives, segments before the first one needed of their archive, and copies of files that were deleted before
 * the oldest backup began.
 */
export async function removeUnusable({
  dataDirectory,
  backupDirectory,
  keepDays,
}: {
  dataDirectory: string;
  backupDirectory: string;
  /** Null: no limit. */
  keepDays: number | null;
}): Promise<void> {
  const remove = (file: string) => rm(file, { force: true, recursive: true });
  const isOld = ({ endedAt }: Manifest) =>
    keepDays !== null && Date.parse(endedAt) < Date.now() - keepDays * 86_400_000;
  const kept: Pick<Manifest, 'archive' | 'firstSegment' | 'startedAt'>[] = [];
  const old: string[] = [];
  const begun = new Set<string>();
  const wanted = new Set<string>();
  for await (const { folder, manifest } of backupsIn(backupDirectory)) {
    const { archive, firstSegment, startedAt, files } = manifest;
    begun.add(archive);
    if (kept.length > 0 && isOld(manifest)) {
      old.push(folder);
      continue;
    }
    kept.push({ archive, firstSegment, startedAt });
    for (const key of files) wanted.add(key);
  }
  if (kept.length === 0) return;
  for (const folder of old) await remove(folder);
  const archives = archivesIn(backupDirectory);
  for (const archive of await namesIn(archives)) {
    const first = kept.findLast((backup) => backup.archive === archive)?.firstSegment;
    if (!first && begun.has(archive)) await remove(path.join(archives, archive));
    // The name begins with the timeline; only segments of the same timeline are compared.
    for (const name of first ? await namesIn(path.join(archives, archive)) : [])
      if (/^[0-9A-F]{24}/.test(name) && name.slice(0, 8) === first!.slice(0, 8) && name.slice(0, 24) < first!)
        await remove(path.join(archives, archive, name));
  }
  const oldest = Date.parse(kept.at(-1)!.startedAt);
  for await (const key of filesBelow(copiesIn(backupDirectory))) {
    if (wanted.has(key)) continue;
    const copy = path.join(copiesIn(backupDirectory), key);
    const [own, copied] = await Promise.all([
      statIfThere(path.join(dataDirectory, 'files', key)),
      statIfThere(copy),
    ]);
    if (!own && copied && copied.mtimeMs < oldest) await remove(copy);
  }
}

/**
 * Undefined if the file does not exist; other errors are thrown, because an unreadable disk must not cause copies to be
 * deleted.
 */
async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
