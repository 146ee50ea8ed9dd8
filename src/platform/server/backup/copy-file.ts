import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

const largestChunk = 1 << 20;

/**
 * Copies a file to a new name and, unless `sync` is false, flushes it to the disk; the caller syncs the folder. Returns
 * the SHA-256 of what was written.
 */
export async function copyFile(from: string, to: string, { sync = true } = {}): Promise<string> {
  const source = await open(from, 'r');
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      const digest = createHash('sha256');
      // Most files of a database are small. A stream would allocate a whole chunk for each, twice.
      const buffer = Buffer.allocUnsafe(Math.min((await source.stat()).size + 1, largestChunk));
      for (;;) {
        const { bytesRead } = await source.read(buffer);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        digest.update(chunk);
        // Unlike write(), which may write only a part.
        await target.writeFile(chunk);
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

/**
 * Runs `work` for several items at a time, because disks handle parallel files well. On error, waits for running calls
 * to finish, then rejects with the first error.
 */
export async function forEachConcurrently<Item>(
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
