import type { Glyph } from './glyphs.ts';
import type { Place } from './places.ts';

// How pdf.js and poppler tell words apart. Where a letter is drawn is not enough: pdf.js goes by the glyphs that have a letter,
// poppler by where each replacement begins and ends.

/** For a glyph that adds no letter: PDF/A demands one of every glyph, and readers skip this one. */
export const nothing = '\u2060';

/** Of the size of the letters. From the first on pdf.js leaves a space that is written, from the second on it adds one. */
const [leastSpace, ownSpace, backward] = [0.03, 0.102, -0.2];
/** Poppler begins a word where a replacement begins that far from the end of the one before it. */
const wordsApart = 0.03;
/** Places are rounded; what is as near to a limit may be read either way. */
const rounding = 0.002;

/** Where pdf.js stands: behind by every glyph that it skipped, up to the next matrix. `isDue` is a space that is written and not yet read. */
type Reader = { x: number; end: { x: number; y: number } | null; isDue: boolean };

const atStart: Reader = { x: 0, end: null, isDue: false };

/** Where pdf.js stands after this glyph; null where it reads a space too many, or none where one is written. */
function step({ x, end, isDue }: Reader, { start, y, move, width }: Place, text: string, size: number) {
  const at = (start ?? x) + move;
  if (text === nothing) return { x: at, end, isDue };
  if (text === ' ') return isDue || !end ? null : { x: at + width, end, isDue: true };
  // It gives a mere mark no width, and asks for no place.
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

type Dealt = ReadonlyMap<Glyph, string>;
type Wanted = { places: readonly Place[]; size: number; apart: ReadonlySet<Glyph> };

/** Whether both readers find the spaces of a text, and no others, if its glyphs stand for these letters. */
export function isRead(letters: Dealt, wanted: Wanted): boolean {
  let reader: Reader | null = atStart;
  for (const place of wanted.places) {
    reader = step(reader, place, letters.get(place.glyph) ?? nothing, wanted.size);
    if (!reader) return false;
  }
  return isReadByPoppler(letters, wanted);
}

function isReadByPoppler(letters: Dealt, { places, size, apart }: Wanted): boolean {
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
    const text = letters.get(glyph) ?? nothing;
    if (text !== nothing) span.text += text;
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

const mostSteps = 20_000;
const mostLetters = 4;
const farthest = 8;

/**
 * Deals a text out to its glyphs, in the order drawn, so that both readers find its spaces; null where there is no way. `natural` says
 * at which letter each glyph's own syllable begins: none gets a letter that is far from it.
 */
export function dealtOut(text: string, natural: readonly number[], wanted: Wanted): Dealt | null {
  const { places, size, apart } = wanted;
  const letters = new Map<Glyph, string>();
  // Most ways meet again at the next matrix: none is followed twice.
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
    if (followed.has(state) || followed.size > mostSteps) return false;
    followed.add(state);
    const place = places[index];
    if (!place) return from === text.length && isReadByPoppler(letters, wanted);
    const { glyph, width } = place;
    for (const count of apart.has(glyph) ? [0] : [1, 2, 0, 3, mostLetters]) {
      const given = text.slice(from, from + count);
      const isMark = /^\p{Mn}+$/u.test(given);
      if (given.length < count || Math.abs(from + count - natural[index]!) > farthest) continue;
      // One with a width gets no mere mark, and one without a width nothing else.
      if (count > 0 && isMark === width > 0) continue;
      const next = step(reader, place, given || nothing, size);
      if (!next) continue;
      letters.set(glyph, given || nothing);
      if (deal(index + 1, from + count, next)) return true;
    }
    return false;
  };
  return deal(0, 0, atStart) ? letters : null;
}
