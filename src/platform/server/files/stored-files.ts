import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import type { Services } from '#platform/server/context.ts';
import { type Db, toRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';

export type StoredFile = { key: string; mediaType: string; byteSize: number; sha256: string };

/**
 * A new key; `folder` is the purpose of the file, `of` a readable part for people who browse the store. Keys are never reused, so that a deletion cannot
 * hit another row's file.
 */
export function newKey(folder: string, of?: string): string {
  const id = uuid();
  // The id ends randomly, which spreads the files over 256 folders.
  return `${folder}/${id.slice(-2)}/${of ? `${of}-` : ''}${id}`;
}

/**
 * Writes bytes to the store. The caller passes the result to `recordStored`, in the transaction of the record that
 * refers to it; until then the file has no row, and the purge may remove it.
 */
export async function storeBytes(
  { files }: Pick<Services, 'files'>,
  file: { folder: string; of?: string; mediaType: string; bytes: Uint8Array },
): Promise<StoredFile> {
  const key = newKey(file.folder, file.of);
  await files.put(key, file.bytes);
  return { key, mediaType: file.mediaType, byteSize: file.bytes.byteLength, sha256: sha256Of(file.bytes) };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function recordStored(db: Db, files: readonly StoredFile[]): Promise<void> {
  await db
    .insertInto('stored_files')
    .values(files.map(({ key, mediaType, byteSize, sha256 }) => toRow({ key, mediaType, byteSize, sha256 })))
    .execute();
}

/**
 * Deletes the rows, in the transaction that removes the reference. Delete the bytes after the commit with
 * `deleteBytes`: a crash in between leaves files without rows.
 */
export async function forgetStored(db: Db, keys: readonly (string | null)[]): Promise<string[]> {
  const named = keys.filter((key) => key !== null);
  if (named.length === 0) return [];
  await db.deleteFrom('stored_files').where('key', 'in', named).execute();
  return named;
}

export async function deleteBytes(
  { files }: Pick<Services, 'files'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await files.delete(key);
}

/** Opens a stored file that has a row; throws if it is missing or does not match the row. */
export async function openStored(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  key: string,
): Promise<{ file: StoredFile; stream: Readable }> {
  const file = await findStored(services.db, key);
  const size = file && (await sizeInStore(services, key));
  if (!file || size !== file.byteSize) {
    services.log.error({ key, expected: file?.byteSize ?? null, found: size ?? null }, 'file missing');
    throw domainError('files.missing');
  }
  return { file, stream: await services.files.getStream(key) };
}

/** Opens stored bytes, with or without a row. */
export async function openBytes({ files }: Pick<Services, 'files'>, key: string): Promise<Readable> {
  if (!(await files.exists(key))) throw domainError('files.missing');
  return files.getStream(key);
}

/** Whether the stored file matches its row. */
export async function isIntact(services: Pick<Services, 'db' | 'files'>, key: string): Promise<boolean> {
  const file = await findStored(services.db, key);
  return file !== null && (await checkStored(services, file)) === null;
}

/** The fault of a stored file; null if none. */
export async function checkStored(
  services: Pick<Services, 'files'>,
  file: Pick<StoredFile, 'key' | 'byteSize' | 'sha256'>,
): Promise<'missing' | 'differs' | null> {
  const size = await sizeInStore(services, file.key);
  if (size === null) return 'missing';
  if (size !== file.byteSize) return 'differs';
  const digest = createHash('sha256');
  for await (const chunk of await services.files.getStream(file.key)) digest.update(chunk as Uint8Array);
  return digest.digest('hex') === file.sha256 ? null : 'differs';
}

async function findStored(db: Db, key: string): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('stored_files')
    .select(['key', 'media_type as mediaType', 'byte_size as byteSize', 'sha256'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

async function sizeInStore({ files }: Pick<Services, 'files'>, key: string): Promise<number | null> {
  if (!(await files.exists(key))) return null;
  return (await files.getMetaData(key)).contentLength;
}
