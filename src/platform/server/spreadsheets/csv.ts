import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { domainError } from '#platform/server/domain-error.ts';
import { type SpreadsheetRow, storable } from './spreadsheet-row.ts';

/** A quotation mark that is never closed must not read the whole file into memory. */
const maximumRecordLength = 200_000;
const delimiters = [',', '\t', ';', '|'] as const;
const looksAtLines = 100;
/** Files put together by several programs have several of them. */
const lineEnds = ['\r\n', '\n', '\r'];
const lineEnd = /\r\n?|\n/;
/** The line with which spreadsheet programs are told the delimiter. */
const delimiterLine = /^\uFEFF?"?sep=(.)"?\s*$/i;

/**
 * The delimiter that `sep=` names, else the one that cuts the most lines into the same number of columns: addresses
 * above the table and narrations have commas, too.
 */
export function detectDelimiter(start: string): string {
  const lines = start.replace(/"[^"\r\n]*"/g, '').split(lineEnd, looksAtLines);
  const named = delimiterLine.exec(start.split(lineEnd, 1)[0]!)?.[1];
  if (named) return named;
  const evenness = delimiters.map((delimiter) => {
    const columns = Map.groupBy(lines, (line) => line.split(delimiter).length);
    return Math.max(...[...columns].map(([count, { length }]) => (count - 1) * length));
  });
  return delimiters[evenness.indexOf(Math.max(...evenness))]!;
}

/** The rows of a CSV file, one at a time, without a `sep=` above them; refuses text that is not UTF-8. */
export async function* readCsv(bytes: Readable, delimiter: string): AsyncGenerator<SpreadsheetRow> {
  const rows = pipeline(
    Readable.from(decodeUtf8(bytes), { objectMode: false }),
    parse({
      delimiter,
      record_delimiter: lineEnds,
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
      // Spreadsheet programs do not count it either.
      if (number === 0 && delimiterLine.test(cells.join(delimiter))) continue;
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
    for await (const chunk of bytes) yield storable(decoder.decode(chunk as Buffer, { stream: true }));
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
