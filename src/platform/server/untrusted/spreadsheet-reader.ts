/** Entry of the process that reads a workbook: returns the names of its sheets, then the rows of the first. */
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { checkParts } from './check-parts.ts';
import { listSheets, readRows } from './read-workbook.ts';
import { serveParent } from './serve-parent.ts';
import { readParts } from './workbook-stream.ts';

/** Batch size of answers to the parent. */
const batchRows = 500;
const batchCharacters = 256 * 1024;

/** Same limit as for a CSV file. */
const maximumRowLength = 200_000;

export type SpreadsheetResponse = { sheets: string[] } | { rows: SpreadsheetRow[]; share: number };

await serveParent(async function* read(workbook: Buffer): AsyncGenerator<SpreadsheetResponse> {
  const parts = readParts(workbook);
  if (!parts) throw domainError('sheets.damaged');
  await checkParts(parts);
  yield { sheets: await listSheets(workbook) };
  let share = 0;
  let rows: SpreadsheetRow[] = [];
  let characters = 0;
  for await (const row of readRows(parts, (read) => {
    share = read;
  })) {
    rows.push(row);
    const length = row.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (length > maximumRowLength) throw domainError('sheets.too_complex');
    characters += length;
    if (rows.length < batchRows && characters < batchCharacters) continue;
    yield { rows, share };
    rows = [];
    characters = 0;
  }
  yield { rows, share: 1 };
});
