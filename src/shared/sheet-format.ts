import type { ErrorCode } from './errors.ts';

export const sheetFormats = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

export const sheetTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Errors of any uploaded spreadsheet. */
export const sheetErrors = [
  'files.empty',
  'sheets.protected',
  'sheets.wrong_encoding',
  'sheets.wrong_content',
  'sheets.open_quote',
  'sheets.damaged',
] as const satisfies readonly ErrorCode[];
