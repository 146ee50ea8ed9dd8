import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { domainError } from '#platform/server/domain-error.ts';
import type { SheetRow } from './sheet-row.ts';

/** A quotation mark that is never closed must not swallow the file into memory. */
const longestRecord = 200_000;
const delimiters = [',', ';', '\t'] as const;

/** The delimiter that stands most often in the first row that is not blank, outside quotation marks. */
export function detectDelimiter(start: string): string {
  const header = start
    .replace(/"[^"]*"/g, '')
    .replace(/^\uFEFF?\s+/, '')
    .split(/[\r\n]/, 1)[0]!;
  const counted = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counted.indexOf(Math.max(...counted))]!;
}

/** The rows of a CSV file, one at a time; refuses what is not UTF-8. */
export async function* readCsv(bytes: Readable, delimiter: string): AsyncGenerator<SheetRow> {
  const rows = pipeline(
    Readable.from(decodeUtf8(bytes), { objectMode: false }),
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRecord,
    }),
    // A fault of the source ends the parser with the same error, which the loop below meets.
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
  // It also takes off a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new NotUtf8() : error;
  }
}

/** What gets an apostrophe in front in a CSV file of ours; the last four are full-width twins of the first. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Takes that apostrophe away again. */
export function unescapeCell(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}
