import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDurably } from '#platform/server/files/write-durably.ts';
import type { ServerIdentity } from './server-identity.ts';

const archiveScript = fileURLToPath(new URL('./archive-wal.sh', import.meta.url));
const restoreScript = fileURLToPath(new URL('./restore-wal.ts', import.meta.url));

/** Paths that the server's identity has to reach for archiving, besides the archive folder. */
export const archivePrograms = [path.dirname(archiveScript)];
/** The same for a server that replays an archive. */
export const recoveryPrograms = [process.execPath, path.dirname(restoreScript)];

/**
 * The folder into which this server archives, below `archives`. Its name is stored beside the data directory: restored
 * and newly created servers begin a new folder, so that two histories never mix.
 */
export async function openArchive(directory: string, archives: string): Promise<string> {
  const file = path.join(directory, 'archive-name');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const name = kept || `${idOf(new Date())}-${randomBytes(3).toString('hex')}`;
  // Empty if a start was killed while writing it; segments would then be written among the folders.
  if (!kept) await writeDurably(file, name);
  const folder = path.join(archives, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}

/** A moment as a folder name. */
export function idOf(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
}

/** Settings for archiving: at least one segment for each minute with writes. */
export function archiveSettings(folder: string, identity: ServerIdentity): Record<string, string> {
  if (process.getuid?.() === 0) chownSync(folder, identity.uid, identity.gid);
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `sh ${quote(archiveScript)} "%p" ${quote(folder)}/%f.gz`,
  };
}

/** Settings for replaying an archive to its end or to a moment, then continuing as a server of its own. */
export function recoverySettings(folder: string, to: Date | null): Record<string, string> {
  return {
    archive_mode: 'off',
    // Accept connections only after recovery.
    hot_standby: 'off',
    restore_command: `${quote(process.execPath)} ${quote(restoreScript)} ${quote(folder)}/%f.gz "%p"`,
    recovery_target_timeline: 'current',
    ...(to
      ? {
          recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
          // A segment after the target may be damaged: do not read it ahead.
          recovery_prefetch: 'off',
        }
      : {}),
  };
}

/** Quotes for the shell, in a setting where percent signs are escapes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
