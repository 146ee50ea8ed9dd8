import { join } from 'node:path';
import type { TypstDocument } from '#platform/server/typst/typst-document.ts';
import { paperSize, type TemplateContent } from '../../template.ts';

/** The mark over a sheet shown to the public, as large as its paper allows. */
export function specimenMark(template: Pick<TemplateContent, 'paper'>, legend: string): TypstDocument {
  return {
    template: {
      folder: join(import.meta.dirname, 'specimen-mark'),
      main: 'mark.typ',
      fontFamilies: ['Cormorant Garamond'],
    },
    input: { paper: paperSize(template), legend },
    madeAt: new Date(0),
    pages: 1,
  };
}
