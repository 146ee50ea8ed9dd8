import { ORPCError } from '@orpc/server';
import sharp from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import { largestCrop, outputSize, type Rectangle } from '#shared/crop-geometry.ts';
import { leastPixels } from '#shared/file-kinds.ts';

// No picture is decoded twice, so libvips' cache is useless.
sharp.cache(false);

/** A portrait, a scanned page, or an image printed with a transparent background. */
export type PictureUse = 'photo' | 'page' | 'crest' | 'signature';
export type CleanPicture = { served: Buffer; thumbnail: Buffer; mediaType: 'image/jpeg' | 'image/png' };

/** More than phone photos have; a compressed picture of 5 MiB can have a hundred times as many. */
export const mostPixels = 50_000_000;
/** 50 mm at 1,200 dpi. */
const longestEmblem = 2_400;
/** Enough for a scanned page to stay legible. */
const longestSide = 3_000;
const thumbnailSide = 96;

/**
 * The displayed copy of an uploaded picture: an upright JPEG of its pixels alone, without metadata or trailing bytes. A
 * photo with other proportions is cropped to 35 × 45 mm, as the screen proposes.
 */
export async function cleanPicture(use: PictureUse, bytes: Buffer): Promise<CleanPicture> {
  try {
    if (use === 'crest' || use === 'signature') return await cleanEmblem(use, bytes);
    return use === 'photo' ? await cropPhoto(bytes) : await cleanScan(bytes);
  } catch (error) {
    throw error instanceof ORPCError ? error : domainError('files.picture_damaged');
  }
}

async function cropPhoto(bytes: Buffer): Promise<CleanPicture> {
  const { width, height } = (await open(bytes).metadata()).autoOrient;
  const crop = largestCrop({ width, height });
  const photo = await open(bytes)
    .autoOrient()
    .extract(wholePixels(crop))
    .resize({ ...outputSize(crop), fit: 'fill' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { served: photo, thumbnail: await thumbnailOf(photo, 'inside'), mediaType: 'image/jpeg' };
}

/** sharp's extract needs whole pixels within the picture. */
function wholePixels(part: Rectangle) {
  return {
    left: Math.floor(part.x),
    top: Math.floor(part.y),
    width: Math.max(1, Math.floor(part.width)),
    height: Math.max(1, Math.floor(part.height)),
  };
}

async function cleanScan(bytes: Buffer): Promise<CleanPicture> {
  const scan = await open(bytes)
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { served: scan, thumbnail: await thumbnailOf(scan, 'cover'), mediaType: 'image/jpeg' };
}

/** A PNG that keeps transparency; SVG is rasterised, so that nothing in it can run. */
async function cleanEmblem(use: 'crest' | 'signature', bytes: Buffer): Promise<CleanPicture> {
  const { width, height, format } = await open(bytes).metadata();
  const side = use === 'crest' ? Math.min(width, height) : width;
  if (format !== 'svg' && side < leastPixels[use]) {
    throw domainError('files.picture_too_small', { least: leastPixels[use], found: side });
  }
  // SVG has 72 dpi by default.
  const density = format === 'svg' ? Math.min(2_400, (72 * longestEmblem) / Math.max(width, height)) : 72;
  const served = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', density })
    .autoOrient()
    .resize(longestEmblem, longestEmblem, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  const { isOpaque } = await sharp(served).stats();
  if (use === 'signature' && isOpaque) throw domainError('files.not_transparent');
  return { served, thumbnail: await thumbnailOf(served, 'inside'), mediaType: 'image/png' };
}

function open(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
}

function thumbnailOf(picture: Buffer, fit: 'inside' | 'cover'): Promise<Buffer> {
  // A photo keeps its frame; a scan is recognised by a part of it.
  const height = fit === 'inside' ? Math.round((thumbnailSide * 9) / 7) : thumbnailSide;
  return sharp(picture)
    .resize(thumbnailSide, height, { fit, position: 'attention' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
