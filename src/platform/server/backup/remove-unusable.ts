import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { archivesIn, copiesIn, filesBelow, listBackups, namesIn } from './backup-folder.ts';

/**
 * Removes what no base backup can use any more: segments from before the first one of their archive, and copies of files that
 * were gone before the oldest backup began. Base backups are the operator's to remove.
 */
export async function removeUnusable(directories: {
  dataDirectory: string;
  backupDirectory: string;
}): Promise<number> {
  const { dataDirectory, backupDirectory } = directories;
  const backups = await listBackups(backupDirectory);
  if (backups.length === 0) return 0;
  let removed = 0;
  const remove = async (file: string) => {
    await rm(file, { force: true, recursive: true });
    removed += 1;
  };
  const archives = archivesIn(backupDirectory);
  for (const archive of await namesIn(archives)) {
    const first = backups.find(({ manifest }) => manifest.archive === archive)?.manifest.firstSegment;
    // A timeline's number comes first: only segments of the same one are compared.
    for (const name of first ? await namesIn(path.join(archives, archive)) : [])
      if (/^[0-9A-F]{24}/.test(name) && name.slice(0, 8) === first!.slice(0, 8) && name.slice(0, 24) < first!)
        await remove(path.join(archives, archive, name));
  }
  const wanted = new Set(backups.flatMap(({ manifest }) => manifest.files));
  const oldest = Date.parse(backups[0]!.manifest.startedAt);
  for await (const key of filesBelow(copiesIn(backupDirectory))) {
    if (wanted.has(key)) continue;
    const copy = path.join(copiesIn(backupDirectory), key);
    const [own, copied] = await Promise.all([
      stat(path.join(dataDirectory, 'files', key)).catch(() => null),
      stat(copy).catch(() => null),
    ]);
    if (!own && copied && copied.mtimeMs < oldest) await remove(copy);
  }
  return removed;
}
