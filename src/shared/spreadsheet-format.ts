import type { ErrorCode } from './errors.ts';

export const spreadsheetFormats = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

export const spreadsheetTypes: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What lists are uploaded in. `html` is a web page with a table, which many portals and banks name `.xls`. */
export const uploadFormats = [...spreadsheetFormats, 'html'] as const;
export type UploadFormat = (typeof uploadFormats)[number];
/** A statement of account as SWIFT MT940 or as ISO 20022 camt.053. */
export type BankMessageFormat = 'mt940' | 'camt';

export const uploadTypes: Record<UploadFormat | BankMessageFormat, string> = {
  ...spreadsheetTypes,
  // Never text/html, so that no browser shows an uploaded page as one of ours.
  html: 'application/vnd.ms-excel',
  mt940: 'text/plain; charset=utf-8',
  camt: 'application/xml',
};

/** Errors of any uploaded spreadsheet. */
export const spreadsheetErrors = [
  'files.empty',
  'sheets.protected',
  'sheets.old_workbook',
  'sheets.wrong_encoding',
  'sheets.wrong_content',
  'sheets.web_page',
  'sheets.open_quote',
  'sheets.damaged',
] as const satisfies readonly ErrorCode[];
