import { deflateSync } from 'node:zlib';
import { find, type PdfObject } from '../pdf-objects.ts';

/** A font of the file: the texts of its codes, and the codes that are added. */
export type Font = {
  texts: Map<number, string>;
  widths: Map<number, string>;
  /** The original code for each added code, which draws the same glyph. */
  glyphOf: Map<number, number>;
  /** Added codes by glyph and text. */
  codes: Map<string, number>;
  next: number;
};

type ObjectOf = (number: number) => PdfObject;

/** The glyph's code if it already stands for these letters, or a new code for the same glyph. */
export function codeFor(font: Font, code: number, text: string): number {
  if (font.texts.get(code) === text) return code;
  const key = `${code} ${text}`;
  const known = font.codes.get(key);
  if (known !== undefined) return known;
  const added = font.next++;
  font.codes.set(key, added);
  font.texts.set(added, text);
  font.glyphOf.set(added, code);
  return added;
}

export function readFont(object: ObjectOf, number: number): Font {
  const { words } = object(number);
  const map = object(Number(find(words, /\/ToUnicode (\d+) 0 R/)));
  const descendant = object(Number(find(words, /\/DescendantFonts \[(\d+) 0 R\]/)));
  const texts = new Map<number, string>();
  for (const [, code, text] of map.stream!.toString('latin1').matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g)) {
    texts.set(Number.parseInt(code!, 16), Buffer.from(text!, 'hex').swap16().toString('utf16le'));
  }
  const widths = new Map<number, string>();
  for (const [, from, to, width] of find(descendant.words, /\/W \[([^\]]*)\]/).matchAll(
    /(\d+) (\d+) ([\d.]+)/g,
  )) {
    for (let code = Number(from); code <= Number(to); code += 1) widths.set(code, width!);
  }
  const next = Math.max(...texts.keys(), ...widths.keys()) + 1;
  return { texts, widths, glyphOf: new Map(), codes: new Map(), next };
}

/** The font with its added codes. */
export function writeFont(object: ObjectOf, number: number, font: Font): void {
  const { words } = object(number);
  const descendant = object(Number(find(words, /\/DescendantFonts \[(\d+) 0 R\]/)));
  const descriptor = object(Number(find(descendant.words, /\/FontDescriptor (\d+) 0 R/)));
  // PDF/A-2 no longer requires a CIDSet: its object is reused for the map from codes to glyphs.
  const place = Number(find(descriptor.words, /\/CIDSet (\d+) 0 R/));
  descriptor.words = descriptor.words.replace(/\s*\/CIDSet \d+ 0 R/, '');
  const glyphs = Buffer.alloc(font.next * 2);
  for (let code = 0; code < font.next; code += 1)
    glyphs.writeUInt16BE(font.glyphOf.get(code) ?? code, code * 2);
  setStream(object(place), glyphs, true);
  const added = [...font.glyphOf].filter(([, glyph]) => font.widths.has(glyph));
  const widths = added.map(([code, glyph]) => ` ${code} ${code} ${font.widths.get(glyph)}`).join('');
  descendant.words = descendant.words
    .replace('/CIDToGIDMap /Identity', `/CIDToGIDMap ${place} 0 R`)
    .replace(/\/W \[([^\]]*)\]/, (_, old: string) => `/W [${old}${widths}]`);
  const map = object(Number(find(words, /\/ToUnicode (\d+) 0 R/)));
  const rows = [...font.texts].map(([code, text]) => `<${hex4(code)}> <${utf16(text).slice(5, -1)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const cmap = map.stream!.toString('latin1').replace(/\d+ beginbfchar[\s\S]*endbfchar/, blocks.join('\n'));
  setStream(map, Buffer.from(cmap, 'latin1'), false);
}

/** zlib level: higher levels take twice the time for what they save. */
const packingLevel = 3;

export function setStream(object: PdfObject, content: Buffer, packed: boolean): void {
  object.stream = packed ? deflateSync(content, { level: packingLevel }) : content;
  object.words = object.words.replace(/\/Length \d+/, `/Length ${object.stream.length}`);
}

/** A text as a PDF hexadecimal string. */
export function utf16(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}
