import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { contentInWords, contentsOf, type FileKind, whyUnsupported } from '#shared/file-kinds.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const filesErrors = {
  'files.not_found': t`This file does not exist, or you do not have access to it.`,
  ...withStatus(413, {
    'files.too_large': t`The file is larger than 5 MiB. Scan at a lower resolution or compress it.`,
  }),
  ...withStatus(422, {
    'sheets.wrong_content': (data: { found: string | null }) =>
      t`The file holds ${data.found === null ? t`bytes that are not text` : t`a file of type ${data.found}`}. Open it in the program that made it and save it as an XLSX workbook or as CSV in UTF-8.`,
    'sheets.web_page': t`The file is a web page without a table, for example because the session had expired. Log in to that site again and download the file once more.`,
    'sheets.protected': t`The workbook is protected by a password. Save it as XLSX without a password.`,
    'sheets.old_workbook': t`The workbook is of the XLS format from before 2007. Open it in a spreadsheet program and save it as XLSX.`,
    'sheets.several': (data: { sheets: string[] }) =>
      t`The workbook has several sheets: ${data.sheets.join(', ')}. Choose the one to read.`,
    'sheets.wrong_encoding': (data: { row: number | null }) =>
      data.row === null
        ? t`The file is not in UTF-8, so names would be garbled. Save it as 'CSV UTF-8' or upload the XLSX workbook.`
        : t`The file is not in UTF-8 (near row ${formatCount(data.row)}), so names would be garbled. Save it as 'CSV UTF-8' or upload the XLSX workbook.`,
    'sheets.open_quote': (data: { row: number }) =>
      t`A quotation mark that opens at or after row ${formatCount(data.row)} is never closed, so the rows below cannot be told apart.`,
    'sheets.damaged': t`The workbook is damaged and cannot be read. Open it in a spreadsheet program and save it again.`,
    'sheets.too_complex': t`The workbook unpacks to far more than a list needs. Copy the rows into a new workbook, or save them as CSV.`,
    'files.wrong_content': (data: { found: string | null; kind: FileKind }) =>
      whyUnsupported(data.found) ??
      t`The file holds ${contentInWords(data.found)}. Wanted: ${contentsOf[data.kind].wanted}.`,
    'files.pdf_active': t`The PDF contains scripts, forms that act, or other files. Print it to a new PDF, or scan the page again.`,
    'files.pdf_protected': t`The PDF is protected by a password. Save it without one.`,
    'files.pdf_damaged': t`The PDF is damaged and cannot be read. Print it to a new PDF, or scan the page again.`,
    'files.pdf_too_complex': t`The PDF is too large or too complex to be checked. Save only the pages that are needed.`,
    'files.picture_too_large': t`The picture is too large, or it takes too long to read. Save it with fewer pixels, at most 50 million, for example 8,000 × 6,000.`,
    'files.picture_damaged': t`The picture is damaged and cannot be opened. Save it again or take a new one.`,
    'files.picture_too_small': (data: { least: number; found: number }) =>
      t`The picture is ${data.found} pixels wide or high. Wanted: at least ${data.least}, so that it prints sharp.`,
    'files.active_drawing': t`The drawing holds a script or refers to another file. Save it as a plain SVG or a PNG.`,
    'files.not_transparent': t`The background of the picture is not transparent, so it would cover the paper. Save it as a PNG without a background.`,
    'files.empty': t`The file is empty.`,
    'files.not_usable': t`The uploaded file can no longer be used. Choose it again.`,
  }),
  ...withStatus(410, {
    'files.missing': t`The file is missing from the file store or damaged. Ask an administrator to restore it.`,
  }),
} as const satisfies ErrorEntries;
