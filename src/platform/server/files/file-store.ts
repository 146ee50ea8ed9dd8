import { Disk } from 'flydrive';
import { copiesIn } from '#platform/server/backup/backup-folder.ts';
import type { Settings } from '#platform/server/settings.ts';
import { DiskDriver, fileDirectory } from './disk-driver.ts';
import type { StoreDriver } from './store-driver.ts';

type StoreSettings = Pick<Settings, 'dataDirectory'> &
  Partial<Pick<Settings, 'backupDirectory' | 'databaseUrl' | 'objectStore'>>;

/** Stores bytes by key. `stored-files.ts` assigns the keys and keeps a row for each. */
export class FileStore extends Disk {
  readonly place: StoreDriver;

  constructor(place: StoreDriver) {
    super(place);
    this.place = place;
  }
}

/**
 * The file store of the settings. With an embedded database each file on the disk is copied to the backup as it is
 * written, so that it is there before the WAL segment with its row. `onUncopied` is called if that fails; the next
 * backup copies the file.
 */
export async function createFileStore(
  settings: StoreSettings,
  onUncopied: (error: unknown) => void = () => {},
): Promise<FileStore> {
  if (settings.objectStore) {
    // Imported only if configured: the S3 client takes half a second to load.
    const { S3Driver } = await import('./s3-driver.ts');
    return new FileStore(new S3Driver(settings.objectStore, fileDirectory(settings)));
  }
  const copies =
    settings.databaseUrl || !settings.backupDirectory ? null : copiesIn(settings.backupDirectory);
  return new FileStore(new DiskDriver(fileDirectory(settings), copies, onUncopied));
}
