import { errorSentence } from '#shared/errors.ts';
import { contentsOf, type FileKind, maximumFileBytes } from '#shared/file-kinds.ts';

/** Why the server would refuse this file, in its words; null when there is nothing against it. */
export async function refusalOfFile(file: Blob, kind: FileKind): Promise<string | null> {
  if (file.size === 0) return errorSentence('files.empty', undefined);
  if (file.size > maximumFileBytes) return errorSentence('files.too_large', undefined);
  const content = contentOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (content !== null && contentsOf[kind].types.includes(content)) return null;
  return errorSentence('files.wrong_content', { found: content, kind });
}

/** By the first bytes, because a name proves nothing. */
function contentOf(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.startsWith('%PDF-') ? 'application/pdf' : null;
}
