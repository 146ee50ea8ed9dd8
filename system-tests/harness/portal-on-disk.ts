import { constants, copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#dev/testing/portal-process.ts';
import { type DemoPortal, startDemoPortal } from './demo-portal.ts';
import { damagedFiles, examine } from './examine.ts';
import { mountImage } from './loop-disk.ts';
import { startOfficeWork } from './office-work.ts';
import { isRunning, isStopped, killAll, treeOf } from './process-tree.ts';
import { retryingFetch } from './retrying-fetch.ts';

/** Between two cuts each of the 25 clients writes about this often. */
const fewestWrites = 100;
const maximumDelayMs = 3_000;

/** A portal whose whole data directory lies on a disk of its own, with 25 clients at work. */
export type PortalOnDisk = {
  ownerUrl(): string;
  /** Lets the clients work until a random moment, cuts the power, starts again from what the disk held, and looks. */
  cutPower(): Promise<{ faults: string[]; figures: object }>;
  end(): Promise<void>;
};

export async function openPortalOnDisk(
  folder: string,
  sample: string,
  nodeArgs: string[] = [],
): Promise<PortalOnDisk> {
  const port = await freePort();
  let images = 0;
  const nextImage = () => {
    images += 1;
    return path.join(folder, `disk-${images % 2}.img`);
  };
  let image = nextImage();
  copyFileSync(sample, image, constants.COPYFILE_FICLONE);
  let disk = mountImage(image, path.join(folder, 'disk'));
  const start = () => startDemoPortal({ directory: path.join(disk.directory, 'data'), port, nodeArgs });
  let server: DemoPortal | null = await start();
  const acknowledged = retryingFetch();
  acknowledged.open();
  const work = await startOfficeWork(server, acknowledged);
  let filesSeen = 0;

  const cut = async () => {
    const tree = await stopAll(server!.pid());
    acknowledged.close();
    const next = nextImage();
    await disk.snapshot(next);
    await endAll(tree);
    // What was sent before the cut was received.
    await delay(200);
    await disk.unmount();
    rmSync(image);
    image = next;
    disk = mountImage(image, disk.directory);
  };

  return {
    ownerUrl: () => server!.ownerUrl(),
    cutPower: async () => {
      const before = acknowledged.writes.length;
      acknowledged.open();
      while (acknowledged.writes.length < before + fewestWrites) await delay(20);
      await delay(Math.random() * maximumDelayMs);
      await cut();
      const files = work.told.files.slice(filesSeen);
      filesSeen = work.told.files.length;
      const figures = { writes: acknowledged.writes.length - before, files: files.length };
      const began = performance.now();
      server = null;
      try {
        server = await start();
      } catch (error) {
        return { faults: [String(error)], figures };
      }
      const startMs = Math.round(performance.now() - began);
      const faults = await examine(server, work, acknowledged);
      faults.push(...(await damagedFiles(server, work, files)));
      return { faults, figures: { ...figures, startMs } };
    },
    end: async () => {
      acknowledged.giveUp();
      await work.stop();
      await server?.close();
      await disk.unmount();
      rmSync(image, { force: true });
    },
  };
}

/** Stops a server, so that it answers nobody any more, then whatever works for it. */
async function stopAll(root: number): Promise<number[]> {
  killAll([root], 'SIGSTOP');
  for (;;) {
    const tree = treeOf(root);
    const running = tree.filter((pid) => !isStopped(pid));
    if (running.length === 0) return tree;
    killAll(running, 'SIGSTOP');
    await delay(5);
  }
}

async function endAll(pids: readonly number[]): Promise<void> {
  killAll(pids);
  while (pids.some(isRunning)) await delay(10);
}
