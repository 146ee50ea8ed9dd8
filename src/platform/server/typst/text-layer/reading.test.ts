import { describe, expect, test } from 'vitest';
import type { GlyphPosition } from './glyph-positions.ts';
import type { Glyph } from './glyphs.ts';
import { distributeLetters, isReadCorrectly } from './reading.ts';

type Drawn = {
  letters: string;
  width: number;
  move?: number;
  start?: number;
  isApart?: boolean;
  item?: number;
};

/** Letters of ten points, from the left edge on unless they start anew. */
function drawn(glyphs: Drawn[]) {
  const items = new Map<number, Glyph['item']>();
  const places = glyphs.map(({ width, move = 0, start = null, item = 0 }, index): GlyphPosition => {
    const span = items.get(item) ?? { start: 0, bodyStart: 0, end: 0, bodyEnd: 0, text: null };
    items.set(item, span);
    const shown = { start: 0, end: 0, codes: [] };
    const glyph: Glyph = { font: 1, code: index, shown, index: 0, group: null, item: span };
    return { glyph, start: index === 0 ? 0 : start, y: 0, move, width };
  });
  const letters = new Map(places.map(({ glyph }, index) => [glyph, glyphs[index]!.letters]));
  const apart = new Set(places.filter((_, index) => glyphs[index]!.isApart).map(({ glyph }) => glyph));
  return { letters, wanted: { places, size: 10, apart } };
}

const reads = (...glyphs: Drawn[]) => {
  const { letters, wanted } = drawn(glyphs);
  return isReadCorrectly(letters, wanted);
};
const ka = { letters: 'ಕ', width: 6 };

describe('the words of a text are read as they are', () => {
  test.each<[string, boolean, Drawn[]]>([
    ['a space between letters that stand apart', true, [ka, { letters: ' ', width: 3 }, ka]],
    ['a space on a glyph of no width to speak of', false, [ka, { letters: ' ', width: 0.2 }, ka]],
    ['a space on a glyph that is moved back', false, [ka, { letters: ' ', width: 3 }, { ...ka, move: -2.9 }]],
    ['a space within a glyph of letters', true, [ka, { letters: 'ಕ ', width: 6 }, ka]],
    [
      'one word, with a gap after a glyph that is passed over',
      false,
      [ka, { letters: '\u2060', width: 2 }, { ...ka, start: 8 }],
    ],
    ['one word, where that gap is the end', true, [ka, { letters: '\u2060', width: 2 }]],
    ['one word, where its letters are moved apart', false, [ka, { ...ka, move: 1.2 }]],
    ['one word, where a joiner is with its letter', true, [{ letters: 'ಸ್\u200C', width: 6 }, ka]],
    ['one word, where a joiner has a glyph to itself', false, [ka, { letters: '\u200C', width: 2 }, ka]],
    ['one word, where a mark is given a width', false, [ka, { letters: '್', width: 2 }, { ...ka, start: 8 }]],
  ])('%s: %s', (_, isWord, glyphs) => expect(reads(...glyphs)).toBe(isWord));

  // Poppler places each item by its own glyphs, and not those without a letter in an item of their own.
  test('where one item ends and the next begins', () => {
    expect(reads(ka, { ...ka, item: 1 })).toBe(true);
    expect(reads(ka, { ...ka, item: 1, move: 0.5 })).toBe(false);
    expect(
      reads(ka, { letters: '\u2060', width: 0, move: -0.6, item: 0 }, { ...ka, item: 1, start: 6 }),
    ).toBe(false);
    expect(
      reads(ka, { letters: '\u2060', width: 0, move: -0.6, isApart: true }, { ...ka, item: 1, start: 6 }),
    ).toBe(true);
  });
});

describe('letters are dealt out', () => {
  const dealt = (text: string, ...glyphs: Omit<Drawn, 'letters'>[]) => {
    const { wanted } = drawn(glyphs.map((glyph) => ({ ...glyph, letters: '' })));
    const letters = distributeLetters(
      text,
      glyphs.map(() => 0),
      wanted,
    );
    return letters && [...letters.values()];
  };

  test('so that no space falls on a glyph that is too narrow', () => {
    const letters = dealt('ಕ ಖ', { width: 6 }, { width: 0.2 }, { width: 3 }, { width: 6 })!;
    expect(letters.join('').replaceAll('\u2060', '')).toBe('ಕ ಖ');
    expect(letters[1]).not.toBe(' ');
  });

  test('or not at all', () => {
    expect(dealt('ಕಖಗಘಙ', { width: 6 }, { width: 0 }, { width: 0 })).toBe(null);
  });
});
