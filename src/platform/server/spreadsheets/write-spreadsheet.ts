import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeCsv } from '#platform/server/exports/write-csv.ts';
import { writeXlsx } from '#platform/server/exports/write-xlsx.ts';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';

/** A spreadsheet of text rows from a stream, in the same format as exported lists. */
export function writeSpreadsheet(
  format: SpreadsheetFormat,
  sheet: { name: string; headers: readonly string[]; rows: AsyncIterable<readonly string[]> },
): Readable {
  const columns = sheet.headers.map(
    (header, place) =>
      [String(place), { header, value: (row: readonly string[]) => row[place] ?? '' }] as const,
  );
  const pages = inPages(sheet.rows);
  return format === 'csv'
    ? Readable.from(writeCsv(columns, pages))
    : Readable.fromWeb(writeXlsx(sheet.name, columns, pages) as ReadableStream);
}

const pageRows = 500;

/** Groups streamed rows into pages of `size`. */
export async function* inPages<Row>(rows: AsyncIterable<Row>, size = pageRows): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
