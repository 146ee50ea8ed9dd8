import { ORPCError } from '@orpc/server';
import sharp, { type FailOnOptions, type Sharp } from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import { largestCrop, outputSize, type Rectangle } from '#shared/crop-geometry.ts';
import { contentOf, minimumPixels } from '#shared/file-kinds.ts';
import { refuseFailure } from './refuse-failure.ts';

// No picture is decoded twice, so libvips' cache is useless.
sharp.cache(false);

/** A portrait, a scanned page, or an image printed with a transparent background. */
export type PictureUse = 'photo' | 'page' | 'crest' | 'signature';
export type CleanPicture = { served: Buffer; thumbnail: Buffer; mediaType: 'image/jpeg' | 'image/png' };

/** More than phone photos have; a compressed picture of 5 MiB can have a hundred times as many. */
export const maximumPixels = 50_000_000;
/** 50 mm at 1,200 dpi. */
const maximumEmblemSide = 2_400;
/** Enough for a scanned page to stay legible. */
const maximumSide = 3_000;
const thumbnailSide = 96;
const endOfJpeg = Buffer.from([0xff, 0xd9]);

/**
 * The displayed copy of an uploaded picture: an upright JPEG of its pixels alone, without metadata or trailing bytes. A
 * photo with other proportions is cropped to 35 × 45 mm, as the screen proposes.
 */
export async function cleanPicture(use: PictureUse, bytes: Buffer): Promise<CleanPicture> {
  return refuseFailure('files.picture_damaged', async () => {
    if (use === 'crest' || use === 'signature') return cleanEmblem(use, bytes);
    const clean = use === 'photo' ? cropPhoto : cleanScan;
    return clean(openPicture(bytes)).catch((error: unknown) => {
      if (error instanceof ORPCError || contentOf(bytes) !== 'image/jpeg') throw error;
      // Mends a JPEG without its end; a warning would mean that some of its pixels are missing, too.
      return clean(openPicture(Buffer.concat([bytes, endOfJpeg]), 'warning'));
    });
  });
}

/** The picture from its beginning; pipelines cannot be repeated. */
type Open = () => Sharp;

async function cropPhoto(open: Open): Promise<CleanPicture> {
  const { width, height } = (await open().metadata()).autoOrient;
  const found = Math.min(width, height);
  const least = minimumPixels.photo;
  if (found < least) throw domainError('files.picture_too_small', { least, found });
  const crop = largestCrop({ width, height });
  const photo = await open()
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

async function cleanScan(open: Open): Promise<CleanPicture> {
  const scan = await open()
    .autoOrient()
    .resize(maximumSide, maximumSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { served: scan, thumbnail: await thumbnailOf(scan, 'cover'), mediaType: 'image/jpeg' };
}

/** A PNG that keeps transparency; SVG is rasterised, so that nothing in it can run. */
async function cleanEmblem(use: 'crest' | 'signature', bytes: Buffer): Promise<CleanPicture> {
  const { width, height, format } = await openPicture(bytes)().metadata();
  const side = use === 'crest' ? Math.min(width, height) : width;
  if (format !== 'svg' && side < minimumPixels[use]) {
    throw domainError('files.picture_too_small', { least: minimumPixels[use], found: side });
  }
  // SVG has 72 dpi by default.
  const density = format === 'svg' ? Math.min(2_400, (72 * maximumEmblemSide) / Math.max(width, height)) : 72;
  const served = await sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', density })
    .autoOrient()
    .resize(maximumEmblemSide, maximumEmblemSide, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  // Reads every pixel.
  if (use === 'signature' && (await sharp(served).stats()).isOpaque)
    throw domainError('files.not_transparent');
  return { served, thumbnail: await thumbnailOf(served, 'inside'), mediaType: 'image/png' };
}

function openPicture(bytes: Buffer, failOn: FailOnOptions = 'error'): Open {
  return () => sharp(bytes, { limitInputPixels: maximumPixels, failOn });
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
