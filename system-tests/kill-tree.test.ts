import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#dev/testing/portal-process.ts';
import { commandLine, isRunning, killAll, treeOf } from './harness/process-tree.ts';

const kills = Number(process.env.KILLS ?? 12);
const startMs = 20_000;
const stopMs = 30_000;

let npm: ChildProcess;

const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-kills-'));
const port = await freePort();
// The first start fills in the sample data.
await start(240_000);
afterAll(() => {
  killAll(treeOf(npm.pid!));
  rmSync(directory, { recursive: true, force: true });
});

test(`npm start alone comes up after each of ${kills} kills`, async () => {
  const times: number[] = [];
  for (let count = 0; count < kills; count += 1) {
    // Some come in the middle of a start.
    await delay(randomInt(1, 1500));
    const tree = treeOf(npm.pid!);
    // The whole tree, mostly; or one process without which the portal cannot live, whose relatives have to notice.
    const vital = tree.filter((pid) => /npm start|start\.mjs|main\.ts|postgres -D/.test(commandLine(pid)));
    killAll(count % 3 === 2 ? [vital[randomInt(vital.length)]!] : tree);
    const began = performance.now();
    await start(startMs + stopMs);
    times.push(Math.round(performance.now() - began));
  }
  const slowest = Math.max(...times);
  console.log(`starts after kills: slowest ${slowest} ms, all ${times.join(' ')}`);
  expect(slowest).toBeLessThanOrEqual(startMs);
});

test('SIGTERM to npm ends everything that it started', async () => {
  const tree = treeOf(npm.pid!);
  expect(tree.length).toBeGreaterThan(3);
  npm.kill('SIGTERM');
  await expect.poll(() => tree.filter(isRunning), { timeout: stopMs }).toEqual([]);
});

/** Runs `npm start` until it serves; one that ends by itself is an error, whatever its reason. */
async function start(limitMs: number): Promise<void> {
  npm = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIRECTORY: directory },
  });
  const output: Buffer[] = [];
  for (const stream of [npm.stdout!, npm.stderr!]) stream.on('data', (chunk) => output.push(chunk));
  const ready = (async () => {
    while (!Buffer.concat(output).includes('Dikshant is ready')) await delay(20);
  })();
  const ended = once(npm, 'exit').then(() => 'ended');
  const outcome = await Promise.race([ready, ended, delay(limitMs, 'late')]);
  if (outcome) throw new Error(`npm start: ${outcome}\n${Buffer.concat(output)}`);
}
