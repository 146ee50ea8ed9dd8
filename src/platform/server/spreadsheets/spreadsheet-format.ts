import { fileTypeFromBuffer } from 'file-type';
import { domainError } from '#platform/server/domain-error.ts';
import type { UploadFormat } from '#shared/spreadsheet-format.ts';

/** Compound File Binary (MS-CFB): password-protected workbooks, and the format before 2007. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream in which the format before 2007 keeps its sheets. */
const oldWorkbook = Buffer.from('Workbook', 'utf16le');

/** Comments and declarations before it match in one way only: in two, thirty comments would take hours. */
const webPage =
  /^(?:<!--(?:(?!-->)[\s\S])*-->\s*|<[!?](?!--)[^>]*>\s*)*<(?:html|head|body|meta|style|table)\b/i;

/** The format by the first bytes and never by the name; names and refuses everything that is no table. */
export async function spreadsheetFormatOf(start: Buffer): Promise<UploadFormat> {
  if (start.subarray(0, 8).equals(compoundFile)) {
    throw domainError(start.includes(oldWorkbook) ? 'sheets.old_workbook' : 'sheets.protected');
  }
  if (isUtf16(start)) throw domainError('sheets.wrong_encoding', { row: null });
  const text = start.toString('utf8').replace(/^\uFEFF?\s*/, '');
  if (webPage.test(text)) return 'html';
  // A workbook is a ZIP archive, whose kind is not always detectable at its beginning. It throws at a damaged one.
  const found = await fileTypeFromBuffer(start).catch(() => ({ ext: 'zip' }));
  if (found?.ext === 'xlsx' || found?.ext === 'zip') return 'xlsx';
  if (found) throw domainError('sheets.wrong_content', { found: found.ext.toUpperCase() });
  if (start.includes(0)) throw domainError('sheets.wrong_content', { found: null });
  if (/^[{[]\s*["{[\]}]/.test(text)) throw domainError('sheets.wrong_content', { found: 'JSON' });
  if (/^<[?!a-z]/i.test(text)) throw domainError('sheets.wrong_content', { found: 'XML' });
  return 'csv';
}

function isUtf16(start: Buffer): boolean {
  const mark = start.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}
