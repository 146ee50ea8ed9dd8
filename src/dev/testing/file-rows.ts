import { v7 as uuid } from 'uuid';
import { recordStored } from '#platform/server/files/stored-files.ts';
import type { Portal, StaffCaller } from './portal.ts';

/** A file's row without bytes, for tests in which drawing a picture would take longer than everything else. */
export async function addFileRow(
  { services }: Portal,
  { actor }: StaffCaller,
  kind: 'photo' | 'receipt',
): Promise<string> {
  const id = uuid();
  await recordStored(services.db, [
    { key: id, mediaType: 'image/jpeg', byteSize: 1, sha256: 'a'.repeat(64) },
  ]);
  await services.db
    .insertInto('files')
    .values({
      id,
      kind,
      original_name: 'photo.jpg',
      media_type: 'image/jpeg',
      byte_size: 1,
      sha256: id,
      storage_key: id,
      uploaded_by: actor.id,
    })
    .execute();
  return id;
}
