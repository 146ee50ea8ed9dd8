import { fileTypeFromBuffer } from 'file-type';
import { domainError } from '#platform/server/domain-error.ts';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';

/** Compound File Binary: password-protected workbooks, and the format before 2007. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** CSV or XLSX, detected from the first bytes and never from the name; refuses everything else. */
export async function spreadsheetFormatOf(start: Buffer): Promise<SpreadsheetFormat> {
  if (start.subarray(0, 8).equals(compoundFile)) throw domainError('sheets.protected');
  if (isUtf16(start)) throw domainError('sheets.wrong_encoding', { row: null });
  const found = await fileTypeFromBuffer(start);
  // A workbook is a ZIP archive, whose kind is not always detectable at its beginning.
  if (found?.ext === 'xlsx' || found?.ext === 'zip') return 'xlsx';
  if (found) throw domainError('sheets.wrong_content', { found: found.ext.toUpperCase() });
  if (start.includes(0)) throw domainError('sheets.wrong_content', { found: null });
  return 'csv';
}

function isUtf16(start: Buffer): boolean {
  const mark = start.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}
