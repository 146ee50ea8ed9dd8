import { t } from '#shared/words.ts';

/** What an uploaded file is for, which decides what it may hold and who may see it. */
export const fileKinds = [
  'photo',
  'receipt',
  'invoice',
  'error_photo',
  'declaration',
  'crest',
  'signature',
  'template_scan',
] as const;
export type FileKind = (typeof fileKinds)[number];

/** Five mebibytes: a phone photo fits, a video does not. */
export const maximumFileBytes = 5 * 1024 * 1024;

/** Of the shorter side of a crest, and of the width of a signature: 38 mm at 600 dots per inch. */
export const leastPixels = { crest: 600, signature: 900 } as const;

const words: Record<string, string> = {
  'image/jpeg': t`a JPEG picture`,
  'image/png': t`a PNG picture`,
  'image/webp': t`a WebP picture`,
  'application/pdf': t`a PDF document`,
  'image/svg+xml': t`an SVG picture`,
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
  receipt: {
    types: [...picture.types, 'application/pdf'],
    wanted: t`a JPEG, PNG or WebP picture or a PDF document`,
  },
  invoice: {
    types: ['image/jpeg', 'image/png', 'application/pdf'],
    wanted: t`a JPEG or PNG picture or a PDF document`,
  },
  error_photo: picture,
  declaration: {
    types: [...picture.types, 'application/pdf'],
    wanted: t`a JPEG, PNG or WebP picture or a PDF document`,
  },
  crest: {
    types: ['image/svg+xml', 'image/png'],
    wanted: t`an SVG picture, or a PNG picture of at least ${leastPixels.crest} pixels`,
  },
  signature: {
    types: ['image/png'],
    wanted: t`a PNG picture with a transparent background, at least ${leastPixels.signature} pixels wide`,
  },
  template_scan: picture,
};

/** What a file holds, as a refusal names it; null where nobody knows its content. */
export function contentInWords(mediaType: string | null): string {
  if (mediaType === null) return t`no picture that we know`;
  return words[mediaType] ?? t`a file of type ${mediaType}`;
}

/** By the beginning of its text: a declaration, comments, a document type, then the element. */
export function isSvg(beginning: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/.test(beginning);
}

/** Whether a drawing would run, load or unfold something where a browser shows it. */
export function isActiveSvg(text: string): boolean {
  return /<script|<foreignObject|<!ENTITY|\son[a-z]+\s*=|javascript:|href\s*=\s*["']?\s*(?!["'#]|data:image\/(png|jpeg))/i.test(
    text,
  );
}
