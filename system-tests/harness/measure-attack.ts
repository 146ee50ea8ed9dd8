import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DemoPortal } from './demo-portal.ts';
import { commandLine, memoryOf, treeOf } from './process-tree.ts';
import { percentile } from './write-colleges.ts';

/** What an attack cost; megabytes are resident ones at their highest, sampled every 50 ms. */
export type Cost = {
  /** Of the process that serves. */
  processMb: number;
  /** Of it and all that it started (readers of files, renderers) without PostgreSQL; what is mapped from files counts once. */
  treeMb: number;
  /** The longest time for which the server's event loop stood still, measured inside. */
  loopMs: number;
  healthMs: { p99: number; worst: number };
};

export async function measureAttack(server: DemoPortal, attack: () => Promise<void>): Promise<Cost> {
  await longestTurn(server);
  const health = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: server.url });
  await once(health, 'message');
  const cost = { processMb: 0, treeMb: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const memory = treeOf(server.pid())
        .filter((pid) => !commandLine(pid).includes('postgres'))
        .map(memoryOf);
      const [serving] = memory;
      cost.processMb = Math.max(cost.processMb, serving!.own + serving!.mapped);
      const own = memory.reduce((sum, one) => sum + one.own, 0);
      cost.treeMb = Math.max(cost.treeMb, own + Math.max(...memory.map(({ mapped }) => mapped)));
      await delay(50);
    }
  })();
  try {
    await attack();
  } finally {
    isOver = true;
    health.postMessage('end');
  }
  const [times] = (await once(health, 'message')) as [number[]];
  await watching;
  return {
    processMb: Math.round(cost.processMb),
    treeMb: Math.round(cost.treeMb),
    loopMs: await longestTurn(server),
    healthMs: { p99: percentile(times, 0.99), worst: percentile(times, 1) },
  };
}

/** Since it was asked before. */
async function longestTurn(server: DemoPortal): Promise<number> {
  const child = server.child();
  const answered = once(child, 'message');
  child.send('how long');
  const [{ longestMs }] = (await answered) as [{ longestMs: number }];
  return longestMs;
}
