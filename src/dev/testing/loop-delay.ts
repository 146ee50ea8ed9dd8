import { existsSync, readFileSync } from 'node:fs';

const tick = 10;

/**
 * The longest time, in milliseconds, for which this process answered nobody while it did `work`. Less what it waited for a
 * processor, where the system tells that: a busy neighbour is not what is measured.
 */
export async function measureLoopDelay(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let before = busyUntilNow();
  const look = () => {
    const now = busyUntilNow();
    longest = Math.max(longest, now - before - tick);
    before = now;
  };
  const timer = setInterval(look, tick);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/** In milliseconds, from any beginning. */
function busyUntilNow(): number {
  return performance.now() - waitedForProcessor();
}

/** The main thread's, in milliseconds: the second figure of Linux's schedstat, in nanoseconds (`proc_pid_schedstat(5)`). */
function waitedForProcessor(): number {
  if (!existsSync('/proc/self/schedstat')) return 0;
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
}
