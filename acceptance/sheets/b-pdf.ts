import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { newFolder } from '../set-up/a-packs.ts';

// The judges of PDFs stand outside of the product: poppler-utils and qpdf of the machine.

/** `apt-get install -y poppler-utils qpdf` brings them; without them a test is red and says so. */
function run(command: string, words: string[]): { text: string; code: number | null } {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  });
  if (error)
    throw new Error(
      `${command} cannot be run (${error.message}): install it with apt-get install -y poppler-utils qpdf`,
    );
  return { text: status === 0 ? stdout : `${stdout}\n${stderr}`, code: status };
}

export function keep(pdf: Buffer): string {
  const file = path.join(newFolder(), 'document.pdf');
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new Error(`this is no PDF: ${pdf.subarray(0, 200).toString('utf8')}`);
  writeFileSync(file, pdf);
  return file;
}

/** Copied text without U+2060, which the way of securing native names leaves, and with single spaces. */
export function plain(text: string): string {
  return text.replaceAll('\u2060', '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** The text of each page, in reading order; with `layout` lines stand as on the page. */
export function pagesOf(pdf: Buffer, { layout = false } = {}): string[] {
  const { text, code } = run('pdftotext', [...(layout ? ['-layout'] : []), '-enc', 'UTF-8', keep(pdf), '-']);
  if (code !== 0) throw new Error(`pdftotext: ${text}`);
  return text.split('\f').slice(0, -1);
}

export function textOf(pdf: Buffer): string {
  return plain(pagesOf(pdf).join('\n'));
}

export function infoOf(pdf: Buffer): Record<string, string> {
  const { text } = run('pdfinfo', [keep(pdf)]);
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return name ? [[name, value!.trim()]] : [];
    }),
  );
}

export type Font = { name: string; family: string; isEmbedded: boolean };

export function fontsOf(pdf: Buffer): Font[] {
  return run('pdffonts', [keep(pdf)])
    .text.split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => {
      const name = line.split(/\s/)[0]!.replace(/^[A-Z]{6}\+/, '');
      return {
        name,
        family: name.replace(/[-,].*$/, ''),
        isEmbedded: /\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d+/.exec(line)?.[1] === 'yes',
      };
    });
}

/** What is wrong with a file as PDF/A, without a validator: its claim, its fonts, its structure. veraPDF is the other part's. */
export function faultsAsPdfA(pdf: Buffer): string[] {
  const faults: string[] = [];
  const xmp = pdf.toString('latin1');
  if (!/pdfaid:part[^0-9]{1,3}[1-4]/.test(xmp)) faults.push('no pdfaid:part in its XMP metadata');
  if (!/pdfaid:conformance[^A-Z]{1,3}[ABU]/i.test(xmp)) faults.push('no pdfaid:conformance in its XMP');
  for (const font of fontsOf(pdf)) if (!font.isEmbedded) faults.push(`the font ${font.name} is not embedded`);
  const { text, code } = run('qpdf', ['--check', keep(pdf)]);
  if (code !== 0) faults.push(`qpdf --check: ${text}`);
  if (infoOf(pdf).Tagged !== 'yes') faults.push('it is not tagged');
  return faults;
}

type Box = { text: string; page: number; left: number; top: number; right: number; bottom: number };

/** Words with their boxes in millimetres from the page's upper left corner. */
export function wordsOf(pdf: Buffer): Box[] {
  const { text } = run('pdftotext', ['-bbox', '-enc', 'UTF-8', keep(pdf), '-']);
  const mm = (points: string) => (Number(points) * 25.4) / 72;
  return text.split('<page ').flatMap((part, page) =>
    [
      ...part.matchAll(
        /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
      ),
    ].map(([, left, top, right, bottom, word]) => ({
      text: plain(word!.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
      page,
      left: mm(left!),
      top: mm(top!),
      right: mm(right!),
      bottom: mm(bottom!),
    })),
  );
}

/** Pages as pixels, at so many to the inch. */
export async function rasterOf(pdf: Buffer, dpi = 60): Promise<Picture[]> {
  const folder = newFolder();
  const { code, text } = run('pdftoppm', ['-r', String(dpi), '-png', keep(pdf), path.join(folder, 'page')]);
  if (code !== 0) throw new Error(`pdftoppm: ${text}`);
  const names = readdirSync(folder).sort();
  return Promise.all(names.map((name) => pixelsOf(readFileSync(path.join(folder, name)))));
}

export type Picture = { width: number; height: number; pixels: Buffer };

export async function pixelsOf(picture: Buffer): Promise<Picture> {
  const { data, info } = await sharp(picture)
    .flatten({ background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

export type Colour = [red: number, green: number, blue: number];

/** The part of a picture that has this colour, within what compression changes. */
export function shareOf({ pixels }: Picture, [red, green, blue]: Colour, tolerance = 24): number {
  let hits = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if (
      Math.abs(pixels[at]! - red) <= tolerance &&
      Math.abs(pixels[at + 1]! - green) <= tolerance &&
      Math.abs(pixels[at + 2]! - blue) <= tolerance
    )
      hits += 1;
  return hits / (pixels.length / 3);
}
