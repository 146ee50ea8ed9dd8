import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import { daysSince } from '#shared/age.ts';
import { type ColumnKind, type LayoutColumn, type PlainValue, plainValueOf } from '#shared/list-layout.ts';

/** Rows written before yielding to other requests. */
const rowsPerTurn = 500;

/** Excel number formats; amounts are whole rupees with Indian digit grouping. */
const numberFormats: Partial<Record<ColumnKind, string>> = {
  rupees: '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm',
};
const widths: Record<ColumnKind, number> = { text: 24, number: 10, rupees: 14, day: 12, moment: 18, age: 10 };

const indiaMilliseconds = 5.5 * 60 * 60 * 1000;

/** XML 1.0, section 2.2: these cannot be in a document, and Excel calls the file broken when they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * A workbook with a frozen heading row; more rows than one sheet can hold (1,048,576 with the heading) continue in a
 * further sheet with the same heading. Numbers are numbers; dates are Excel dates in Indian time, because spreadsheets
 * have no time zones. Text needs no escaping: formulas are another cell type.
 */
export function writeXlsx<Row>(
  name: string,
  columns: readonly (readonly [key: string, column: LayoutColumn<Row>])[],
  pages: AsyncIterable<readonly Row[]>,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(columns, pages), {
    name,
    columns: columns.map(([, { header, kind = 'text' }]) => ({
      header,
      width: Math.max(widths[kind], header.length + 2),
      numFmt: numberFormats[kind],
    })),
    freezePane: { rows: 1 },
  });
}

async function* rowsOf<Row>(
  columns: readonly (readonly [key: string, column: LayoutColumn<Row>])[],
  pages: AsyncIterable<readonly Row[]>,
) {
  for await (const page of pages) {
    for (const [index, row] of page.entries()) {
      if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
      yield columns.map(([key, column]) => cellOf(plainValueOf(key, column, row), column.kind));
    }
  }
}

function cellOf(value: PlainValue, kind: ColumnKind | undefined): PlainValue | Date {
  if (typeof value !== 'string') return value;
  if (kind === 'day') return new Date(`${value}T00:00:00Z`);
  if (kind === 'age') return daysSince(value);
  if (kind === 'moment') return new Date(Date.parse(value) + indiaMilliseconds);
  return value.replace(unwritable, '');
}
