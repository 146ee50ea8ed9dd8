import type { ErrorCode } from './errors.ts';

/** The files that a list can be saved as, and that are taken in; the office calls them by these names. */
export const sheetFormats = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

export const sheetTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a file can be refused for, whatever it is a sheet of. */
export const sheetErrors = [
  'files.empty',
  'sheets.protected',
  'sheets.wrong_encoding',
  'sheets.wrong_content',
  'sheets.open_quote',
  'sheets.damaged',
] as const satisfies readonly ErrorCode[];
