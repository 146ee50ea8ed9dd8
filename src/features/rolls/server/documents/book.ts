import type { University } from '#features/masters/server/university.ts';
import { joinPdfs } from '#platform/server/typst/join-pdfs.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { templateBeside } from '#platform/server/typst/typst-document.ts';

const template = templateBeside(import.meta.dirname, 'book.typ');

/** In the unit of the template: a heading takes one, an entry two. */
const unitsOfPage = 40;
/** Typst compiles a document as a whole; a long one is compiled in parts, by which memory stays flat. */
const pagesOfPart = 50;

export type BookRow =
  | { units: 1; heading: string }
  /** The lines of each cell, the first in larger letters and, where the entry is struck, struck through. */
  | { units: 2; cells: Line[][]; isStruck: boolean };

/** A text, or a name with that in another script. */
export type Line = string | [name: string, native: string];

/** What stands under one heading, which has a line or two; each begins on a page of its own. */
type BookSection = { heading: string[]; rows: BookRow[] };

export type Book = {
  title: string;
  /** In the corner of every page. */
  mark: string;
  footer: string;
  columns: { name: string; width: number; isNumber: boolean }[];
  signatures: [string, string, string];
  sections: BookSection[];
};

/** Renders a book of any length as one PDF/A, its pages numbered through, each with what it and all before it add up to. */
export async function renderBook(
  { name, place }: University,
  { sections, ...book }: Book,
): Promise<Uint8Array> {
  const pages = withSums(sections.flatMap(pagesOf));
  const parts: Uint8Array[] = [];
  for (let first = 0; first < pages.length; first += pagesOfPart) {
    const part = pages.slice(first, first + pagesOfPart);
    const input = {
      ...book,
      university: { name, place },
      pages: part,
      firstPage: first + 1,
      pageCount: pages.length,
    };
    const exactTexts = part.flatMap(({ rows }) => rows.flatMap(nativeNamesOf));
    const document = { template, input, exactTexts, pages: part.length };
    parts.push(await renderPaper(document));
  }
  return joinPdfs(parts);
}

function nativeNamesOf(row: BookRow): string[] {
  if ('heading' in row) return [];
  return row.cells.flat().flatMap((line) => (typeof line === 'string' ? [] : [line[1]]));
}

/** A heading never stands last on its page. */
function pagesOf({ heading, rows }: BookSection): BookSection[] {
  const pages: BookRow[][] = [[]];
  let room = unitsOfPage;
  for (const [index, row] of rows.entries()) {
    const needed = 'heading' in row ? unitsWith(rows, index) : row.units;
    if (needed > room) {
      pages.push([]);
      room = unitsOfPage;
    }
    pages.at(-1)!.push(row);
    room -= row.units;
  }
  return pages.map((onPage) => ({ heading, rows: onPage }));
}

/** A heading with those right after it and the entry that they lead to. */
function unitsWith(rows: readonly BookRow[], start: number): number {
  let units = 0;
  for (const row of rows.slice(start, start + 4)) {
    units += row.units;
    if ('cells' in row) break;
  }
  return units;
}

function withSums(pages: BookSection[]) {
  const before = { standing: 0, struck: 0 };
  return pages.map((page) => {
    const entries = page.rows.filter((row) => 'cells' in row);
    const struck = entries.filter(({ isStruck }) => isStruck).length;
    const standing = entries.length - struck;
    before.standing += standing;
    before.struck += struck;
    return { ...page, sums: `This page: ${wordsOf({ standing, struck })}. Up to here: ${wordsOf(before)}.` };
  });
}

function wordsOf({ standing, struck }: { standing: number; struck: number }): string {
  return `${standing + struck} entries, ${standing} standing, ${struck} struck`;
}
