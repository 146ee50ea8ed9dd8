import sharp from 'sharp';
import { refusal } from '#server/refusal.ts';
import { takeTurn } from '#server/untrusted/take-turn.ts';
import { outputSize, rectangleOf, uncropped } from '#shared/crop-geometry.ts';
import type { FileKind } from './inspect-file.ts';

// No picture is decoded twice: what libvips would keep of them is of no use.
sharp.cache(false);

export type CleanPicture = { served: Buffer; thumbnail: Buffer };

/** More than a phone takes; a compressed picture of 5 MiB can have a hundred times as many. */
const mostPixels = 50_000_000;
const mostSeconds = 20;
/** What one decoder of a larger picture holds is some hundred MB, so these are decoded one after the other. */
const largePixels = 16_000_000;
const atOnce = { large: 1, ordinary: 2 };
/** A scanned page stays legible. */
const longestSide = 3_000;
const thumbnailSide = 96;

/**
 * What is shown, printed and listed of an uploaded picture: an upright JPEG of its pixels alone, without metadata and
 * whatever stood behind its end. A photo is cut to 35 × 45 mm as the screen proposes it, unless it has these sides.
 */
export async function cleanPicture(kind: FileKind, bytes: Buffer): Promise<CleanPicture> {
  try {
    const { width, height } = await open(bytes).metadata();
    const size = width * height > largePixels ? 'large' : 'ordinary';
    const giveBack = await takeTurn(`${size} picture`, atOnce[size]);
    try {
      return kind === 'photo' ? await cropPhoto(bytes) : await cleanScan(bytes);
    } finally {
      giveBack();
    }
  } catch {
    throw refusal('files.wrong_content', { found: 'a damaged picture', wanted: 'one that opens' });
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
    .timeout({ seconds: mostSeconds })
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
    .timeout({ seconds: mostSeconds })
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
