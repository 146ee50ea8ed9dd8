import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { contentOf, contentsOf, type FileKind, isActiveSvg } from '#shared/file-kinds.ts';
import { cleanPdf, cleanPicture } from './clean-copies.ts';
import { recordStored, type StoredFile, sha256Of, storeBytes } from './stored-files.ts';

type FileUpload = { kind: FileKind; name: string; bytes: Buffer };
/** The displayed copy, the original bytes, and a thumbnail for pictures. */
type Copies = { served: StoredFile; original: StoredFile; thumbnail: StoredFile | null };

/** A file whose bytes are stored, but that has no row yet. */
export type PreparedFile = Omit<FileUpload, 'bytes'> & {
  mediaType: string;
  byteSize: number;
  sha256: string;
  copies: Copies;
};

/**
 * Checks and stores an upload. The bytes are on the disk before the row: a crash in between leaves bytes without a row,
 * never a row without bytes. Nothing is shown until an application refers to it.
 */
export async function receiveFile(context: RequestContext, upload: FileUpload) {
  return receivePrepared(context, await prepareFile(context.services, upload));
}

/** Records a file whose bytes are stored, as uploaded by the caller. */
export async function receivePrepared(context: RequestContext, prepared: PreparedFile) {
  const record = command('receiveFile', async (transaction, _file: typeof received) => {
    const { actor } = transaction;
    const id = await recordFile(transaction, prepared, { id: actor.id, collegeId: actor.scope.collegeId });
    return { id, name: prepared.name, mediaType: prepared.mediaType, byteSize: prepared.byteSize };
  });
  // Keys differ each time, so they are left out: a repeat with the same idempotency key has to send the same input.
  const { copies: _, ...received } = prepared;
  return record(context, received);
}

/** Checks the bytes by their content and stores them with the derived copies. */
export async function prepareFile(
  services: Pick<Services, 'files'>,
  { kind, name, bytes }: FileUpload,
): Promise<PreparedFile> {
  const mediaType = inspectFile(kind, bytes);
  const copies = await storeCopies(services, { kind, mediaType, bytes });
  return { kind, name, mediaType, byteSize: bytes.length, sha256: sha256Of(bytes), copies };
}

/** Refuses what would not be accepted as such a picture; stores nothing. */
export async function checkPicture(kind: FileKind, bytes: Buffer): Promise<void> {
  inspectFile(kind, bytes);
  await cleanPicture(kind, bytes);
}

/** Inserts the row of a file; files from packs have no uploader. */
export async function recordFile(
  { db, now, audit }: Pick<CommandTransaction, 'db' | 'now' | 'audit'>,
  { kind, name, mediaType, byteSize, sha256, copies }: PreparedFile,
  uploader: { id: string; collegeId: string | null } | null,
): Promise<string> {
  await recordStored(
    db,
    Object.values(copies).filter((copy) => copy !== null),
  );
  const id = uuid();
  await db
    .insertInto('files')
    .values({
      id,
      kind,
      original_name: name,
      media_type: mediaType,
      byte_size: byteSize,
      sha256,
      storage_key: copies.served.key,
      original_key: copies.original.key,
      thumbnail_key: copies.thumbnail?.key ?? null,
      uploaded_by: uploader?.id ?? null,
      college_id: uploader?.collegeId ?? null,
      uploaded_at: now,
    })
    .execute();
  audit({
    event: 'files.received',
    record: { type: 'file', id, label: name },
    collegeId: uploader?.collegeId ?? null,
    after: { kind, mediaType, byteSize, sha256, servedSha256: copies.served.sha256 },
  });
  return id;
}

async function storeCopies(
  services: Pick<Services, 'files'>,
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
    store(clean.mediaType, clean.served),
    store(mediaType, bytes),
    store('image/jpeg', clean.thumbnail),
  ]);
  return { served, original, thumbnail };
}

/** The media type, if it is one of those wanted. */
function inspectFile(kind: FileKind, bytes: Buffer): string {
  if (bytes.length === 0) throw domainError('files.empty');
  const found = detectContent(bytes);
  if (found !== null && contentsOf[kind].types.includes(found)) return found;
  throw domainError('files.wrong_content', { found, kind });
}

/** The content of a file; refuses an SVG that runs or loads anything. */
export function detectContent(bytes: Buffer): string | null {
  const found = contentOf(bytes);
  if (found === 'image/svg+xml' && isActiveSvg(bytes.toString('utf8')))
    throw domainError('files.active_drawing');
  return found;
}
