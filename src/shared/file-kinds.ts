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
  'evidence',
] as const;
export type FileKind = (typeof fileKinds)[number];

/** Five mebibytes: a phone photo fits, a video does not. */
export const maximumFileBytes = 5 * 1024 * 1024;

/**
 * Minimum pixels of the shorter side of a photo and of a crest, and of a signature's width: a face at 100 dpi, 38 mm at
 * 600 dpi.
 */
export const minimumPixels = { photo: 140, crest: 600, signature: 900 } as const;

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
    wanted: t`an SVG picture, or a PNG picture of at least ${minimumPixels.crest} pixels`,
  },
  signature: {
    types: ['image/png'],
    wanted: t`a PNG picture with a transparent background, at least ${minimumPixels.signature} pixels wide`,
  },
  template_scan: picture,
  evidence: {
    types: [...picture.types, 'application/pdf'],
    wanted: t`a JPEG, PNG or WebP picture or a PDF document`,
  },
};

/** The name of a content in error messages; null if unknown. */
export function contentInWords(mediaType: string | null): string {
  if (mediaType === null) return t`a picture in a format that is not supported`;
  return words[mediaType] ?? t`a file of type ${mediaType}`;
}

/** The error message for what phones and web pages save, but not every program opens; null for anything else. */
export function whyUnsupported(content: string | null): string | null {
  if (content !== 'HEIC' && content !== 'AVIF') return null;
  return t`${content} pictures are not supported. Save the picture as JPEG, or take a screenshot of it.`;
}

/** How many bytes of a file `contentOf` needs. */
export const beginningBytes = 4_096;

const beginnings = [
  ['image/jpeg', '\xFF\xD8\xFF'],
  ['image/png', '\x89PNG\r\n\x1A\n'],
  ['GIF', 'GIF8'],
  ['TIFF', 'II*\0'],
  ['TIFF', 'MM\0*'],
  ['ZIP', 'PK\x03\x04'],
] as const;

/**
 * What a file is, for every form and for the server: the media type of what may be uploaded, the name of something
 * else, or null. Names of files prove nothing.
 */
export function contentOf(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, beginningBytes));
  const known = beginnings.find(([, beginning]) => text.startsWith(beginning));
  if (known) return known[0];
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.startsWith('BM') && text.slice(6, 10) === '\0\0\0\0') return 'BMP';
  // Readers accept other bytes before it (ISO 32000-1, annex H, 3.4.1).
  if (text.slice(0, 1_024).includes('%PDF-')) return 'application/pdf';
  if (text.slice(4, 8) === 'ftyp') return mediaOf(text);
  return isSvg(text) ? 'image/svg+xml' : null;
}

/** By the brands in the first box of a media file (ISO/IEC 14496-12, 4.3; HEIF: 23008-12, 10.2 and annex B; AVIF 1.1). */
function mediaOf(text: string): string {
  const length = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const brands = text.slice(8, length).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand.startsWith('avi'))) return 'AVIF';
  return brands.some((brand) => /^(?:he[iv]|m[is]f1)/.test(brand)) ? 'HEIC' : 'MP4';
}

/** Recognises SVG by the beginning of its text: XML declaration, comments, doctype, then the element. */
export function isSvg(beginning: string): boolean {
  const text = beginning.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, '');
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/.test(text);
}

/** Whether an SVG would execute scripts, load resources or expand entities in a browser. */
export function isActiveSvg(text: string): boolean {
  return (
    /<script|<foreignObject|<!ENTITY|\son[a-z]+\s*=|javascript:|@import/i.test(text) ||
    /(?:href\s*=|url\()\s*["']?\s*(?!["'#\s]|data:image\/(png|jpeg))/i.test(text)
  );
}
