import { Readable } from 'node:stream';
import sharp from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import {
  type CleanPicture,
  maximumPixels,
  type PictureUse,
} from '#platform/server/untrusted/clean-picture.ts';
import { refuseFailure } from '#platform/server/untrusted/refuse-failure.ts';
import { type Reader, readUntrusted } from '#platform/server/untrusted/untrusted-process.ts';
import type { FileKind } from '#shared/file-kinds.ts';

/** Larger pictures have their own decoder processes, so that ordinary photos never wait for them. */
const largePixels = 16_000_000;

/** The PDF rewritten from its checked objects. */
export function cleanPdf(bytes: Buffer): Promise<Uint8Array> {
  return readOnce('pdf', bytes);
}

/** The displayed copy of a picture, and a thumbnail for lists. */
export async function cleanPicture(kind: FileKind, bytes: Buffer): Promise<CleanPicture> {
  const pixels = await countPixels(bytes);
  if (pixels > maximumPixels) throw domainError('files.picture_too_large');
  const use: PictureUse = kind === 'photo' || kind === 'crest' || kind === 'signature' ? kind : 'page';
  return readOnce(pixels > largePixels ? 'large picture' : 'picture', bytes, use);
}

/** From the header, without decoding. */
async function countPixels(bytes: Buffer): Promise<number> {
  const picture = sharp(bytes, { limitInputPixels: false });
  const { width, height } = await refuseFailure('files.picture_damaged', () => picture.metadata());
  return width * height;
}

async function readOnce<Answer>(reader: Reader, bytes: Buffer, use?: PictureUse): Promise<Answer> {
  let clean: Answer | undefined;
  // Read to the end: a process interrupted in the middle is not reused.
  for await (const answer of readUntrusted<Answer>(reader, Readable.from([bytes]), use)) clean = answer;
  if (!clean) throw new Error(`The reader (${reader}) ended without an answer.`);
  return clean;
}
