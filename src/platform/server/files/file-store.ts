import { Disk } from 'flydrive';
import { copiesIn } from '#platform/server/backup/backup-folder.ts';
import type { Settings } from '#platform/server/settings.ts';
import { DiskDriver, fileDirectory } from './disk-driver.ts';
import type { StoreDriver } from './store-driver.ts';

type Place = Pick<Settings, 'dataDirectory'> &
  Partial<Pick<Settings, 'backupDirectory' | 'databaseUrl' | 'objectStore'>>;

/** Where bytes live. `stored-files.ts` gives them their names and keeps a row of each. */
export class FileStore extends Disk {
  readonly place: StoreDriver;

  constructor(place: StoreDriver) {
    super(place);
    this.place = place;
  }
}

/**
 * The store of the settings. Beside an embedded database each file on the disk is copied to the backup as it is written, so that it is
 * there before the segment that names it. `onUncopied` is told of one that is not: the next backup copies it.
 */
export async function createFileStore(
  settings: Place,
  onUncopied: (error: unknown) => void = () => {},
): Promise<FileStore> {
  if (settings.objectStore) {
    // Only where it is set: the client of S3 takes half a second to load.
    const { S3Driver } = await import('./s3-driver.ts');
    return new FileStore(new S3Driver(settings.objectStore, fileDirectory(settings)));
  }
  const copies =
    settings.databaseUrl || !settings.backupDirectory ? null : copiesIn(settings.backupDirectory);
  return new FileStore(new DiskDriver(fileDirectory(settings), copies, onUncopied));
}
