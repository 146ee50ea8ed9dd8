import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FSDriver } from 'flydrive/drivers/fs';
import { lostAndFound } from '#platform/server/backup/backup-folder.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { StoreDriver, StoredEntry } from './store-driver.ts';
import { writeDurably } from './write-durably.ts';

export function fileDirectory({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return path.join(dataDirectory, 'files');
}

/** How long an upload waits for its backup copy; while one copy hangs, further uploads do not wait. */
const copyMilliseconds = 20_000;

/**
 * Files on a disk, with copies on the backup disk. flydrive's own writes are neither atomic nor synced. Copies are made
 * one at a time: a hanging backup disk then blocks only one of Node's few threads for files and DNS.
 */
export class DiskDriver extends FSDriver implements StoreDriver {
  readonly #directory: string;
  readonly #copies: string | null;
  readonly #onUncopied: (error: unknown) => void;
  readonly #patience: number;
  #lastCopy: Promise<void> = Promise.resolve();
  #hangs = false;

  constructor(
    directory: string,
    copies: string | null,
    onUncopied: (error: unknown) => void,
    patience = copyMilliseconds,
  ) {
    super({ location: directory, visibility: 'private' });
    this.#directory = directory;
    this.#copies = copies;
    this.#onUncopied = onUncopied;
    this.#patience = patience;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
    await this.#copy(key);
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
    await this.#copy(key);
  }

  /** Opened first: the stream of a missing file would fail before it has a listener, and end the process. */
  override async getStream(key: string): Promise<Readable> {
    const handle = await open(path.join(this.#directory, key));
    return handle.createReadStream();
  }

  async *entries(folder = ''): AsyncGenerator<StoredEntry> {
    // The folder is created with the first file.
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

  /** The folder is created with the first file. */
  async assertUsable(): Promise<void> {}

  async #copy(key: string): Promise<void> {
    if (!this.#copies) return;
    const copy = path.join(this.#copies, key);
    const over = new AbortController();
    const ownTurn = this.#lastCopy.then(async () => {
      if (over.signal.aborted) return;
      // It may have been deleted meanwhile, such as an upload that was refused.
      const handle = await open(path.join(this.#directory, key)).catch(orNone(null));
      if (handle) await writeDurably(copy, handle.createReadStream());
    });
    this.#lastCopy = ownTurn
      // A failure is reported to the caller whose copy it is.
      .catch(() => {})
      .then(() => {
        this.#hangs = false;
      });
    const late = delay(this.#hangs ? 0 : this.#patience, undefined, { signal: over.signal }).then(() => {
      this.#hangs = true;
      throw new Error(`${copy} was not written in time`);
    });
    try {
      await Promise.race([ownTurn, late]);
    } catch (error) {
      this.#onUncopied(error);
    } finally {
      over.abort();
    }
  }
}

function orNone<None>(none: None): (error: NodeJS.ErrnoException) => None {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return none;
  };
}
