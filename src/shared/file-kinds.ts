import { t } from '#shared/words.ts';

/** The purpose of an uploaded file, which decides its allowed contents and who may see it. */
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

/** Minimum pixels of a crest's shorter side and of a signature's width: 38 mm at 600 dpi. */
export const leastPixels = { crest: 600, signature: 900 } as const;

const words: Record<string, string> = {
  'image/jpeg': t`a JPEG picture`,
  'image/png': t`a PNG picture`,
  'image/webp': t`a WebP picture`,
  'application/pdf': t`a PDF document`,
  'image/svg+xml': t`an SVG picture`,
};
/** All media types that may be uploaded; the bytes decide in the end. */
export const uploadTypes: readonly string[] = Object.keys(words);

const picture = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  wanted: t`a JPEG, PNG or WebP picture`,
};
/** The allowed contents of each kind. */
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

/** The name of a content in error messages; null if unknown. */
export function contentInWords(mediaType: string | null): string {
  if (mediaType === null) return t`no picture that we know`;
  return words[mediaType] ?? t`a file of type ${mediaType}`;
}

/** Recognises SVG by the beginning of its text: XML declaration, comments, doctype, then the element. */
export function isSvg(beginning: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/.test(beginning);
}

/** Whether an SVG would execute scripts, load resources or expand entities in a browser. */
export function isActiveSvg(text: string): boolean {
  return (
    /<script|<foreignObject|<!ENTITY|\son[a-z]+\s*=|javascript:|@import/i.test(text) ||
    /(?:href\s*=|url\()\s*["']?\s*(?!["'#\s]|data:image\/(png|jpeg))/i.test(text)
  );
}
