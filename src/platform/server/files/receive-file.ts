import { fileTypeFromBuffer } from 'file-type';
import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { contentsOf, type FileKind, uploadTypes } from '#shared/file-kinds.ts';
import { cleanPdf, cleanPicture } from './clean-copies.ts';
import { recordStored, type StoredFile, sha256Of, storeBytes } from './stored-files.ts';

type FileUpload = { kind: FileKind; name: string; bytes: Buffer };
/** What is shown and printed, the bytes as they came, and of pictures a small one. */
type Copies = { served: StoredFile; original: StoredFile; thumbnail: StoredFile | null };

/**
 * Checks and stores an upload. The bytes are on the disk before the row: a crash between leaves bytes without a name,
 * which nobody sees, and never a name without bytes. Nothing is shown until an application refers to it.
 */
export async function receiveFile(context: RequestContext, { kind, name, bytes }: FileUpload) {
  const mediaType = await inspectFile(kind, bytes);
  const copies = await storeCopies(context.services, { kind, mediaType, bytes });
  const record = command('receiveFile', async ({ db, actor, now, audit }, file: typeof received) => {
    await recordStored(
      db,
      Object.values(copies).filter((copy) => copy !== null),
    );
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
        storage_key: copies.served.key,
        original_key: copies.original.key,
        thumbnail_key: copies.thumbnail?.key ?? null,
        uploaded_by: actor.id,
        college_id: actor.scope.collegeId,
        uploaded_at: now,
      })
      .execute();
    const { byteSize, sha256 } = file;
    audit({
      event: 'files.received',
      record: { type: 'file', id, label: file.name },
      after: { kind: file.kind, mediaType, byteSize, sha256, servedSha256: copies.served.sha256 },
    });
    return { id, name: file.name, mediaType, byteSize };
  });
  // Keys are new each time; a request that is repeated with its idempotency key sends the same as this.
  const received = { kind, name, mediaType, byteSize: bytes.length, sha256: sha256Of(bytes) };
  return record(context, received);
}

async function storeCopies(
  services: Services,
  { kind, mediaType, bytes }: { kind: FileKind; mediaType: string; bytes: Buffer },
): Promise<Copies> {
  const store = (type: string, content: Uint8Array) =>
    storeBytes(services, { folder: 'uploads', mediaType: type, bytes: content });
  if (mediaType === 'application/pdf') {
    const [served, original] = await Promise.all([
      store(mediaType, await cleanPdf(bytes)),
      store(mediaType, bytes),
    ]);
    return { served, original, thumbnail: null };
  }
  const clean = await cleanPicture(kind, bytes);
  const [served, original, thumbnail] = await Promise.all([
    store('image/jpeg', clean.served),
    store(mediaType, bytes),
    store('image/jpeg', clean.thumbnail),
  ]);
  return { served, original, thumbnail };
}

/** The media type that the bytes themselves show; a name or header is never believed. */
async function inspectFile(kind: FileKind, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw domainError('files.empty');
  const found = await fileTypeFromBuffer(bytes);
  if (found && contentsOf[kind].types.includes(found.mime)) return found.mime;
  const name = found && uploadTypes.includes(found.mime) ? found.mime : found?.ext.toUpperCase();
  throw domainError('files.wrong_content', { found: name ?? null, kind });
}
