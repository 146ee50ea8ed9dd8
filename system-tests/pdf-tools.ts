import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { test } from 'vitest';

/** Which package of Debian brings a tool. */
const packages = {
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  qpdf: 'qpdf',
  zbarimg: 'zbar-tools',
  'hb-view': 'libharfbuzz-bin',
};
type Tool = keyof typeof packages;

/** A test that is not run where one of its tools is missing; its title says which tools those are. */
export function testWith(tools: Tool[], title: string, body: () => Promise<void>): void {
  const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error);
  const install = [...new Set(missing.map((tool) => packages[tool]))].join(' ');
  const note = missing.length > 0 ? `: apt-get install ${install}` : '';
  test.skipIf(missing.length > 0)(`${title} (${tools.join(', ')}${note})`, body);
}

/** What the command writes; an exit code that is not among the expected ones is an error. */
export function run(command: string, args: readonly string[], { codes = [0] } = {}): Buffer {
  const { stdout, stderr, status, error } = spawnSync(command, args, { maxBuffer: 2 ** 30 });
  if (error) throw error;
  if (!codes.includes(status!))
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`.slice(0, 2_000));
  return stdout;
}

/** Lends a folder, with the bytes in a file of it. */
export function withFile<Result>(bytes: Uint8Array, use: (file: string, folder: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-judge-'));
  try {
    const file = path.join(folder, 'judged');
    writeFileSync(file, bytes);
    return use(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As it is copied: without U+2060, which stands for no letter, and with single spaces. */
export const copied = (text: string) => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();

/** The text of each page. */
export function pageTexts(pdf: Uint8Array): string[] {
  const text = withFile(pdf, (file) => run('pdftotext', ['-enc', 'UTF-8', file, '-']).toString());
  return text.split('\f').slice(0, -1).map(copied);
}

type PlacedWord = { text: string; left: number; top: number; right: number; bottom: number };

/** The words of each page with their places, in millimetres from its top left corner. */
export function placedWords(pdf: Uint8Array): PlacedWord[][] {
  const html = withFile(pdf, (file) => run('pdftotext', ['-bbox', '-enc', 'UTF-8', file, '-']).toString());
  const word = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g;
  return html
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(word)].map(([, ...found]) => {
        const [left, top, right, bottom] = found.slice(0, 4).map((points) => (Number(points) / 72) * 25.4);
        return { text: copied(found[4]!), left: left!, top: top!, right: right!, bottom: bottom! };
      }),
    );
}

export function pagePictures(pdf: Uint8Array, { dpi, last }: { dpi: number; last?: number }): Buffer[] {
  return withFile(pdf, (file, folder) => {
    const upTo = last === undefined ? [] : ['-l', String(last)];
    run('pdftoppm', ['-r', String(dpi), '-png', ...upTo, file, path.join(folder, 'page')]);
    const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
    return names.sort().map((name) => readFileSync(path.join(folder, name)));
  });
}

/** The PostScript names of the fonts of one page. */
export function fontsOf(pdf: Uint8Array, page: number): string[] {
  const at = String(page);
  const table = withFile(pdf, (file) => run('pdffonts', ['-f', at, '-l', at, file]).toString());
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) => row.split(/\s/)[0]!.replace(/^[A-Z]{6}\+/, ''));
}

/** What zbar reads of a picture (PNG). */
export function readWithZbar(picture: Buffer): string[] {
  const args = (file: string) => ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', `png:${file}`];
  // It ends with 4 where it found nothing.
  const text = withFile(picture, (file) => run('zbarimg', args(file), { codes: [0, 4] }).toString());
  return text.split('\n').filter(Boolean);
}

/** Where a picture has ink, from the upper left corner of the ink: `y * row + x`. */
export type Ink = ReadonlySet<number>;

/** More than the pixels of any row. */
const row = 8_192;

export async function inkOf(picture: Buffer): Promise<Ink> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .trim({ background: '#fff', threshold: 100 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const places = [...data.keys()].filter((at) => data[at]! < 140);
  return new Set(places.map((at) => Math.floor(at / info.width) * row + (at % info.width)));
}

/** Of some 10,000 pixels of ink. Two rasterisers differ along the edges; a lost reph has more than three hundred. */
const tolerated = 150;

/** Whether hardly any ink of either picture has none of the other within three pixels, laid over each other at their best. */
export function isAlike(one: Ink, other: Ink): boolean {
  const near = stepsWithin(3);
  const countLonely = (from: Ink, among: Ink, shift: number) =>
    [...from].filter((at) => !near.some((step) => among.has(at + shift + step))).length;
  return stepsWithin(2).some(
    (shift) => countLonely(one, other, shift) + countLonely(other, one, -shift) <= tolerated,
  );
}

/** From a pixel to every one that is no farther away, down and across; the nearest first. */
function stepsWithin(reach: number): number[] {
  const side = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  const steps = side.flatMap((dy) => side.map((dx) => dy * row + dx));
  return steps.sort((a, b) => Math.abs(a) - Math.abs(b));
}
