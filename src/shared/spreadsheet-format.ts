import type { ErrorCode } from './errors.ts';

export const spreadsheetFormats = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

export const spreadsheetTypes: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Errors of any uploaded spreadsheet. */
export const spreadsheetErrors = [
  'files.empty',
  'sheets.protected',
  'sheets.wrong_encoding',
  'sheets.wrong_content',
  'sheets.open_quote',
  'sheets.damaged',
] as const satisfies readonly ErrorCode[];
