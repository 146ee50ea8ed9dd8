import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { command } from '#server/command.ts';
import type { RequestContext } from '#server/context.ts';
import { unscoped } from '#server/db/database.ts';
import { type FileKind, inspectFile, makePictures } from './inspect-file.ts';

type FileUpload = { kind: FileKind; name: string; bytes: Buffer };
type StoredFile = {
  kind: FileKind;
  name: string;
  mediaType: string;
  byteSize: number;
  sha256: string;
  storageKey: string;
  thumbnailKey: string | null;
};

/**
 * Checks and stores an upload. The bytes are written before the row: a crash between leaves bytes without a name,
 * which nobody sees, and never a name without bytes. Nothing is shown until an application refers to it.
 */
export async function receiveFile(context: RequestContext, { kind, name, bytes }: FileUpload) {
  const { files } = context.services;
  const mediaType = await inspectFile(kind, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const storageKey = `uploads/${sha256.slice(0, 2)}/${sha256}`;
  const isPicture = mediaType.startsWith('image/');
  const pictures = isPicture ? await makePictures(bytes) : null;
  await files.put(storageKey, bytes);
  if (pictures) {
    await files.put(cleanPictureKey(storageKey), pictures.clean);
    await files.put(`${storageKey}.thumbnail.jpg`, pictures.thumbnail);
  }
  return recordFile(context, {
    kind,
    name,
    mediaType,
    byteSize: bytes.length,
    sha256,
    storageKey,
    thumbnailKey: isPicture ? `${storageKey}.thumbnail.jpg` : null,
  });
}

/** The upright JPEG without metadata that is printed; the original stays as it came. */
export function cleanPictureKey(storageKey: string): string {
  return `${storageKey}.clean.jpg`;
}

const recordFile = command('receiveFile', async ({ db, actor, now, audit }, file: StoredFile) => {
  const id = uuid();
  await unscoped(db)
    .insertInto('files')
    .values({
      id,
      kind: file.kind,
      original_name: file.name,
      media_type: file.mediaType,
      byte_size: file.byteSize,
      sha256: file.sha256,
      storage_key: file.storageKey,
      thumbnail_key: file.thumbnailKey,
      uploaded_by: actor.id,
      college_id: actor.scope.collegeId,
      uploaded_at: now,
    })
    .execute();
  audit({
    event: 'files.received',
    record: { type: 'file', id, label: file.name },
    after: { kind: file.kind, mediaType: file.mediaType, byteSize: file.byteSize, sha256: file.sha256 },
  });
  return { id, name: file.name, mediaType: file.mediaType, byteSize: file.byteSize };
});
