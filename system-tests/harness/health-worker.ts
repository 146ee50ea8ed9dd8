import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Asks /healthz from a loop of its own, on a new connection each time, until it is told to end; then tells all times.
const times: number[] = [];
let isOver = false;
parentPort!.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const start = performance.now();
  // No answer is counted as one.
  const response = await fetch(`${workerData as string}/healthz`, { headers: { connection: 'close' } }).catch(
    () => null,
  );
  await response?.arrayBuffer();
  times.push(response?.ok ? performance.now() - start : Number.POSITIVE_INFINITY);
  await delay(50);
}
parentPort!.postMessage(times);
parentPort!.close();
