import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Settings } from '#platform/server/settings.ts';
import { writeDurably } from './write-durably.ts';

/** Where bytes live. `stored-files.ts` gives them their names and keeps a row of each. */
export function createFileStore(settings: Pick<Settings, 'dataDirectory'>): Disk {
  return new Disk(new DurableDriver(fileDirectory(settings)));
}

export function fileDirectory({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return path.join(dataDirectory, 'files');
}

/** The driver's own writes are neither atomic nor synced. */
class DurableDriver extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: 'private' });
    this.#directory = directory;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    await writeDurably(path.join(this.#directory, key), contents);
  }
}
