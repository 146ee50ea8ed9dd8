import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FSDriver } from 'flydrive/drivers/fs';
import { lostAndFound } from '#platform/server/backup/backup-folder.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { StoreDriver, StoredEntry } from './store-driver.ts';
import { writeDurably } from './write-durably.ts';

export function fileDirectory({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return path.join(dataDirectory, 'files');
}

/** Files on a disk, and their copies on that of the backup. flydrive's own writes are neither atomic nor synced. */
export class DiskDriver extends FSDriver implements StoreDriver {
  readonly #directory: string;
  readonly #copies: string | null;
  readonly #onUncopied: (error: unknown) => void;

  constructor(directory: string, copies: string | null, onUncopied: (error: unknown) => void) {
    super({ location: directory, visibility: 'private' });
    this.#directory = directory;
    this.#copies = copies;
    this.#onUncopied = onUncopied;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
    await this.#copy(key);
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
    await this.#copy(key);
  }

  async *entries(folder = ''): AsyncGenerator<StoredEntry> {
    // A store that was never written to has no folder yet.
    const entries = await readdir(path.join(this.#directory, folder), { withFileTypes: true }).catch(
      orNone([]),
    );
    for (const entry of entries) {
      if (entry.name === lostAndFound) continue;
      const key = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) yield* this.entries(key);
      else {
        const found = await stat(path.join(this.#directory, key)).catch(orNone(null));
        if (found) yield { key, changedAt: found.mtime };
      }
    }
  }

  /** The folder is made with the first file. */
  async assertUsable(): Promise<void> {}

  async #copy(key: string): Promise<void> {
    if (!this.#copies) return;
    try {
      await writeDurably(path.join(this.#copies, key), createReadStream(path.join(this.#directory, key)));
    } catch (error) {
      this.#onUncopied(error);
    }
  }
}

function orNone<None>(none: None): (error: NodeJS.ErrnoException) => None {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return none;
  };
}
