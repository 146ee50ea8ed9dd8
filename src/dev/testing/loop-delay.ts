import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time, in milliseconds, for which this process answered nobody while it did `work`. */
export async function measureLoopDelay(work: () => Promise<void>): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 10 });
  monitor.enable();
  try {
    await work();
  } finally {
    monitor.disable();
  }
  return monitor.max / 1e6;
}
