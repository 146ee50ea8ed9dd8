import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** An ext4 file system in an image file, mounted through a loop device. Needs root. */
export type LoopDisk = {
  /** Where it is mounted. */
  directory: string;
  /** Copies the image as the disk holds it now, without what is only in memory. */
  snapshot(image: string): Promise<void>;
  unmount(): Promise<void>;
};

export function makeImage(image: string, megabytes: number): void {
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  run('mkfs.ext4', '-q', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image);
}

/**
 * Mounts an image in `directory`. The loop device writes to the image directly, so that the image never holds more than
 * a disk would: what was not synced is in the memory of the mounted file system only. Its journal is committed when
 * somebody syncs, and otherwise not for minutes.
 */
export function mountImage(image: string, directory: string): LoopDisk {
  mkdirSync(directory, { recursive: true });
  const device = run('losetup', '--direct-io=on', '--show', '--find', image);
  const blockDevice = `/sys/block/${path.basename(device)}`;
  if (readFileSync(`${blockDevice}/loop/dio`, 'utf8').trim() !== '1')
    throw new Error(`The file system of ${image} does not do direct I/O; name another by TMPDIR.`);
  run('mount', '-o', 'commit=300', device, directory);
  return {
    directory,
    snapshot: async (to) => {
      for (;;) {
        const before = writesOf(blockDevice);
        run('cp', '--sparse=always', image, to);
        if (before.inFlight === 0 && writesOf(blockDevice).done === before.done) return;
        await delay(20);
      }
    },
    unmount: async () => {
      // Whoever was killed a moment ago may still be letting go.
      for (let tries = 1; !succeeds('umount', directory); tries += 1) {
        if (tries > 100) throw new Error(`${directory} is in use.`);
        await delay(100);
      }
      run('losetup', '--detach', device);
    },
  };
}

/** Fields of /sys/block/DEVICE/stat: 5 is writes that ended, 9 what is under way, 16 flushes. */
function writesOf(blockDevice: string): { done: string; inFlight: number } {
  const fields = readFileSync(`${blockDevice}/stat`, 'utf8').trim().split(/\s+/);
  return { done: `${fields[4]} ${fields[15]}`, inFlight: Number(fields[8]) };
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}
