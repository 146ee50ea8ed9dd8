import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Settings } from '#server/settings.ts';

/** Where bytes live: names are ours, the original name is data in the `files` table. */
export function createFileStore(settings: Settings): Disk {
  return new Disk(
    new FSDriver({ location: path.join(settings.dataDirectory, 'files'), visibility: 'private' }),
  );
}
