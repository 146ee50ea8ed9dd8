import type { Readable } from 'node:stream';
import type { SpreadsheetResponse } from '#platform/server/untrusted/spreadsheet-reader.ts';
import { readUntrusted } from '#platform/server/untrusted/untrusted-process.ts';
import type { SpreadsheetRow } from './spreadsheet-row.ts';

/**
 * Opens a workbook: the names of its sheets, and the rows of the first one at a time. The caller has to read all rows
 * or call `return()`.
 */
export async function openWorkbook(
  bytes: Readable,
  onProgress: (share: number) => void = () => {},
): Promise<{ sheets: string[]; rows: AsyncGenerator<SpreadsheetRow> }> {
  const answers = readUntrusted<SpreadsheetResponse>('sheet', bytes);
  const { value: first } = await answers.next();
  return { sheets: (first as { sheets: string[] }).sheets, rows: rowsOf(answers, onProgress) };
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
