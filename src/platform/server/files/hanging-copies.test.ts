import fs, { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskDriver } from './disk-driver.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dikshant-copies-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(root, { recursive: true });
});

/** As a network disk whose server is gone: what opens a file there waits until it is back. */
function hang(folder: string) {
  const { open } = fs;
  const waiting: (() => void)[] = [];
  let isBack = false;
  vi.spyOn(fs, 'open').mockImplementation(async (file, ...rest) => {
    if (String(file).startsWith(folder) && !isBack)
      await new Promise<void>((resolve) => waiting.push(resolve));
    return open(file, ...rest);
  });
  syncBuiltinESMExports();
  return {
    waiting,
    comeBack() {
      isBack = true;
      for (const resolve of waiting) resolve();
    },
  };
}

test('a disk of the backup that hangs is waited for once; its files are uncopied, and copied again once it is back', async () => {
  const copies = path.join(root, 'copies');
  const uncopied: string[] = [];
  const driver = new DiskDriver(
    path.join(root, 'files'),
    copies,
    (error) => uncopied.push((error as Error).message),
    100,
  );
  await driver.put('before', 'a');
  expect(await readdir(copies)).toEqual(['before']);

  const disk = hang(copies);
  await Promise.all(['one', 'two', 'three'].map((key) => driver.put(key, 'a')));
  await driver.put('four', 'a');
  expect(uncopied.sort()).toEqual(
    ['four', 'one', 'three', 'two'].map((key) => `${path.join(copies, key)} was not written in time`),
  );
  expect(disk.waiting).toHaveLength(1);
  expect(await driver.get('four')).toBe('a');

  disk.comeBack();
  await vi.waitUntil(
    async () => {
      const before = uncopied.length;
      await driver.put('after', 'a');
      return uncopied.length === before;
    },
    { timeout: 30_000 },
  );
  await driver.put('later', 'a');
  // And the one that hung, whichever it was.
  expect(await readdir(copies)).toHaveLength(4);
  expect(await readdir(copies)).toEqual(expect.arrayContaining(['before', 'after', 'later']));
});

test('a file that is deleted before it is copied ends nothing but its copy', async () => {
  const failures: unknown[] = [];
  const driver = new DiskDriver(
    path.join(root, 'deleted'),
    path.join(root, 'copies of deleted'),
    (error) => failures.push(error),
    1,
  );
  const bytes = Buffer.alloc(2 * 1024 * 1024);
  const putAndDelete = async (key: string) => {
    await driver.put(key, bytes);
    await driver.delete(key);
  };
  await Promise.all(Array.from({ length: 60 }, (_, index) => putAndDelete(`${index}/file`)));
  for (const error of failures) expect(String(error)).toMatch(/was not written in time/);
  await expect(driver.getStream('0/file')).rejects.toMatchObject({ code: 'ENOENT' });
});
