import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { domainError } from '#platform/server/domain-error.ts';
import { isSheet, type WorkbookPart } from './workbook-stream.ts';

const mebibyte = 1024 * 1024;
const deflated = 8;

/** Limits for unpacked parts. Rows are streamed; the shared strings and small parts are held in memory. */
const bounds = {
  sheet: { mostBytes: 3 * 1024 * mebibyte, mostRatio: 100 },
  texts: { mostBytes: 400 * mebibyte, mostRatio: 40 },
  other: { mostBytes: 32 * mebibyte, mostRatio: 100 },
};
const maximumParts = 2_000;
/** Small parts may have any compression ratio. */
const freeBytes = 8 * mebibyte;
const maximumTotalBytes = 4 * 1024 * mebibyte;

/**
 * Refuses zip bombs. The stated sizes prove nothing, so every part is unpacked once, discarded, and stopped at its
 * limit.
 */
export async function checkParts(parts: readonly WorkbookPart[]): Promise<void> {
  if (parts.length > maximumParts) throw domainError('sheets.too_complex');
  let total = 0;
  for (const part of parts) {
    if (!/\.(xml|rels)$/i.test(part.name)) continue;
    total += await unpackedBytes(part);
    if (total > maximumTotalBytes) throw domainError('sheets.too_complex');
  }
}

async function unpackedBytes(part: WorkbookPart): Promise<number> {
  const { mostBytes, mostRatio } = boundsOf(part);
  const most = Math.min(mostBytes, Math.max(freeBytes, mostRatio * part.content.byteLength));
  let bytes = 0;
  let end = '';
  try {
    for await (const chunk of unpack(part)) {
      bytes += chunk.byteLength;
      if (bytes > most) throw domainError('sheets.too_complex');
      // Spreadsheets declare no entities; nested ones are another kind of bomb.
      const text = end + chunk.toString('latin1');
      if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw domainError('sheets.damaged');
      end = text.slice(-16);
    }
  } catch (error) {
    if ((error as { defined?: boolean }).defined) throw error;
    throw domainError('sheets.damaged');
  }
  return bytes;
}

function unpack({ method, content }: WorkbookPart): AsyncIterable<Buffer> {
  const packed = Readable.from([content], { objectMode: false });
  if (method === 0) return packed;
  if (method !== deflated) throw domainError('sheets.damaged');
  return packed.pipe(createInflateRaw());
}

function boundsOf(part: WorkbookPart) {
  if (isSheet(part)) return bounds.sheet;
  return /sharedstrings\.xml$/i.test(part.name) ? bounds.texts : bounds.other;
}
