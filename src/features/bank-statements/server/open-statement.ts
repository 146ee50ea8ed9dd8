import { Readable } from 'node:stream';
import { domainError } from '#platform/server/domain-error.ts';
import { detectDelimiter, readCsv } from '#platform/server/spreadsheets/csv.ts';
import { openTable } from '#platform/server/spreadsheets/open-table.ts';
import { spreadsheetFormatOf } from '#platform/server/spreadsheets/spreadsheet-format.ts';
import { isBlank, type SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import type { BankMessageFormat, UploadFormat } from '#shared/spreadsheet-format.ts';
import { withoutMidnight } from '#shared/written-day.ts';

/** Enough to detect the format. */
const startBytes = 64 * 1024;
/** Enough for a university's account over several years. */
export const maximumLines = 20_000;
const maximumCharacters = 2_000 * maximumLines;

/** What was read of the file: `sheetName` and `hiddenSheets` of a workbook. */
export type StatementTable = {
  format: UploadFormat | BankMessageFormat;
  rows: SpreadsheetRow[];
  sheetName: string | null;
  hiddenSheets: string[];
};

/** Reads all rows of a bank's file, whatever its format; `sheet` is the one that a person chose of several. */
export async function openStatement(bytes: Buffer, sheet: string | undefined): Promise<StatementTable> {
  const start = bytes.subarray(0, startBytes);
  const format = bankMessageFormatOf(start) ?? (await spreadsheetFormatOf(start));
  const source = Readable.from([bytes]);
  if (format === 'csv') {
    const rows = await allOf(readCsv(source, detectDelimiter(start.toString('utf8'))));
    return { format, rows, sheetName: null, hiddenSheets: [] };
  }
  const request = { format, isOneNamed: true, ...(sheet !== undefined && { sheet }) };
  const { sheets, hiddenSheets, rows } = await openTable(source, request);
  return { format, rows: evened(await allOf(rows)), sheetName: sheet ?? sheets[0] ?? null, hiddenSheets };
}

/** The last column of a statement. A stray cell far to the right must not make every row as wide. */
const maximumColumns = 200;

/**
 * Cells of these formats have their columns by themselves, so empty ones at the end of a row mean nothing. Days that a
 * workbook ends some seconds early or late are whole days.
 */
function evened(rows: SpreadsheetRow[]): SpreadsheetRow[] {
  const count = Math.min(maximumColumns, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  return rows.map(({ dates, cells, ...row }) => ({
    ...row,
    ...(dates && { dates }),
    cells: Array.from({ length: Math.max(count, cells.length) }, (_cell, place) =>
      dates?.includes(place) ? withoutMidnight(cells[place]!) : (cells[place] ?? ''),
    ),
  }));
}

/** MT940 by its first field, which may stand below a bank's own lines, and camt.053 by its namespace. */
function bankMessageFormatOf(start: Buffer): BankMessageFormat | null {
  const text = start.toString('utf8');
  if (/^\uFEFF?\s*\{1:|^\uFEFF?:20:/m.test(text)) return 'mt940';
  return /^\uFEFF?\s*<[\s\S]*?\burn:iso:std:iso:20022:tech:xsd:camt\.053\b/.test(text) ? 'camt' : null;
}

async function allOf(rows: AsyncIterable<SpreadsheetRow>): Promise<SpreadsheetRow[]> {
  const all: SpreadsheetRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    // Formats reach down to the last row of a sheet.
    if (isBlank(row)) continue;
    for (const cell of row.cells) characters += cell.length + 1;
    // Rows above the table are no entries, so twice the limit is allowed.
    if (all.length > 2 * maximumLines || characters > maximumCharacters) {
      throw domainError('bank_statements.too_many_lines');
    }
    all.push(row);
  }
  return all;
}
