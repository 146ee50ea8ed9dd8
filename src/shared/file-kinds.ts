import { t } from '#shared/words.ts';

/** What an uploaded file is for, which decides what it may hold and who may see it. */
export const fileKinds = ['photo', 'receipt', 'invoice', 'error_photo'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Five mebibytes: a phone photo fits, a video does not. */
export const maximumFileBytes = 5 * 1024 * 1024;

const words: Record<string, string> = {
  'image/jpeg': t`a JPEG picture`,
  'image/png': t`a PNG picture`,
  'image/webp': t`a WebP picture`,
  'application/pdf': t`a PDF document`,
};
/** The media types that any kind may be sent as; its bytes decide in the end. */
export const uploadTypes: readonly string[] = Object.keys(words);

const picture = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  wanted: t`a JPEG, PNG or WebP picture`,
};
/** What a file of each kind may hold. */
export const contentsOf: Record<FileKind, { types: readonly string[]; wanted: string }> = {
  photo: picture,
  receipt: { types: uploadTypes, wanted: t`a JPEG, PNG or WebP picture or a PDF document` },
  invoice: {
    types: ['image/jpeg', 'image/png', 'application/pdf'],
    wanted: t`a JPEG or PNG picture or a PDF document`,
  },
  error_photo: picture,
};

/** What a file holds, as a refusal names it; null where nobody knows its content. */
export function contentInWords(mediaType: string | null): string {
  if (mediaType === null) return t`no picture that we know`;
  return words[mediaType] ?? t`a file of type ${mediaType}`;
}
