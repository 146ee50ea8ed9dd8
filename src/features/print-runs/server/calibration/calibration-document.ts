import { join } from 'node:path';
import type { TypstDocument, TypstTemplate } from '#platform/server/typst/typst-document.ts';
import type { Offset } from '../../printer-contract.ts';

const template: TypstTemplate = {
  folder: join(import.meta.dirname, 'template'),
  main: 'calibration-sheet.typ',
  fontFamilies: ['Noto Sans Kannada', 'Noto Serif Devanagari'],
};

/** A sheet of the same format as a certificate, with scales to read off the offset and crosses that try the present one. */
export function calibrationDocument(words: {
  university: string;
  printer: string;
  offset: Offset;
  madeAt: string;
}): TypstDocument {
  return { template, input: words, pages: 1 };
}
