import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Name prefix of unfinished files; the purge removes those that a crash left. */
export const temporaryPrefix = '.writing-';

/**
 * Writes a file so that it survives a power failure: under a temporary name in its folder, fsync, rename, fsync of the
 * folder. Readers see the old or the new file, never a part.
 */
export async function writeDurably(
  file: string,
  content: string | Uint8Array | Readable,
  { mode = 0o600 }: { mode?: number } = {},
): Promise<void> {
  const folder = path.dirname(file);
  await makeFolderDurably(folder);
  const temporary = path.join(folder, `${temporaryPrefix}${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx', mode);
    await fill(handle, content);
    await rename(temporary, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, content: string | Uint8Array | Readable): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new folder is an entry of its parent, so the parent has to be synced as well. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
