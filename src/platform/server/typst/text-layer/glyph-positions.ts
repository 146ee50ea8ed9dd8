import { find } from '../pdf-objects.ts';
import type { Glyph } from './glyphs.ts';

/**
 * The position of a glyph: `start` after a new matrix, and the offset before it. Measured along the line, `y` across
 * it, in units of the text, which may be scaled.
 */
export type GlyphPosition = { glyph: Glyph; start: number | null; y: number; move: number; width: number };

/** The positions of one text's glyphs, and the font size. `widthOf` is in thousandths of that. */
export function glyphPositions(source: string, run: readonly Glyph[], widthOf: (glyph: Glyph) => number) {
  const places: GlyphPosition[] = [];
  let size = 0;
  let origin = [1, 0, 0, -1, 0, 0];
  let y = 0;
  for (const [index, glyph] of run.entries()) {
    const { shown, item } = glyph;
    const last = run[index - 1];
    let [start, move]: [number | null, number] = [null, 0];
    if (last?.shown !== shown) {
      const before = source.slice(last?.item === item ? last.shown.end : item.bodyStart, shown.start);
      origin = numbersBefore('cm', before) ?? origin;
      const matrix = numbersBefore('Tm', before);
      if (matrix) {
        [start, y] = along(origin, matrix);
        size = Number(find(before, /\/f\d+ ([\d.]+) Tf(?![\s\S]*Tf)/));
      }
      move = (-Number(/(-?[\d.]+)\s*$/.exec(before)?.[1] ?? 0) * size) / 1000;
    }
    places.push({ glyph, start, y, move, width: (widthOf(glyph) * size) / 1000 });
  }
  return { places, size };
}

/** The six numbers of the last `1 0 0 -1 20 30 cm`. */
function numbersBefore(operator: 'cm' | 'Tm', source: string): number[] | null {
  const end = source.lastIndexOf(` ${operator}`);
  return end === -1
    ? null
    : source
        .slice(source.lastIndexOf('\n', end) + 1, end)
        .split(' ')
        .map(Number);
}

/** Where a text begins, along and across its writing direction. */
function along([a, b, c, d, e, f]: number[], [, , , , x, y]: number[]): [number, number] {
  const [left, bottom] = [e! + a! * x! + c! * y!, f! + b! * x! + d! * y!];
  const square = a! * a! + b! * b!;
  return [(left * a! + bottom * b!) / square, (bottom * a! - left * b!) / square];
}
