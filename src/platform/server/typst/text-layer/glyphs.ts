import { unknownForm } from '../pdf-objects.ts';

/** The text shown by one `Tj`, or one piece of a `TJ`. */
type Shown = { start: number; end: number; codes: number[] };

/** Marked content: its position in the page, with and without its operators. */
type Span = { start: number; bodyStart: number; end: number; bodyEnd: number; text: string | null };

/** `item` is the template's text item that it belongs to, `group` the /ActualText, if any. */
export type Glyph = {
  font: number;
  code: number;
  shown: Shown;
  index: number;
  group: Span | null;
  item: Span;
};

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Every glyph of the page in drawing order, with its marked content: Typst's own item (MCID) and /ActualText. */
export function glyphsOf(source: string, names: Map<string, number>): Glyph[] {
  const glyphs: Glyph[] = [];
  const open: Span[] = [];
  let font = 0;
  const token = /\/(f\d+) [\d.]+ Tf|\/\w+ <<\s*\/(\w+) ?|\/\w+ BMC|\bEMC\b|[<(]/g;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [text, name, property] = found;
    const start = found.index;
    if (name) font = names.get(name) ?? missing(`font ${name} is missing`);
    else if (property) {
      const value = property === 'ActualText' ? readString(source, token.lastIndex) : null;
      const bodyStart = source.indexOf(' BDC', value?.end ?? token.lastIndex) + 4;
      const actual = value && Buffer.from(value.bytes).swap16().toString('utf16le').slice(1);
      open.push({ start, bodyStart, end: 0, bodyEnd: 0, text: actual });
      token.lastIndex = bodyStart;
    } else if (text.endsWith('BMC'))
      open.push({ start, bodyStart: token.lastIndex, end: 0, bodyEnd: 0, text: null });
    else if (text === 'EMC')
      Object.assign(open.pop() ?? missing('its tags'), { bodyEnd: start, end: token.lastIndex });
    else {
      const { bytes, end } = readString(source, start);
      show(start, end, bytes);
      token.lastIndex = end;
    }
  }
  return glyphs;

  function show(start: number, end: number, bytes: Buffer) {
    const group = open.at(-1)?.text != null ? open.at(-1)! : null;
    const item = open.findLast((span) => span.text === null) ?? missing('a text is not tagged');
    const codes = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
    const shown = { start, end, codes };
    for (const [index, code] of codes.entries()) glyphs.push({ font, code, shown, index, group, item });
  }
}

/** Reads `<0fab>` or `(…)`, with escapes. */
function readString(source: string, start: number): { bytes: Buffer; end: number } {
  if (source[start] === '<') {
    const end = source.indexOf('>', start);
    return { bytes: Buffer.from(source.slice(start + 1, end), 'hex'), end: end + 1 };
  }
  const part = /\\([0-7]{1,3})|\\([\s\S])|[\s\S]/gy;
  part.lastIndex = start + 1;
  const chars: number[] = [];
  for (let depth = 1; ; ) {
    const [text, octal, escaped] = part.exec(source) ?? missing('a text does not end');
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return { bytes: Buffer.from(chars), end: part.lastIndex };
    if (octal) chars.push(Number.parseInt(octal, 8));
    else chars.push(((escaped && escapes[escaped]) || (escaped ?? text)).charCodeAt(0));
  }
}

function missing(what: string): never {
  throw unknownForm(what);
}
