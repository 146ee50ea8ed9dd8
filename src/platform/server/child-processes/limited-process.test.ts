import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { domainError } from '#platform/server/domain-error.ts';
import { LimitedProcess, type ProcessLimits } from './limited-process.ts';
import { ProcessPool } from './process-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'limited-process-'));
const entry = join(folder, 'program.mjs');
writeFileSync(
  entry,
  `process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    if (message === 'fault') throw new Error('a fault of the program');
    if (message === 'grow') {
      const held = [];
      setInterval(() => held.push(Buffer.alloc(10_000_000, 1)), 1);
    } else if (message !== 'loop') process.send(message);
    else for (;;);
  });`,
);
const generous: ProcessLimits = { entry, heapMb: 64, residentMb: 500 };
const started: LimitedProcess[] = [];

afterEach(() => Promise.all(started.splice(0).map((one) => one.stop(new Error('test is over')))));
afterAll(() => rmSync(folder, { recursive: true }));

function start(limits: Partial<ProcessLimits> = {}): LimitedProcess {
  const one = new LimitedProcess({ ...generous, ...limits });
  started.push(one);
  return one;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const patient = { ms: 60_000 };

describe('a process that ends before its answer says why', () => {
  test('killed from outside', async () => {
    const one = start();
    await one.ask('echo', patient);
    const answer = one.ask('loop', patient);
    process.kill(one.pid!, 'SIGKILL');
    await expect(answer).rejects.toMatchObject({
      reason: 'crashed',
      wasKilled: true,
      message: expect.stringContaining('SIGKILL'),
    });
    expect(one.usable).toBe(false);
  });

  test('a fault of its own', async () => {
    await expect(start().ask('fault', patient)).rejects.toMatchObject({
      reason: 'crashed',
      wasKilled: false,
      message: expect.stringContaining('a fault of the program'),
    });
  });

  test('too slow', async () => {
    await expect(start().ask('loop', { ms: 100 })).rejects.toMatchObject({ reason: 'timed_out' });
  });

  test.runIf(process.platform === 'linux')('too large', async () => {
    const answer = start({ residentMb: 220 }).ask('grow', patient);
    await expect(answer).rejects.toMatchObject({ reason: 'out_of_memory' });
  });

  test('aborted', async () => {
    const one = start();
    const abort = new AbortController();
    const answer = one.ask('loop', { ...patient, signal: abort.signal });
    abort.abort(new Error('the operator pressed Cancel'));
    await expect(answer).rejects.toThrow('the operator pressed Cancel');
    expect(isRunning(one.pid!)).toBe(false);
  });
});

describe('a process and the one that started it', () => {
  const script = (after: string) => `
    import { LimitedProcess } from ${JSON.stringify(join(import.meta.dirname, 'limited-process.ts'))};
    const one = new LimitedProcess(${JSON.stringify(generous)});
    console.log(one.pid);
    ${after}`;
  const nodeArguments = (after: string) => ['--input-type=module', '--eval', script(after)];

  test('an idle one lets it end, and ends with it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, nodeArguments(''));
    await vi.waitFor(() => expect(isRunning(Number(stdout))).toBe(false), { timeout: 30_000 });
  });

  test('it ends when its parent is killed', async () => {
    const parent = spawn(process.execPath, nodeArguments('setInterval(() => {}, 1_000);'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    expect(isRunning(Number(line))).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false), { timeout: 30_000 });
  });
});

test('a pool reuses its processes, lets callers wait in order and refuses more than may wait', async () => {
  const pool = new ProcessPool({ ...generous, most: 1, retireAboveMb: 500, mostWaiting: 1 });
  const first = await pool.acquire();
  const second = pool.acquire();
  await expect(pool.acquire()).rejects.toThrow(domainError('request.busy'));
  await pool.release(first);
  expect(await second).toBe(first);
  expect(pool.use).toEqual({ busy: 1, idle: 0, waiting: 0 });
  await pool.close(null);
  await pool.release(first);
  expect((await pool.acquire()).pid).not.toBe(first.pid);
  await pool.close(null);
});
