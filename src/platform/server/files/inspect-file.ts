import { fileTypeFromBuffer } from 'file-type';
import { domainError } from '#platform/server/domain-error.ts';

export const fileKinds = ['photo', 'receipt', 'invoice', 'error_photo'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Five mebibytes: a phone photo fits, a video does not. */
export const maximumFileBytes = 5 * 1024 * 1024;

/** What any kind may be sent as; its bytes decide in the end. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

const accepted: Record<FileKind, { types: string[]; wanted: string }> = {
  photo: { types: ['image/jpeg', 'image/png', 'image/webp'], wanted: 'a JPEG, PNG or WebP picture' },
  receipt: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    wanted: 'a JPEG, PNG or WebP picture or a PDF',
  },
  invoice: {
    types: ['image/jpeg', 'image/png', 'application/pdf'],
    wanted: 'a JPEG or PNG picture or a PDF',
  },
  error_photo: { types: ['image/jpeg', 'image/png', 'image/webp'], wanted: 'a JPEG, PNG or WebP picture' },
};

/** The media type that the bytes themselves show; a name or header is never believed. */
export async function inspectFile(kind: FileKind, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw domainError('files.empty');
  const { types, wanted } = accepted[kind];
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !types.includes(found.mime)) {
    throw domainError('files.wrong_content', { found: nameType(found?.ext), wanted });
  }
  return found.mime;
}

function nameType(extension: string | undefined): string {
  return extension ? `a file of type ${extension.toUpperCase()}` : 'no picture that we know';
}
