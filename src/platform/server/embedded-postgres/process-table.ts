import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type RunningProcess = {
  pid: number;
  /** Opaque; together with the pid it identifies a process even if the pid is reused. */
  startedAt: string;
  commandLine: string;
};

/**
 * A process that can still act. A zombie cannot, although `kill(pid, 0)` succeeds for it: where process 1 does not reap
 * (many containers), zombies stay forever.
 */
export function findRunningProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? findInProc(pid) : findByPs(pid);
}

/** The processes with this working directory, as PostgreSQL's have their data directory. Linux only. */
export function findProcessesIn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => workingDirectory(pid) === directory && findRunningProcess(pid));
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function findInProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return { pid, startedAt: fields[19]!, commandLine };
  } catch {
    return undefined;
  }
}

function findByPs(pid: number): RunningProcess | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=,args=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, state, startedAt, commandLine] =
    /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(stdout ?? '') ?? [];
  if (!state || !startedAt || state.startsWith('Z')) return undefined;
  return { pid, startedAt, commandLine: commandLine!.trim() };
}
