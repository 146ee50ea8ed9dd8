import type { Readable } from 'node:stream';
import type { SpreadsheetResponse, TableRequest } from '#platform/server/untrusted/spreadsheet-reader.ts';
import { readUntrusted } from '#platform/server/untrusted/untrusted-process.ts';
import type { SpreadsheetRow } from './spreadsheet-row.ts';

export type OpenedTable = {
  /** The visible sheets of a workbook; the first is read unless another one is asked for. */
  sheets: string[];
  hiddenSheets: string[];
  rows: AsyncGenerator<SpreadsheetRow>;
};

/** Opens anything but CSV, in a separate process. The caller has to read all rows or call `return()`. */
export async function openTable(
  bytes: Readable,
  table: TableRequest,
  onProgress: (share: number) => void = () => {},
): Promise<OpenedTable> {
  const answers = readUntrusted<SpreadsheetResponse>('sheet', bytes, JSON.stringify(table));
  const { value: first } = await answers.next();
  return { ...(first as Omit<OpenedTable, 'rows'>), rows: rowsOf(answers, onProgress) };
}

async function* rowsOf(
  answers: AsyncGenerator<SpreadsheetResponse>,
  onProgress: (share: number) => void,
): AsyncGenerator<SpreadsheetRow> {
  try {
    for await (const answer of answers) {
      if (!('rows' in answer)) continue;
      onProgress(answer.share);
      yield* answer.rows;
    }
  } finally {
    await answers.return(undefined);
  }
}
