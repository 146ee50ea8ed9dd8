import sharp from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import { outputSize, rectangleOf, uncropped } from '#shared/crop-geometry.ts';

// No picture is decoded twice: what libvips would keep of them is of no use.
sharp.cache(false);

/** A portrait, or the scan of a page. */
export type PictureUse = 'photo' | 'page';
export type CleanPicture = { served: Buffer; thumbnail: Buffer };

/** More than a phone takes; a compressed picture of 5 MiB can have a hundred times as many. */
export const mostPixels = 50_000_000;
/** A scanned page stays legible. */
const longestSide = 3_000;
const thumbnailSide = 96;

/**
 * What is shown, printed and listed of an uploaded picture: an upright JPEG of its pixels alone, without metadata and
 * whatever stood behind its end. A photo is cut to 35 × 45 mm as the screen proposes it, unless it has these sides.
 */
export async function cleanPicture(use: PictureUse, bytes: Buffer): Promise<CleanPicture> {
  try {
    return use === 'photo' ? await cropPhoto(bytes) : await cleanScan(bytes);
  } catch {
    throw domainError('files.picture_damaged');
  }
}

async function cropPhoto(bytes: Buffer): Promise<CleanPicture> {
  const { width, height } = (await open(bytes).metadata()).autoOrient;
  const crop = uncropped({ width, height });
  const part = wholePixels(rectangleOf({ width, height }, crop));
  const photo = await open(bytes)
    .autoOrient()
    .extract(part)
    .resize({ ...outputSize({ width, height }, crop), fit: 'fill' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { served: photo, thumbnail: await thumbnailOf(photo, 'inside') };
}

/** Extraction wants whole pixels within the picture. */
function wholePixels(part: { x: number; y: number; width: number; height: number }) {
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
  return { served: scan, thumbnail: await thumbnailOf(scan, 'cover') };
}

function open(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
}

function thumbnailOf(picture: Buffer, fit: 'inside' | 'cover'): Promise<Buffer> {
  // A photo keeps its frame; a scan is recognised by a part of it.
  const height = fit === 'inside' ? Math.round((thumbnailSide * 9) / 7) : thumbnailSide;
  return sharp(picture)
    .resize(thumbnailSide, height, { fit, position: 'attention' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
