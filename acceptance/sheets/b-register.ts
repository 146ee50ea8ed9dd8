import { expect } from 'vitest';
import type { Json } from '../harness/people.ts';
import type { Convened } from './b-convene.ts';
import { faultsAsPdfA, pagesOf, plain } from './b-pdf.ts';
import { csvLines } from './b-rolls.ts';

// UNIVERSITY.md 3: "The degree register is a PDF/A of everything issued at a convocation: number, name in scripts, parents,
// degree, class, serial of the sheet, date, with page totals and places for signatures; the same rows as CSV".

/** Both ways of writing a day. */
const days = (iso: string) => [iso, iso.split('-').reverse().join('/')];

/** Every row has what the register is for, in one line of the CSV; no line more. */
export function expectCsv(csv: Buffer, issued: Json[], convened: Convened): string[] {
  const [head = [], ...lines] = csvLines(csv);
  expect(head.length, `headings: ${head.join(', ')}`).toBeGreaterThanOrEqual(8);
  expect(lines.length, 'lines of the CSV, against own SQL').toBe(issued.length);
  const byNumber = new Map(issued.map((row) => [row.number, row]));
  return lines.map((cells) => {
    const number = cells.find((cell) => byNumber.has(cell));
    expect(number, `a convocation number in ${cells.join(' | ')}`).toBeDefined();
    expectFacts(cells.join(' | '), byNumber.get(number), convened);
    byNumber.delete(number);
    return number!;
  });
}

function expectFacts(text: string, row: Json, { convocation }: Convened): void {
  for (const field of ['name', 'native', 'father', 'mother', 'class', 'serial', 'degree'])
    if (row[field])
      expect(plain(text), `${field} of ${row.number} in ${text}`).toContain(
        plain(row[field]).split(' in ')[0],
      );
  expect(
    days(convocation.heldOn).some((day) => text.includes(day)),
    `the date ${convocation.heldOn} of ${row.number} in ${text}`,
  ).toBe(true);
}

/** The numbers in their order, and that each page's total and the grand total are those of the rows. */
export function expectPdf(pdf: Buffer, issued: Json[], convened: Convened): string[] {
  expect(faultsAsPdfA(pdf)).toEqual([]);
  const pages = pagesOf(pdf, { layout: true }).map(plain);
  const numbers = new Set(issued.map(({ number }) => number));
  const order: string[] = [];
  for (const [index, page] of pages.entries()) {
    const here = page.split(' ').filter((word) => numbers.has(word));
    order.push(...here);
    if (here.length)
      expect(totalsOf(page), `page ${index + 1} has ${here.length} rows: its totals`).toContain(here.length);
    expect(page, `places for signatures at the end of the register or of page ${index + 1}`).toMatch(
      index === pages.length - 1 ? /signature|registrar|controller|checked by/i : /./,
    );
  }
  expect(order.length, 'rows of the PDF, against own SQL').toBe(issued.length);
  expect(new Set(order).size, 'each number once').toBe(issued.length);
  expect(totalsOf(pages.join(' ')), 'the grand total').toContain(issued.length);
  const text = pages.join(' ');
  expect(text).toContain(plain(convened.convocation.name));
  return order;
}

/** Numbers that are called a total: '12 rows on this page', 'Page total: 12', 'Total 10,000'. */
function totalsOf(text: string): number[] {
  const count = '(\\d[\\d,]*)';
  const after = text.matchAll(new RegExp(`totals?\\b[^\\d]{0,40}${count}`, 'gi'));
  const before = text.matchAll(new RegExp(`${count} (?:rows|entries|certificates|sheets|degrees)\\b`, 'gi'));
  return [...after, ...before].map(([, digits]) => Number(digits!.replaceAll(',', '')));
}

/** Every fact of every row stands in the PDF's text; names of any script as the record has them. */
export function expectFactsInPdf(pdf: Buffer, issued: Json[]): void {
  const text = plain(pagesOf(pdf).join('\n')).replaceAll(' ', '');
  for (const row of issued)
    for (const field of ['name', 'native', 'father', 'mother', 'serial'])
      if (row[field])
        // A long name may be broken into two lines of its cell.
        expect(
          text.includes(plain(row[field]).replaceAll(' ', '')),
          `${field} ${row[field]} of ${row.number}`,
        ).toBe(true);
}
