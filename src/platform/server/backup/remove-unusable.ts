import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { archivesIn, type Backup, copiesIn, filesBelow, listBackups, namesIn } from './backup-folder.ts';

/**
 * Removes base backups that are older than `keepDays`, but never the newest one, and then what no base backup can use any more: archives
 * that none of them begins, segments from before the first one of their archive, and copies of files that were gone before the
 * oldest backup began.
 */
export async function removeUnusable({
  dataDirectory,
  backupDirectory,
  keepDays,
}: {
  dataDirectory: string;
  backupDirectory: string;
  /** Null: all of them. */
  keepDays: number | null;
}): Promise<void> {
  const remove = (file: string) => rm(file, { force: true, recursive: true });
  const all = await listBackups(backupDirectory);
  const isOld = ({ manifest }: Backup) =>
    keepDays !== null && Date.parse(manifest.endedAt) < Date.now() - keepDays * 86_400_000;
  const backups = all.filter((backup, index) => index === all.length - 1 || !isOld(backup));
  if (backups.length === 0) return;
  for (const { folder } of all.filter((backup) => !backups.includes(backup))) await remove(folder);
  const archives = archivesIn(backupDirectory);
  for (const archive of await namesIn(archives)) {
    const first = backups.find(({ manifest }) => manifest.archive === archive)?.manifest.firstSegment;
    const wasUsed = all.some(({ manifest }) => manifest.archive === archive);
    if (!first && wasUsed) await remove(path.join(archives, archive));
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
}
