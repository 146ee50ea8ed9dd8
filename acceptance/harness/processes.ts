import { readdirSync, readFileSync } from 'node:fs';

/** The process and everything that descends from it, itself last. */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const children = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [...children(child), child]);
  return [...children(pid), pid];
}

export function killTree(pid: number): void {
  for (const one of treeOf(pid).reverse()) killQuietly(one, 'SIGKILL');
}

export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
