import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that descend from it. */
export function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) && parentOf(Number(name));
    if (parent) parents.set(Number(name), parent);
  }
  const tree = [root];
  for (const member of tree) for (const [pid, parent] of parents) if (parent === member) tree.push(pid);
  return tree;
}

function parentOf(pid: number): number | undefined {
  const [, parent] = /\) \S (\d+)/.exec(read(pid, 'stat')) ?? [];
  return parent ? Number(parent) : undefined;
}

export function isRunning(pid: number): boolean {
  return /\) [^ZX]/.test(read(pid, 'stat'));
}

/** Whether every thread of it is stopped, none still inside a system call. */
export function isStopped(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.every((thread) => /\) [TtZX]/.test(read(pid, `task/${thread}/stat`)));
  } catch {
    return true;
  }
}

export function commandLine(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Megabytes of memory that it holds now: its own, and mapped from files, which processes of one program share. */
export function memoryOf(pid: number): { own: number; mapped: number } {
  const status = read(pid, 'status');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { own: megabytes('RssAnon') + megabytes('RssShmem'), mapped: megabytes('RssFile') };
}

export function killAll(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended with its parent.
    }
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
