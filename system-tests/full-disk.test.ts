import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { type DemoPortal, startDemoPortal } from './harness/demo-portal.ts';
import { damagedFiles, examine, runScript } from './harness/examine.ts';
import { type LoopDisk, makeImage, mountImage } from './harness/loop-disk.ts';
import { describeWith } from './harness/needs.ts';
import { type OfficeWork, startOfficeWork } from './harness/office-work.ts';
import { type Acknowledged, retryingFetch } from './harness/retrying-fetch.ts';
import { percentile } from './harness/write-colleges.ts';

const rounds = Number(process.env.ROUNDS ?? 2);
const fullMs = 20_000;
const imageMegabytes = 700;
let fills = 0;

describeWith(['root', 'mkfs.ext4', 'losetup'], 'a full disk', () => {
  let folder: string;
  let disk: LoopDisk;
  let server: DemoPortal;
  let acknowledged: Acknowledged;
  let work: OfficeWork;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dikshant-full-'));
    const image = path.join(folder, 'disk.img');
    makeImage(image, imageMegabytes);
    disk = mountImage(image, path.join(folder, 'disk'));
    server = await startDemoPortal({ directory: path.join(disk.directory, 'data') });
    acknowledged = retryingFetch();
    acknowledged.open();
    work = await startOfficeWork(server, acknowledged);
  });
  afterAll(async () => {
    acknowledged?.giveUp();
    await work?.stop();
    await server?.close();
    await disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  });

  test(`full ${rounds} times under 25 clients: refused with its sentence, reads go on, nothing is lost`, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await writesGoOn();
      const refused = acknowledged.storageFull();
      const reads: number[] = [];
      fill(disk.directory);
      const until = Date.now() + fullMs;
      while (Date.now() < until) {
        fill(disk.directory);
        const start = performance.now();
        const response = await work.receiver.fetch('/api/applications?limit=50');
        await response.arrayBuffer();
        expect(response.status).toBe(200);
        reads.push(performance.now() - start);
        await delay(100);
      }
      expect((await runScript(server, 'doctor', 'disk')).join('\n')).toContain('is nearly full');
      const refusal = await uploadRefused();
      expect(refusal).toMatchObject({ status: 507, code: 'request.storage_full' });
      expect(acknowledged.storageFull()).toBeGreaterThan(refused);
      empty(disk.directory);
      const began = performance.now();
      await writesGoOn();
      console.log(
        JSON.stringify({
          round,
          refused: acknowledged.storageFull() - refused,
          readsP99: percentile(reads, 0.99),
          writingAfterMs: Math.round(performance.now() - began),
        }),
      );
      expect(server.isAlive()).toBe(true);
      expect(acknowledged.unforeseen).toEqual([]);
    }
    await work.stop();
    const faults = await examine(server, work, acknowledged);
    expect([...faults, ...(await damagedFiles(server, work, work.told.files))]).toEqual([]);
    const log = readFileSync(path.join(server.directory, 'postgres', 'postgres.log'), 'utf8');
    expect(log.match(/^.*PANIC.*$/m)?.[0]).toBeUndefined();
    console.log(JSON.stringify({ writes: acknowledged.writes.length, files: work.told.files.length }));
  });

  /** Every desk has done something, more or less. */
  async function writesGoOn(): Promise<void> {
    const before = acknowledged.writes.length;
    const deadline = Date.now() + 60_000;
    while (acknowledged.writes.length < before + 100) {
      if (Date.now() > deadline) throw new Error('Nobody can write.');
      await delay(20);
    }
  }

  async function uploadRefused(): Promise<object> {
    const response = await work.receiver.fetch('/api/files?kind=photo&name=a.jpg', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(await drawPortrait(1)),
    });
    return (await response.json()) as object;
  }
});

/** Takes what is left, and what was given back since, to the last block. */
function fill(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  fills += 1;
  // Fails when somebody was quicker; what it took by then stays taken.
  spawnSync('fallocate', ['--length', String(bavail * bsize), path.join(directory, `ballast-${fills}`)]);
  const descriptor = openSync(path.join(directory, 'ballast-0'), 'a');
  while (hasRoom(descriptor));
  closeSync(descriptor);
}

function hasRoom(descriptor: number): boolean {
  try {
    return writeSync(descriptor, Buffer.alloc(4096, 1)) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}

function empty(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith('ballast-')) rmSync(path.join(directory, name));
  }
}
