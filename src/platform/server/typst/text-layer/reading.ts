import type { GlyphPosition } from './glyph-positions.ts';
import type { Glyph } from './glyphs.ts';

// How pdf.js and poppler separate words. Positions are not enough: pdf.js considers glyphs that have a letter, poppler
// the start and end of each replacement.

/** For a glyph without a letter: PDF/A requires text for every glyph, and readers skip this one. */
export const wordJoiner = '\u2060';

/** As a share of the font size: above `leastSpace` pdf.js keeps a written space, above `ownSpace` it adds one. */
const [leastSpace, ownSpace, backward] = [0.03, 0.102, -0.2];
/** Poppler begins a new word where a replacement starts this far from the end of the previous one. */
const wordsApart = 0.03;
/** Positions are rounded; this close to a limit, readers may decide either way. */
const rounding = 0.002;

/**
 * The position of pdf.js: it lags behind by each skipped glyph until the next matrix. `isDue` is a written space that
 * is not read yet.
 */
type Reader = { x: number; end: { x: number; y: number } | null; isDue: boolean };

const atStart: Reader = { x: 0, end: null, isDue: false };

/** The position of pdf.js after this glyph; null if it reads an extra space or misses a written one. */
function step(
  { x, end, isDue }: Reader,
  { start, y, move, width }: GlyphPosition,
  text: string,
  size: number,
) {
  const at = (start ?? x) + move;
  if (text === wordJoiner) return { x: at, end, isDue };
  if (text === ' ') return isDue || !end ? null : { x: at + width, end, isDue: true };
  // It leaves out a joiner that has a glyph to itself.
  if (/^\p{Cf}+$/u.test(text)) return null;
  // It gives a lone mark no width and ignores its position.
  if (/^\p{Mn}+$/u.test(text)) return { x: at, end, isDue: false };
  if (end) {
    const moved = (at - end.x) / size;
    if (Math.abs(y - end.y) > size / 2) return null;
    for (const each of [moved - rounding, moved + rounding]) {
      const isSpace = each > ownSpace || (each > leastSpace && isDue);
      if (isSpace !== isDue || (isDue && each < backward)) return null;
    }
  }
  return { x: at + width, end: width > 0 ? { x: at + width, y } : end, isDue: false };
}

type LettersByGlyph = ReadonlyMap<Glyph, string>;
type TextOnPage = { places: readonly GlyphPosition[]; size: number; apart: ReadonlySet<Glyph> };

/** Whether both readers find exactly the text's spaces with these letters for its glyphs. */
export function isReadCorrectly(letters: LettersByGlyph, wanted: TextOnPage): boolean {
  let reader: Reader | null = atStart;
  for (const place of wanted.places) {
    reader = step(reader, place, letters.get(place.glyph) ?? wordJoiner, wanted.size);
    if (!reader) return false;
  }
  return isReadByPoppler(letters, wanted);
}

function isReadByPoppler(letters: LettersByGlyph, { places, size, apart }: TextOnPage): boolean {
  let x = 0;
  let before: { text: string; end: number } | null = null;
  let span = { text: '', start: 0, end: 0 };
  for (const [index, { glyph, start, move, width }] of places.entries()) {
    x = (start ?? x) + move;
    const isNew = index === 0 || places[index - 1]!.glyph.item !== glyph.item || apart.has(glyph);
    if (isNew) {
      if (!closes()) return false;
      span = { text: '', start: x, end: x };
    }
    x += width;
    span.end = x;
    const text = letters.get(glyph) ?? wordJoiner;
    if (text !== wordJoiner) span.text += text;
  }
  return closes();

  function closes(): boolean {
    if (span.text === '') return true;
    const isWord = /\s$/.test(before?.text ?? ' ') || /^\s/.test(span.text);
    if (!isWord && (span.start - before!.end) / size > wordsApart - rounding) return false;
    before = span;
    return true;
  }
}

const maximumSteps = 20_000;
const maximumLetters = 4;
const farthest = 8;

/**
 * Distributes a text's letters over its glyphs in drawing order, so that both readers find its spaces; null if
 * impossible. `natural` is the index where each glyph's own syllable begins: no glyph gets a distant letter.
 */
export function distributeLetters(
  text: string,
  natural: readonly number[],
  wanted: TextOnPage,
): LettersByGlyph | null {
  const { places, size, apart } = wanted;
  const letters = new Map<Glyph, string>();
  // Most branches meet again at the next matrix: follow each state once.
  const followed = new Set<string>();
  const deal = (index: number, from: number, reader: Reader): boolean => {
    const state = [
      index,
      from,
      reader.x.toFixed(3),
      reader.end?.x.toFixed(3),
      reader.end?.y,
      reader.isDue,
    ].join();
    if (followed.has(state) || followed.size > maximumSteps) return false;
    followed.add(state);
    const place = places[index];
    if (!place) return from === text.length && isReadByPoppler(letters, wanted);
    const { glyph, width } = place;
    for (const count of apart.has(glyph) ? [0] : [1, 2, 0, 3, maximumLetters]) {
      const given = text.slice(from, from + count);
      const isMark = /^\p{Mn}+$/u.test(given);
      if (given.length < count || Math.abs(from + count - natural[index]!) > farthest) continue;
      // A glyph with a width never gets only a mark, and one without a width gets nothing else.
      if (count > 0 && isMark === width > 0) continue;
      const next = step(reader, place, given || wordJoiner, size);
      if (!next) continue;
      letters.set(glyph, given || wordJoiner);
      if (deal(index + 1, from + count, next)) return true;
    }
    return false;
  };
  return deal(0, 0, atStart) ? letters : null;
}
