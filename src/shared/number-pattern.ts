import { t } from '#shared/words.ts';

/** A part of a pattern: literal text, or a placeholder. */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'year' | 'yy1' | 'yy2' | 'type' }
  /** The counter, with a minimum number of digits. */
  | { kind: 'n'; width: number };

/** The format of a series' numbers: `SU/{yy1}-{yy2}/{n:4}`. */
export type NumberPattern = readonly Part[];

/**
 * The parsed parts of a number. `year` is the one in which the academic year ends, `letters` are those of the
 * certificate type.
 */
export type NumberFacts = { year: number; letters: string; n: number };

/** The scope of a series' counter: each year or type is counted separately. */
export const numberScopes = { year: t`Academic year`, type: t`Certificate type` } as const;

const [firstYear, lastYear] = [2001, 2100];
const maximumDigits = 9;
const maximumLetters = 6;
const knownParts = '{year}, {yy1}, {yy2}, {type}, {n:4}';

/** The fault of a pattern in combination with its scope; null if none. */
export function faultOfPattern(written: string, scope: unknown): string | null {
  const pieces = written.match(/\{[^{}]*\}|[^{}]+|[{}]/g) ?? [];
  const unknown = pieces.find((piece) => !readPart(piece));
  if (unknown)
    return /^[{}]/.test(unknown)
      ? t`${unknown} cannot be used in a pattern. Use ${knownParts}.`
      : t`Use letters A to Z, figures, and / - . or a space between them.`;
  const pattern = parsePattern(written);
  const has = (...kinds: Part['kind'][]) => pattern.some(({ kind }) => kinds.includes(kind));
  const isTwice = (of: Part['kind']) => pattern.filter(({ kind }) => kind === of).length > 1;
  const counts = Array.isArray(scope) ? scope : [];
  if (!has('n')) return t`Add the counter, for example ${'{n:4}'}.`;
  if (isTwice('n') || isTwice('type')) return t`Use ${'{n}'} once, and ${'{type}'} once at most.`;
  if (counts.includes('year') && !has('year', 'yy1', 'yy2'))
    return t`The series counts by academic year: add ${'{year}'}, ${'{yy1}'} or ${'{yy2}'}.`;
  if (counts.includes('type') && !has('type'))
    return t`The series counts by certificate type: add ${'{type}'}.`;
  // A scan of such a number would be taken for an application.
  if (/^(ack)?[ -]*\d{1,9}$/i.test(exampleOf(pattern)))
    return t`Its numbers could be acknowledgement numbers. Add letters, or a / between the figures.`;
  return null;
}

/** Parses a valid pattern. */
export function parsePattern(written: string): NumberPattern {
  return (written.match(/\{[^{}]*\}|[^{}]+/g) ?? []).flatMap((piece) => readPart(piece) ?? []);
}

function readPart(piece: string): Part | null {
  const [, name, width = '1'] = /^\{(year|yy1|yy2|type|n)(?::([1-9]))?\}$/.exec(piece) ?? [];
  if (name === 'n') return { kind: 'n', width: Number(width) };
  if (name) return piece.includes(':') ? null : { kind: name as 'year' | 'yy1' | 'yy2' | 'type' };
  return /^[A-Za-z0-9/.\- ]+$/.test(piece) ? { kind: 'text', text: piece } : null;
}

export function hasLetters(pattern: NumberPattern): boolean {
  return pattern.some(({ kind }) => kind === 'type');
}

export function formatNumber(pattern: NumberPattern, { year, letters, n }: NumberFacts): string {
  const write = (part: Part): string => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'type') return letters;
    return part.kind === 'n' ? String(n).padStart(part.width, '0') : figuresOfYear(part.kind, year);
  };
  return pattern.map(write).join('');
}

function figuresOfYear(kind: 'year' | 'yy1' | 'yy2', year: number): string {
  if (kind === 'year') return String(year);
  return String((kind === 'yy1' ? year - 1 : year) % 100).padStart(2, '0');
}

/** An example number of the series, for input hints. */
export function exampleOf(pattern: NumberPattern): string {
  return formatNumber(pattern, { year: 2025, letters: 'DEG', n: 123 });
}

/** A series' number independent of case and separators. The database's `number_key` is the same, and reads any writing. */
export function numberKey(number: string): string {
  return number.replace(/[^A-Za-z0-9]+/g, '').toUpperCase();
}

/** Parses a number of this pattern, in any case, with any separators and with or without leading zeros. */
export function readNumber(pattern: NumberPattern, written: string): NumberFacts | null {
  const groups: string[] = [];
  const kinds: Exclude<Part['kind'], 'text'>[] = [];
  for (const part of pattern) {
    if (part.kind === 'text') groups.push(numberKey(part.text));
    else kinds.push(part.kind);
    if (part.kind === 'year') groups.push('(\\d{4})');
    if (part.kind === 'yy1' || part.kind === 'yy2') groups.push('(\\d{2})');
    if (part.kind === 'type') groups.push(`([A-Z]{1,${maximumLetters}})`);
    if (part.kind === 'n') groups.push(`(\\d{1,${maximumDigits}})`);
  }
  const [, ...found] = new RegExp(`^${groups.join('')}$`).exec(numberKey(written)) ?? [];
  const values = found.map((text, index) => [kinds[index]!, text] as const);
  const years = values.flatMap(([kind, text]) => yearBy(kind, Number(text)) ?? []);
  const [year = firstYear] = years;
  const n = Number(values.find(([kind]) => kind === 'n')?.[1] ?? 0);
  const isYear = year >= firstYear && year <= lastYear && years.every((other) => other === year);
  const letters = values.find(([kind]) => kind === 'type')?.[1] ?? '';
  return n > 0 && isYear ? { year, letters, n } : null;
}

function yearBy(kind: Part['kind'], figures: number): number | null {
  if (kind === 'year') return figures;
  if (kind === 'yy1') return 2000 + figures + 1;
  return kind === 'yy2' ? 2000 + (figures || 100) : null;
}

/** The possible characters at each position of a number. */
type Shape = readonly string[];
type Widths = { letters: number; figures: number };

// The first character of each is used in examples.
const figure = '1234567890';
const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The possible lengths of letters and counter in a pattern's numbers. */
function widthsOf(pattern: NumberPattern): Widths[] {
  const counter = pattern.find((part) => part.kind === 'n');
  const letters = hasLetters(pattern) ? lengths(1, maximumLetters) : [0];
  return letters.flatMap((count) =>
    lengths(counter?.width ?? 1, maximumDigits).map((figures) => ({ letters: count, figures })),
  );
}

function lengths(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Without a year, any digits are possible in year positions. */
function shapeOf(pattern: NumberPattern, { letters, figures }: Widths, year?: number): Shape {
  return pattern.flatMap((part) => {
    if (part.kind === 'text') return [...part.text.toUpperCase()];
    if (part.kind === 'type') return Array.from({ length: letters }, () => letter);
    if (part.kind === 'n') {
      // A counter wider than its minimum has no leading zero.
      const first = figures > part.width ? figure.slice(0, 9) : figure;
      return [first, ...Array.from({ length: figures - 1 }, () => figure)];
    }
    if (year !== undefined) return [...figuresOfYear(part.kind, year)];
    return Array.from({ length: part.kind === 'year' ? 4 : 2 }, () => figure);
  });
}

/**
 * A number that both patterns can produce, compared without separators; null if there is none for any year, certificate
 * type and counter.
 */
export function collisionOf(one: NumberPattern, other: NumberPattern): string | null {
  for (const widths of widthsOf(one))
    for (const otherWidths of widthsOf(other)) {
      if (!common(keyShapeOf(one, widths), keyShapeOf(other, otherWidths))) continue;
      const others = yearsOf(other).map((year) => keyShapeOf(other, otherWidths, year));
      for (const shape of yearsOf(one).map((year) => keyShapeOf(one, widths, year)))
        for (const otherShape of others) {
          const number = common(shape, otherShape);
          if (number && isWritten(one, number) && isWritten(other, number)) return number;
        }
    }
  return null;
}

function keyShapeOf(pattern: NumberPattern, widths: Widths, year?: number): Shape {
  return shapeOf(pattern, widths, year).filter((place) => numberKey(place) !== '');
}

function yearsOf(pattern: NumberPattern): number[] {
  const isYearless = pattern.every(({ kind }) => kind === 'text' || kind === 'type' || kind === 'n');
  return isYearless ? [firstYear] : lengths(firstYear, lastYear);
}

/** A text that matches both shapes. */
function common(one: Shape, other: Shape): string | null {
  if (one.length !== other.length) return null;
  let text = '';
  for (const [index, place] of one.entries()) {
    const char = [...place].find((each) => other[index]!.includes(each));
    if (char === undefined) return null;
    text += char;
  }
  return text;
}

/** Whether it is a number of the pattern, including leading zeros. */
function isWritten(pattern: NumberPattern, key: string): boolean {
  const facts = readNumber(pattern, key);
  return facts !== null && numberKey(formatNumber(pattern, facts)) === key;
}

/** Whether printed numbers of the pattern can contain this text. */
export function mayContain(pattern: NumberPattern, text: string): boolean {
  const wanted = [...text.toUpperCase()];
  return widthsOf(pattern).some((widths) => {
    const shape = shapeOf(pattern, widths);
    return shape.some(
      (_, start) =>
        start + wanted.length <= shape.length &&
        wanted.every((char, index) => shape[start + index]!.includes(char)),
    );
  });
}
