/** Entry of the process that reads tables: returns the names of a workbook's sheets, then the rows of one. */
import { domainError } from '#platform/server/domain-error.ts';
import { type SpreadsheetRow, storable } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { checkParts } from './check-parts.ts';
import { readCamt } from './read-camt.ts';
import { readMt940 } from './read-mt940.ts';
import { readWebTable } from './read-web-table.ts';
import { listSheets, readRows } from './read-workbook.ts';
import { serveParent } from './serve-parent.ts';
import { readParts } from './workbook-stream.ts';

/** Batch size of answers to the parent. */
const batchRows = 500;
const batchCharacters = 256 * 1024;

/** Same limit as for a CSV file. */
const maximumRowLength = 200_000;

const textReaders = { html: readWebTable, mt940: readMt940, camt: readCamt };
/** `sheet`: the one to read of a workbook; `isOneNamed` refuses to read the first of several that nobody named. */
export type TableRequest = {
  format: 'xlsx' | keyof typeof textReaders;
  sheet?: string;
  isOneNamed?: boolean;
};

type SheetNames = { sheets: string[]; hiddenSheets: string[] };
export type SpreadsheetResponse = SheetNames | { rows: SpreadsheetRow[]; share: number };

await serveParent<SpreadsheetResponse, string>(async function* read(file, use) {
  const { format, sheet, isOneNamed } = JSON.parse(use) as TableRequest;
  if (format !== 'xlsx') {
    yield { sheets: [], hiddenSheets: [] };
    yield* inBatches(textReaders[format](textOf(file)), () => 1);
    return;
  }
  const parts = readParts(file);
  if (!parts) throw domainError('sheets.damaged');
  if (parts.some(({ name }) => name === 'content.xml'))
    throw domainError('sheets.wrong_content', { found: 'ODS' });
  await checkParts(parts);
  const names = await listSheets(file);
  const { sheets } = names;
  if (isOneNamed && (sheet === undefined ? sheets.length > 1 : !sheets.includes(sheet))) {
    throw domainError('sheets.several', { sheets });
  }
  yield names;
  let share = 0;
  const rows = readRows(parts, sheet ?? sheets[0], (read) => {
    share = read;
  });
  yield* inBatches(rows, () => share);
});

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw domainError('sheets.wrong_encoding', { row: null });
  }
}

async function* inBatches(
  source: AsyncIterable<SpreadsheetRow> | Iterable<SpreadsheetRow>,
  shareRead: () => number,
): AsyncGenerator<SpreadsheetResponse> {
  let rows: SpreadsheetRow[] = [];
  let characters = 0;
  for await (const row of source) {
    rows.push({ ...row, cells: row.cells.map(storable) });
    const length = row.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (length > maximumRowLength) throw domainError('sheets.too_complex');
    characters += length;
    if (rows.length < batchRows && characters < batchCharacters) continue;
    yield { rows, share: shareRead() };
    rows = [];
    characters = 0;
  }
  yield { rows, share: 1 };
}
