import type { University } from '#features/masters/server/university.ts';
import { joinPdfs } from '#platform/server/typst/join-pdfs.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { localTemplate } from '#platform/server/typst/typst-document.ts';

const template = localTemplate(import.meta.dirname, 'book.typ');

/** In the template's units: a heading takes one, an entry two. */
const unitsOfPage = 40;
/** Typst compiles a document as a whole; compiling a long one in parts keeps memory constant. */
const pagesOfPart = 50;

export type BookRow =
  | { units: 1; heading: string }
  /** The lines of each cell; the first is larger and, if the entry is struck, struck through. */
  | { units: 2; cells: Line[][]; isStruck: boolean };

/** A text, or a name with its form in another script. */
export type Line = string | [name: string, native: string];

/** The rows under one heading of one or two lines; each section begins on a new page. */
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

/** Renders a book of any length as one PDF/A, with page numbers throughout and running totals on each page. */
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
    parts.push(await renderPdf(document));
  }
  return joinPdfs(parts);
}

function nativeNamesOf(row: BookRow): string[] {
  if ('heading' in row) return [];
  return row.cells.flat().flatMap((line) => (typeof line === 'string' ? [] : [line[1]]));
}

/** A heading is never the last row of its page. */
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

/** The height of a heading with the headings that follow it and their first entry. */
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
