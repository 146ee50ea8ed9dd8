import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { contentInWords, contentsOf, type FileKind } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';

export const filesErrors = {
  'files.not_found': t`This file does not exist, or you do not have access to it.`,
  ...withStatus(413, {
    'files.too_large': t`The file is larger than 5 MiB. Scan at a lower resolution or compress it.`,
  }),
  ...withStatus(422, {
    'files.wrong_content': (data: { found: string | null; kind: FileKind }) =>
      t`The file holds ${contentInWords(data.found)}. Wanted: ${contentsOf[data.kind].wanted}.`,
    'files.pdf_active': t`The PDF contains scripts, forms that act, or other files. Print it to a new PDF, or scan the page again.`,
    'files.pdf_protected': t`The PDF is protected by a password. Save it without one.`,
    'files.pdf_damaged': t`The PDF is damaged and cannot be read. Print it to a new PDF, or scan the page again.`,
    'files.pdf_too_complex': t`The PDF is too large or too complex to be checked. Save only the pages that are needed.`,
    'files.picture_too_large': t`The picture has too many pixels. Save it with at most 50 million, such as 8,000 × 6,000.`,
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
