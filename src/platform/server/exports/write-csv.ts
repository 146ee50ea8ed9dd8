import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { daysSince } from '#shared/age.ts';
import { formatDay, formatMoment } from '#shared/format.ts';
import { type LayoutColumn, type PlainValue, plainValueOf } from '#shared/list-layout.ts';

/** Rows written before yielding to other requests. */
const rowsPerTurn = 500;

/** Without a BOM, Excel decodes UTF-8 with the PC's code page. */
const byteOrderMark = '\ufeff';

/**
 * RFC 4180: records end with CRLF; line breaks inside a cell are single LFs. Text that a spreadsheet would treat as a
 * formula gets a leading apostrophe (OWASP, CSV Injection).
 */
export async function* writeCsv<Row>(
  columns: readonly (readonly [key: string, column: LayoutColumn<Row>])[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + recordsOf([columns.map(([, column]) => column.header)]);
  for await (const page of pages) {
    for (let first = 0; first < page.length; first += rowsPerTurn) {
      const rows = page.slice(first, first + rowsPerTurn);
      yield recordsOf(
        rows.map((row) =>
          columns.map(([key, column]) => written(plainValueOf(key, column, row), column.kind)),
        ),
      );
      await nextTurn();
    }
  }
}

function recordsOf(records: PlainValue[][]): string {
  return stringify(records, {
    record_delimiter: 'windows',
    escape_formulas: true,
    // By default only CRLF is quoted, but spreadsheets also end a record at a bare LF.
    quoted_match: /\n/,
  });
}

function written(value: PlainValue, kind: LayoutColumn<never>['kind']): PlainValue {
  if (typeof value !== 'string') return value;
  if (kind === 'day') return formatDay(value);
  if (kind === 'age') return daysSince(value);
  if (kind === 'moment') return formatMoment(value);
  return value.replace(/\r\n?/g, '\n');
}
