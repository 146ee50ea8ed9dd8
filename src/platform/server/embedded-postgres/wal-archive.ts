import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDurably } from '#platform/server/files/write-durably.ts';
import type { ServerIdentity } from './server-identity.ts';

const archiveScript = fileURLToPath(new URL('./archive-wal.sh', import.meta.url));
const restoreScript = fileURLToPath(new URL('./restore-wal.ts', import.meta.url));

/** What has to be within reach of the server's identity, beside the folder of the archive. */
export const archivePrograms = [path.dirname(archiveScript)];
/** The same of a server that replays one. */
export const recoveryPrograms = [process.execPath, path.dirname(restoreScript)];

/**
 * The folder into which this server archives, below `archives`. Its name is kept beside the data directory: a restored
 * server, and one that is made anew, begin a folder of their own, so that no two histories ever meet in one.
 */
export async function openArchive(directory: string, archives: string): Promise<string> {
  const file = path.join(directory, 'archive-name');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const name = kept || `${idOf(new Date())}-${randomBytes(3).toString('hex')}`;
  // Empty where a start was killed as it wrote it: its segments would lie among the folders.
  if (!kept) await writeDurably(file, name);
  const folder = path.join(archives, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}

/** A moment as a name of a folder. */
export function idOf(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, '').replaceAll(':', '');
}

/** The settings of a server that archives: a segment at least each minute in which something was written. */
export function archiveSettings(folder: string, identity: ServerIdentity): Record<string, string> {
  if (process.getuid?.() === 0) chownSync(folder, identity.uid, identity.gid);
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `sh ${quote(archiveScript)} "%p" ${quote(folder)}/%f.gz`,
  };
}

/** The settings of a server that replays an archive and then becomes one of its own, to its end or to a moment. */
export function recoverySettings(folder: string, to: Date | null): Record<string, string> {
  return {
    archive_mode: 'off',
    // It takes connections once it has recovered, and not before.
    hot_standby: 'off',
    restore_command: `${quote(process.execPath)} ${quote(restoreScript)} ${quote(folder)}/%f.gz "%p"`,
    recovery_target_timeline: 'current',
    ...(to
      ? {
          recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
          // A segment behind the moment may be damaged: it is not read before it is needed.
          recovery_prefetch: 'off',
        }
      : {}),
  };
}

/** For the shell, in a setting in which a percent sign begins a name. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
