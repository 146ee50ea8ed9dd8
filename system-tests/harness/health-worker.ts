import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Asks /healthz from a loop of its own until it is told to end, then reports all times. On a kept connection, as the proxy
// in front has it: new ones wait behind others to be accepted.
const times: number[] = [];
let isOver = false;
parentPort!.once('message', () => {
  isOver = true;
});
await fetch(`${workerData as string}/healthz`).then((response) => response.arrayBuffer());
parentPort!.postMessage('ready');
while (!isOver) {
  const start = performance.now();
  // No answer is counted as one.
  const response = await fetch(`${workerData as string}/healthz`).catch(() => null);
  await response?.arrayBuffer();
  times.push(response?.ok ? performance.now() - start : Number.POSITIVE_INFINITY);
  await delay(50);
}
parentPort!.postMessage(times);
parentPort!.close();
