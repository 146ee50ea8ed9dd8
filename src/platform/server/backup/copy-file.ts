import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/**
 * Copies a file to a name that is free, on the disk when this returns unless nothing depends on that yet; the folder is the
 * caller's to sync. Answers the SHA-256 of what was written.
 */
export async function copyFile(from: string, to: string, { sync = true } = {}): Promise<string> {
  const source = await open(from, 'r');
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      const digest = createHash('sha256');
      for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
        digest.update(chunk as Buffer);
        // Unlike write(), which may take a part of it.
        await target.writeFile(chunk as Buffer);
      }
      if (sync) await target.sync();
      return digest.digest('hex');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Does `work` on each, some at a time: a disk takes several files at once. After a fault none is at work any more when it is thrown. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const faults: unknown[] = [];
  const worker = async () => {
    for (let next = left.next(); !next.done && faults.length === 0; next = left.next())
      await work(next.value).catch((error: unknown) => faults.push(error));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  if (faults.length > 0) throw faults[0];
}
