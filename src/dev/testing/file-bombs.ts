import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { writeDraftScan } from '#dev/seed/demo-pictures.ts';

const mebibyte = 1024 * 1024;
const face = { bank: 'SBI', branch: 'Mysuru', number: '123456', drawnOn: '2026-01-01', amount: 700 };

/** A PDF of some hundred kilobytes with an object stream that unpacks to 600 MB. */
export function makePdfBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(600 * mebibyte, ' '));
  const scan = writeDraftScan(face);
  const table = scan.lastIndexOf('xref\n0');
  return Buffer.concat([
    scan.subarray(0, table),
    Buffer.from(
      `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
    scan.subarray(table),
  ]);
}

/** Pictures of at most 5 MiB, just within and far beyond what is decoded. */
export const pictureBombs: Record<string, () => Promise<Buffer>> = {
  'a PNG of 81 million pixels': () => blank(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer(),
  'a PNG of 49 million pixels': () => blank(7_000, 7_000).png({ compressionLevel: 9 }).toBuffer(),
  'an interlaced PNG of 49 million pixels': () => blank(7_000, 7_000).png({ progressive: true }).toBuffer(),
  'a JPEG of 49 million pixels': () => blank(7_000, 7_000).jpeg({ quality: 50 }).toBuffer(),
  'a progressive JPEG of 49 million pixels': () =>
    blank(7_000, 7_000).jpeg({ quality: 50, progressive: true }).toBuffer(),
  'a WebP of 49 million pixels': () => blank(7_000, 7_000).webp({ quality: 10, effort: 0 }).toBuffer(),
};

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#abc' }, limitInputPixels: false });
}
