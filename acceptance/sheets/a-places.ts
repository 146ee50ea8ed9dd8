import type { Json } from '../harness/people.ts';

// Where things stand on a page, in points from the lower left corner, as pdf.js reads the page's operators.

export type Box = { x: number; y: number; width: number; height: number };

/** A piece of text: `size` is the font's on the paper, `font` its PostScript name. */
export type Piece = Box & { text: string; size: number; font: string; baseline: number };

/** `drawn` are the boxes of paths, and `smallestShown` the least size of any text, artifacts included. */
export type Page = Box & { pieces: Piece[]; images: Box[]; drawn: Box[]; smallestShown: number };

type Matrix = [number, number, number, number, number, number];

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

export async function pagesOf(pdf: Uint8Array, first = 1, last = Number.POSITIVE_INFINITY): Promise<Page[]> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = pdfjs.getDocument({ data: new Uint8Array(pdf), verbosity: 0, fontExtraProperties: true });
  const document = await task.promise;
  const pages: Page[] = [];
  for (let number = first; number <= Math.min(last, document.numPages); number += 1) {
    const page = await document.getPage(number);
    const [, , width, height] = page.view as [number, number, number, number];
    // The operators first: they bring the fonts with their names.
    const operators = await page.getOperatorList();
    const { items } = await page.getTextContent();
    const pieces = items
      .filter((item): item is Json => 'str' in item && item.str.replaceAll('\u2060', '').trim() !== '')
      .map((item: Json): Piece => {
        const [, , c, d, e, f] = item.transform as Matrix;
        const size = Math.hypot(c, d);
        const font = page.commonObjs.has(item.fontName)
          ? page.commonObjs.get(item.fontName).name
          : item.fontName;
        return {
          text: item.str.replaceAll('\u2060', ''),
          x: e,
          // From the depth of most letters to their height.
          y: f - size * 0.22,
          baseline: f,
          width: item.width,
          height: size * 0.92,
          size,
          font: String(font).replace(/^[A-Z]{6}\+/, ''),
        };
      });
    pages.push({ x: 0, y: 0, width, height, pieces, ...shownBy(operators, pdfjs.OPS as Json) });
    page.cleanup();
  }
  await task.destroy();
  return pages;
}

type Operators = { fnArray: number[]; argsArray: Json[] };

/** Pictures and paths with their places. */
function shownBy(operators: Operators, OPS: Json): Pick<Page, 'images' | 'drawn' | 'smallestShown'> {
  const images: Box[] = [];
  const drawn: Box[] = [];
  let smallestShown = Number.POSITIVE_INFINITY;
  let at: Matrix = [1, 0, 0, 1, 0, 0];
  let text: Matrix = [1, 0, 0, 1, 0, 0];
  let size = 0;
  const kept: [Matrix, number][] = [];
  for (const [index, operator] of operators.fnArray.entries()) {
    const words = operators.argsArray[index];
    if (operator === OPS.save || operator === OPS.beginGroup) kept.push([at, size]);
    else if (operator === OPS.restore || operator === OPS.endGroup) [at, size] = kept.pop() ?? [at, size];
    else if (operator === OPS.transform) at = times(at, words);
    else if (operator === OPS.paintFormXObjectBegin) {
      kept.push([at, size]);
      if (words[0]) at = times(at, words[0]);
    } else if (operator === OPS.paintFormXObjectEnd) [at, size] = kept.pop() ?? [at, size];
    else if (operator === OPS.setFont) size = Math.abs(words[1]);
    else if (operator === OPS.beginText) text = [1, 0, 0, 1, 0, 0];
    else if (operator === OPS.setTextMatrix) text = [...(words.length === 1 ? words[0] : words)] as Matrix;
    else if (operator === OPS.showText) {
      const [, , c, d] = times(at, text);
      const shown = size * Math.hypot(c, d);
      if (shown > 0) smallestShown = Math.min(smallestShown, shown);
    } else if (operator === OPS.setFillColorN && words[0] === 'TilingPattern') {
      // What lies below the words may be a pattern that is stored once for all pages; it has operators of its own.
      const [, , own, [a, b]] = words as [string, unknown, Operators, Matrix];
      smallestShown = Math.min(smallestShown, shownBy(own, OPS).smallestShown * Math.hypot(a, b));
    } else if (operator === OPS.constructPath && words[2]) drawn.push(boxOf(at, words[2]));
    else if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject)
      images.push(boxOf(at, [0, 0, 1, 1]));
  }
  return { images, drawn, smallestShown };
}

function boxOf(at: Matrix, [left, bottom, right, top]: number[]): Box {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [at[0] * x! + at[2] * y! + at[4], at[1] * x! + at[3] * y! + at[5]] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Pieces of one line of text, from left to right, joined. */
export function linesOf(pieces: Piece[]): Piece[] {
  const lines: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => b.baseline - a.baseline || a.x - b.x)) {
    const line = lines.find(
      (one) =>
        Math.abs(one.baseline - piece.baseline) < Math.max(one.size, piece.size) * 0.25 &&
        piece.x - (one.x + one.width) < Math.max(one.size, piece.size) * 2 &&
        piece.x >= one.x,
    );
    if (!line) lines.push({ ...piece });
    else {
      line.text += (piece.x - (line.x + line.width) > piece.size * 0.12 ? ' ' : '') + piece.text;
      line.width = Math.max(line.width, piece.x + piece.width - line.x);
      line.height = Math.max(line.height, piece.height);
      line.size = Math.max(line.size, piece.size);
    }
  }
  return lines;
}

export const overlap = (a: Box, b: Box): Box => {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
};

export const millimetres = (points: number) => (points / 72) * 25.4;

/** True where `outer` holds `inner`, give or take so many points. */
export const holds = (outer: Box, inner: Box, slack = 1) =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.width <= outer.x + outer.width + slack &&
  inner.y + inner.height <= outer.y + outer.height + slack;
