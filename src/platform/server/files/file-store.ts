import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { copiesIn } from '#platform/server/backup/backup-folder.ts';
import type { Settings } from '#platform/server/settings.ts';
import { writeDurably } from './write-durably.ts';

type Place = Pick<Settings, 'dataDirectory'> & Partial<Pick<Settings, 'backupDirectory' | 'databaseUrl'>>;

/**
 * Where bytes live. `stored-files.ts` gives them their names and keeps a row of each. Beside an embedded database each file is copied
 * to the backup as it is written, so that it is there before the segment that names it. `onUncopied` is told of one that is not:
 * the next backup copies it.
 */
export function createFileStore(settings: Place, onUncopied: (error: unknown) => void = () => {}): Disk {
  const copies =
    settings.databaseUrl || !settings.backupDirectory ? null : copiesIn(settings.backupDirectory);
  return new Disk(new DurableDriver(fileDirectory(settings), copies, onUncopied));
}

export function fileDirectory({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return path.join(dataDirectory, 'files');
}

/** The driver's own writes are neither atomic nor synced. */
class DurableDriver extends FSDriver {
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

  async #copy(key: string): Promise<void> {
    if (!this.#copies) return;
    try {
      await writeDurably(path.join(this.#copies, key), createReadStream(path.join(this.#directory, key)));
    } catch (error) {
      this.#onUncopied(error);
    }
  }
}
