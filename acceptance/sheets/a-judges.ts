import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Judges from outside: poppler, pdf.js, qpdf, zbar and zxing look at the bytes that the portal served.

const debian: Record<string, string> = {
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  qpdf: 'qpdf',
  zbarimg: 'zbar-tools',
};

/** A command of the machine; where it is missing the test is red and says what to install. */
export function run(command: keyof typeof debian & string, words: string[]): Buffer {
  const { stdout, stderr, status, error } = spawnSync(command, words, { maxBuffer: 2 ** 30 });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(`${command} is not on this machine: apt-get install -y ${debian[command]}`);
  // zbarimg ends with 4 where it found nothing; qpdf with 3 for warnings, which are faults here.
  if (status !== 0 && !(command === 'zbarimg' && status === 4))
    throw new Error(`${command} ${words.join(' ')} ended with ${status}: ${stderr}${stdout}`.slice(0, 2_000));
  return stdout;
}

/** Gives the path of a file with these bytes, which is gone afterwards. */
export function withFile<T>(bytes: Uint8Array, use: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-sheet-'));
  const file = path.join(folder, 'sheet.pdf');
  try {
    writeFileSync(file, bytes);
    return use(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---------------------------------------------------------------- text

/** "equals the record after removing U+2060, nothing else"; where a line ends, the record has a space. */
export const copied = (text: string) => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();

/** Page after page as poppler's pdftotext copies it. */
export function popplerText(pdf: Uint8Array): string[] {
  const text = withFile(pdf, (file) => run('pdftotext', ['-enc', 'UTF-8', file, '-']).toString('utf8'));
  return text.split('\f').slice(0, -1).map(copied);
}

/** Page after page as pdf.js, which browsers use, copies it. */
export async function pdfjsText(pdf: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      copied(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')),
    );
  }
  await task.destroy();
  return pages;
}

/** True where a page says this, as words of their own: a syllable read twice beside it is another text. */
export function says(page: string, text: string): boolean {
  const wanted = copied(text).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}\\u200c\\u200d])${wanted}(?![\\p{L}\\p{M}\\u200c\\u200d])`, 'u').test(
    page,
  );
}

/** The letters of Indian scripts on a page, sorted: two readers that read the same have the same. */
export function nativeLetters(page: string): string {
  return (page.match(/[\u0900-\u0dff\u200c\u200d]/g) ?? []).sort().join('');
}

/** The tag tree, line after line: role and text in the order in which it is read. */
export function tagTree(pdf: Uint8Array): string {
  return withFile(pdf, (file) => run('pdfinfo', ['-struct-text', file]).toString('utf8')).replaceAll(
    '\u2060',
    '',
  );
}

export function checkWithQpdf(pdf: Uint8Array): string {
  return withFile(pdf, (file) => run('qpdf', ['--check', file]).toString('utf8'));
}

/** The PDF with its streams unpacked, one object after the other, as Latin-1. */
export function unpacked(pdf: Uint8Array): string {
  return withFile(pdf, (file, folder) => {
    const out = path.join(folder, 'plain.pdf');
    run('qpdf', ['--qdf', '--object-streams=disable', file, out]);
    return readFileSync(out, 'latin1');
  });
}

// ---------------------------------------------------------------- pictures

/** One page as a greyscale PNG. */
export function pageImage(pdf: Uint8Array, page: number, dpi: number): Buffer {
  return withFile(pdf, (file, folder) => {
    const out = path.join(folder, 'page');
    const at = String(page);
    run('pdftoppm', ['-r', String(dpi), '-gray', '-png', '-f', at, '-l', at, '-singlefile', file, out]);
    return readFileSync(`${out}.png`);
  });
}

/** A part of a page, in pixels of this resolution from the upper left corner. */
export function partImage(
  pdf: Uint8Array,
  page: number,
  dpi: number,
  part: { left: number; top: number; width: number; height: number },
): Buffer {
  return withFile(pdf, (file, folder) => {
    const out = path.join(folder, 'part');
    const at = String(page);
    const [x, y, width, height] = [part.left, part.top, part.width, part.height].map((one) =>
      String(Math.round(one)),
    );
    run('pdftoppm', [
      ...['-r', String(dpi), '-gray', '-png', '-f', at, '-l', at, '-singlefile'],
      ...['-x', x!, '-y', y!, '-W', width!, '-H', height!, file, out],
    ]);
    return readFileSync(`${out}.png`);
  });
}

/** The first page in colour. */
export function colourImage(pdf: Uint8Array, dpi = 60): Buffer {
  return withFile(pdf, (file, folder) => {
    const out = path.join(folder, 'page');
    run('pdftoppm', ['-r', String(dpi), '-png', '-f', '1', '-l', '1', '-singlefile', file, out]);
    return readFileSync(`${out}.png`);
  });
}

export type Grey = { data: Uint8Array; width: number; height: number };

export async function greyOf(picture: Buffer, width?: number, height?: number): Promise<Grey> {
  const image = sharp(picture).flatten({ background: 'white' }).greyscale();
  if (width) image.resize(width, height, { fit: 'fill' });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The share of pixels of two pictures of one size that differ plainly. */
export function difference(a: Grey, b: Grey, levels = 24): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 1)
    if (Math.abs(a.data[at]! - b.data[at]!) > levels) differing += 1;
  return differing / a.data.length;
}

/** The same page, tilted as a sheet lies on a scanner. */
export const tilted = (picture: Buffer, degrees: number) =>
  sharp(picture).rotate(degrees, { background: 'white' }).greyscale().png().toBuffer();

// ---------------------------------------------------------------- codes

/** What zbar reads of a picture. */
export function zbar(picture: Buffer): string[] {
  return withFile(picture, (file) =>
    run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', `png:${file}`]).toString('utf8'),
  )
    .split('\n')
    .filter(Boolean);
}

export type Code = { text: string; corners: { x: number; y: number }[] };

let isPrepared = false;

/** What zxing reads, another code base than zbar's, and where it stands in the picture. */
export async function zxing(picture: Buffer): Promise<Code[]> {
  if (!isPrepared) {
    const { resolve } = createRequire(import.meta.url);
    const bytes = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
    prepareZXingModule({
      overrides: { wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) },
    });
    isPrepared = true;
  }
  const found = await readBarcodes(new Uint8Array(await sharp(picture).png().toBuffer()), {
    formats: ['QRCode'],
    tryHarder: true,
  });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
      text,
      corners: [topLeft, topRight, bottomRight, bottomLeft],
    }));
}
