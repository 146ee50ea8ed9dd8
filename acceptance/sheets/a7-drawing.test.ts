import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart } from '../harness/desks.ts';
import { personName } from '../harness/random.ts';
import { type Design, designs } from './a-designs.ts';
import { unpacked } from './a-judges.ts';
import { nativeName } from './a-native-names.ts';
import { type Box, linesOf, overlap, type Page, type Piece, pagesOf } from './a-places.ts';
import { daysAs, type Office, printSheets } from './a-sheets.ts';

// The issue, Build: "microtext, guilloche as curves. Native names in the weight and size of the Latin name; no gap where there is none",
// "space for seal and embossing". UNIVERSITY.md 4: "microtext line, fine guilloche as curves (no facets at 1,200 dpi)".

let office: Office;
let all: Design[] | undefined;

beforeAll(async () => {
  office = await borrowOrStart();
}, 240_000);
afterAll(() => office?.portal.remove());

async function every(isFull = false): Promise<Design[]> {
  all ??= await designs(office);
  return isFull ? all.filter(({ isDataOnly }) => !isDataOnly) : all;
}

describe('Build: how a sheet is drawn', { timeout: 300_000 }, () => {
  test('Build native names stand in the weight and size of the Latin name, in both scripts', async () => {
    for (const { name: design, type } of await every())
      for (const script of ['kannada', 'devanagari'] as const) {
        const { name } = nativeName(script, 2);
        const run = await printSheets(office, type, [
          { candidateName: personName(), candidateNameNative: name },
        ]);
        const [page] = await pagesOf(run.pdf, 1, 1);
        const latin = page!.pieces.find(({ text }) => text.includes(run.sheets[0]!.name.split(' ')[0]!));
        const native = nearest(page!, latin!, script);
        expect(latin, `${design}: the name`).toBeDefined();
        expect(native, `${design}: the native name below or beside it`).toBeDefined();
        const ratio = native!.size / latin!.size;
        expect(
          ratio,
          `${design}, ${script}: ${native!.size} pt beside ${latin!.size} pt`,
        ).toBeGreaterThanOrEqual(0.8);
        expect(
          ratio,
          `${design}, ${script}: ${native!.size} pt beside ${latin!.size} pt`,
        ).toBeLessThanOrEqual(1.25);
        expect(
          Math.abs(weightOf(native!) - weightOf(latin!)),
          `${design}, ${script}: ${native!.font} beside ${latin!.font}`,
        ).toBeLessThanOrEqual(100);
      }
  });

  test('Build no gap where there is none: without native name, class and rank the lines close up', async () => {
    for (const { name: design, type } of await every(true)) {
      const full = {
        candidateNameNative: nativeName().name,
        division: 'First Class',
        rank: 'First Rank',
        examinationMonth: '2024-05',
      };
      const run = await printSheets(office, type, [
        full,
        {},
        { candidateNameNative: full.candidateNameNative },
        { division: 'First Class' },
      ]);
      const pages = await pagesOf(run.pdf);
      const gaps = pages.map((page, index) =>
        largestGap(page, run.sheets[index]!.name, daysAs(run.sheets[index]!.heldOn)),
      );
      for (const [index, gap] of gaps.entries())
        expect(
          gap,
          `${design}: largest gap from name to date on sheet ${index + 1}, in points, beside ${gaps[0]} on the full one`,
        ).toBeLessThanOrEqual(gaps[0]! * 1.3 + 3);
    }
  });

  test('Build guilloche as curves: fine lines are Béziers, and no curve is made of straight pieces', async () => {
    for (const { name: design, type } of await every(true)) {
      const { pdf } = await printSheets(office, type, [{}]);
      const paths = pathsOf(unpacked(pdf));
      // Open: how many lines. A guilloche is woven of many; each swings more than once over its length.
      const curved = paths.filter(({ curves, slanted }) => curves >= 8 && slanted === 0);
      const facets = paths.filter(({ slanted }) => slanted >= 24);
      expect(
        facets.length,
        `${design}: paths of 24 and more slanted straight pieces (of ${paths.length} paths)`,
      ).toBe(0);
      expect(curved.length, `${design}: paths of eight and more curves`).toBeGreaterThanOrEqual(10);
    }
  });

  // recipes/text-layer: "Microtext at 1.1 pt is readable at 1,200 dpi, +5 KB, not in the text".
  test('Build microtext: a line of at most 1.5 pt, which is not among what is copied', async () => {
    for (const { name: design, type } of await every(true)) {
      const { pdf } = await printSheets(office, type, [{}]);
      const [page] = await pagesOf(pdf, 1, 1);
      expect(
        page!.smallestShown,
        `${design}: the smallest text that is drawn, in points`,
      ).toBeLessThanOrEqual(1.5);
      expect(page!.smallestShown, `${design}: readable at 1,200 dpi`).toBeGreaterThanOrEqual(0.7);
      expect(
        page!.pieces.filter(({ size }) => size < 4).map(({ text }) => text),
        `${design}: microtext in what is copied`,
      ).toEqual([]);
    }
  });

  // Open: how large. A university's seal is 40 mm, an embossed one 35 to 50: a circle of 38 mm that has nothing written in it.
  test('Build space for seal and embossing: a circle of 38 mm without text, picture or code, 12 mm from the edges, on every design', async () => {
    for (const { name: design, type } of await every()) {
      const full = {
        candidateNameNative: nativeName().name,
        division: 'First Class',
        rank: 'First Rank',
        examinationMonth: '2024-05',
      };
      const { pdf } = await printSheets(office, type, [full]);
      const [page] = await pagesOf(pdf, 1, 1);
      const squares = page!.drawn.filter(
        ({ width, height }) => width > 40 && width < 140 && Math.abs(width - height) < 2,
      );
      const taken: Box[] = [...page!.pieces, ...page!.images, ...squares];
      expect(isRoomFor(page!, taken, (38 / 25.4) * 72), `${design}: room for a seal`).toBe(true);
    }
  });

  test('Build the photo is on every full design, 35 × 45, and no text lies over it', async () => {
    for (const { name: design, type } of await every(true)) {
      const { pdf } = await printSheets(office, type, [{}]);
      const [page] = await pagesOf(pdf, 1, 1);
      const photo = page!.images.find(({ width, height }) => Math.abs(width / height - 35 / 45) < 0.02);
      expect(photo, `${design}: a picture of 35 × 45 among ${JSON.stringify(page!.images)}`).toBeDefined();
      for (const piece of page!.pieces) {
        const { width, height } = overlap(piece, photo!);
        expect(Math.min(width, height), `${design}: '${piece.text}' over the photo`).toBeLessThan(1);
      }
    }
  });
});

const scripts = { kannada: /[\u0c80-\u0cff]/, devanagari: /[\u0900-\u097f]/ };

function nearest(page: Page, latin: Piece, script: keyof typeof scripts): Piece | undefined {
  return page.pieces
    .filter(({ text }) => scripts[script].test(text))
    .sort((a, b) => Math.abs(a.baseline - latin.baseline) - Math.abs(b.baseline - latin.baseline))[0];
}

const weights = {
  thin: 100,
  extralight: 200,
  light: 300,
  regular: 400,
  medium: 500,
  semibold: 600,
  extrabold: 800,
  bold: 700,
  black: 900,
};

/** The weight that a font's PostScript name says; none is 400. */
function weightOf({ font }: Piece): number {
  const said = font.toLowerCase().split('-').slice(1).join('');
  return Object.entries(weights).find(([word]) => said.includes(word))?.[1] ?? 400;
}

function largestGap(page: Page, name: string, date: RegExp): number {
  const lines = linesOf(page.pieces).sort((a, b) => b.baseline - a.baseline);
  const first = lines.findIndex(({ text }) => text.includes(name.split(' ')[0]!));
  const last = lines.findLastIndex(({ text }) => date.test(text));
  if (first === -1 || last === -1)
    throw new Error(`name or date are not found among: ${lines.map(({ text }) => text).join(' | ')}`);
  // What stands at the sides (number, photo's legend, signatures) has lines of its own.
  const column = lines
    .slice(Math.min(first, last), Math.max(first, last) + 1)
    .filter(
      ({ x, width }) =>
        overlap(
          { x, y: 0, width, height: 1 },
          { x: page.width * 0.4, y: 0, width: page.width * 0.2, height: 1 },
        ).width > 0,
    );
  const steps = column.slice(1).map((line, index) => column[index]!.y - (line.y + line.height));
  return Math.max(...steps);
}

type Path = { curves: number; slanted: number };

/** Subpaths of every stream of an unpacked PDF: how many curves and how many slanted straight pieces each has. */
function pathsOf(text: string): Path[] {
  const paths: Path[] = [];
  let path: Path = { curves: 0, slanted: 0 };
  let [x, y] = [0, 0];
  for (const [, numbers, operator] of text.matchAll(/((?:-?[\d.]+\s+){2,6})([mlcvy])(?=\s)/g)) {
    const values = numbers!.trim().split(/\s+/).map(Number);
    const [toX, toY] = values.slice(-2) as [number, number];
    if (operator === 'm') {
      path = { curves: 0, slanted: 0 };
      paths.push(path);
    } else if (operator === 'l') {
      if (Math.abs(toX - x) > 0.001 && Math.abs(toY - y) > 0.001) path.slanted += 1;
    } else path.curves += 1;
    [x, y] = [toX, toY];
  }
  return paths;
}

function isRoomFor({ width, height }: Page, taken: Box[], diameter: number): boolean {
  const radius = diameter / 2;
  const margin = (12 / 25.4) * 72 + radius;
  for (let x = margin; x <= width - margin; x += 6)
    for (let y = margin; y <= height - margin; y += 6)
      if (
        taken.every((box) => {
          const dx = Math.max(box.x - x, 0, x - (box.x + box.width));
          const dy = Math.max(box.y - y, 0, y - (box.y + box.height));
          return Math.hypot(dx, dy) > radius;
        })
      )
        return true;
  return false;
}
