import { fileTypeFromBuffer } from 'file-type';
import { domainError } from '#platform/server/domain-error.ts';
import { contentsOf, type FileKind, uploadTypes } from '#shared/file-kinds.ts';

/** The media type that the bytes themselves show; a name or header is never believed. */
export async function inspectFile(kind: FileKind, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw domainError('files.empty');
  const found = await fileTypeFromBuffer(bytes);
  if (found && contentsOf[kind].types.includes(found.mime)) return found.mime;
  const name = found && uploadTypes.includes(found.mime) ? found.mime : found?.ext.toUpperCase();
  throw domainError('files.wrong_content', { found: name ?? null, kind });
}
