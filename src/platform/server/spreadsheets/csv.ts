import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetRow } from './spreadsheet-row.ts';

/** A quotation mark that is never closed must not read the whole file into memory. */
const maximumRecordLength = 200_000;
const delimiters = [',', ';', '\t'] as const;

/** The most frequent delimiter in the first non-blank row, outside quotation marks. */
export function detectDelimiter(start: string): string {
  const header = start
    .replace(/"[^"]*"/g, '')
    .replace(/^\uFEFF?\s+/, '')
    .split(/[\r\n]/, 1)[0]!;
  const counted = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counted.indexOf(Math.max(...counted))]!;
}

/** The rows of a CSV file, one at a time; refuses text that is not UTF-8. */
export async function* readCsv(bytes: Readable, delimiter: string): AsyncGenerator<SpreadsheetRow> {
  const rows = pipeline(
    Readable.from(decodeUtf8(bytes), { objectMode: false }),
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maximumRecordLength,
    }),
    // An error of the source also ends the parser, and the loop below throws it.
    () => {},
  );
  let number = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      number += 1;
      yield { number, cells };
    }
  } catch (error) {
    if (error instanceof NotUtf8) throw domainError('sheets.wrong_encoding', { row: number + 1 });
    if (error instanceof CsvError) throw domainError('sheets.open_quote', { row: number + 1 });
    throw error;
  }
}

class NotUtf8 extends Error {}

async function* decodeUtf8(bytes: Readable): AsyncGenerator<string> {
  // It also removes a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new NotUtf8() : error;
  }
}

/** Cells that get an apostrophe prefix in our CSV files; the last four are the full-width forms of the first. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Removes that apostrophe. */
export function unescapeCell(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}
