import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type Backup, backupsIn } from './backup-folder.ts';

export type CommandResult = { code: number | null; output: string };
export type Started = { child: ChildProcess; result: Promise<CommandResult> };
type Environment = Record<string, string | undefined>;

/** A command as an operator gives it, while it runs. */
export function start(command: 'backup' | 'restore', args: string[], env: Environment): Started {
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const result = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([code, out, errors]) => ({
    code,
    output: out + errors,
  }));
  return { child, result };
}

/** All base backups, newest first. */
export async function listBackups(backupDirectory: string): Promise<Backup[]> {
  const backups = [];
  for await (const backup of backupsIn(backupDirectory)) backups.push(backup);
  return backups;
}
