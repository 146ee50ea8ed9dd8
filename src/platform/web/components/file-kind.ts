import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';

/** The largest file that the server takes. */
export const largestFile = 5 * 1024 * 1024;

/** What an uploaded file is for, which decides what it may hold. */
export type FileKind = 'photo' | 'receipt' | 'invoice' | 'error_photo';

const contents = {
  'image/jpeg': t`a JPEG picture`,
  'image/png': t`a PNG picture`,
  'image/webp': t`a WebP picture`,
  'application/pdf': t`a PDF document`,
} as const;
type Content = keyof typeof contents;

const accepted: Record<FileKind, { contents: readonly Content[]; wanted: string }> = {
  photo: { contents: ['image/jpeg', 'image/png', 'image/webp'], wanted: t`a JPEG, PNG or WebP picture` },
  receipt: {
    contents: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    wanted: t`a JPEG, PNG or WebP picture or a PDF document`,
  },
  invoice: {
    contents: ['image/jpeg', 'image/png', 'application/pdf'],
    wanted: t`a JPEG or PNG picture or a PDF document`,
  },
  error_photo: {
    contents: ['image/jpeg', 'image/png', 'image/webp'],
    wanted: t`a JPEG, PNG or WebP picture`,
  },
};

export function acceptedContents(kind: FileKind): readonly string[] {
  return accepted[kind].contents;
}

export function wantedContents(kind: FileKind): string {
  return accepted[kind].wanted;
}

/** Why the server would refuse this file, in its words; null when there is nothing against it. */
export async function refusalOfFile(file: Blob, kind: FileKind): Promise<string | null> {
  if (file.size === 0) return errorSentence('files.empty', undefined);
  if (file.size > largestFile) return errorSentence('files.too_large', undefined);
  const content = contentOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (content !== null && accepted[kind].contents.includes(content)) return null;
  const found = content === null ? 'something else' : contents[content];
  return errorSentence('files.wrong_content', { found, wanted: accepted[kind].wanted });
}

/** By the first bytes, because a name proves nothing. */
function contentOf(bytes: Uint8Array): Content | null {
  const text = String.fromCharCode(...bytes);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.startsWith('%PDF-') ? 'application/pdf' : null;
}
