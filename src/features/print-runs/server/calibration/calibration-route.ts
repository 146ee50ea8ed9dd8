import { designOf } from '#features/certificates/server/designs/designs.ts';
import { type Box, paperSize } from '#features/certificates/template.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatMoment } from '#shared/format.ts';
import { type Offset, printerDocuments } from '../../printer-contract.ts';
import { findLayoutSetUp, type LayoutSetUp } from '../layouts.ts';
import { getPrinter } from '../printers.ts';

const template = localTemplate(import.meta.dirname, 'calibration-sheet.typ');

/**
 * `GET /api/printers/{id}/calibration-sheet`: the operator reads the printer's offset from it. One page for each
 * template of a certificate type.
 */
export const calibrationRoute = servePdf(printerDocuments.calibrationSheet, async ({ services, params }) => {
  const id = params.id!;
  const printer = await getPrinter(services.db, id);
  const { university, templates } = await findLayoutSetUp(services.db, new Date());
  const pdf = await renderPdf(
    calibrationDocument({
      university: university.name,
      printer: `${printer.code}, ${printer.name}`,
      offset: { xMm: Number(printer.x_mm), yMm: Number(printer.y_mm) },
      madeAt: `${formatMoment(new Date().toISOString())} IST`,
      templates: pagesOf(templates),
    }),
  );
  return { name: `calibration-sheet-${id}`, pdf };
});

type Page = { types: string; width: number; height: number; boxes: readonly Box[] };

/** Types that share a template share a page. */
function pagesOf(templates: LayoutSetUp['templates']): Page[] {
  const byTemplate = Map.groupBy(templates, ([, template]) => template);
  if (byTemplate.size === 0) byTemplate.set(designOf(null), []);
  return [...byTemplate].map(([template, types]) => ({
    types: types.map(([type]) => type).join(', ') || 'every certificate',
    ...paperSize(template),
    boxes: template.boxes,
  }));
}

/** Sheets of certificate size, with scales to read the offset and crosses that test the present one. */
function calibrationDocument(words: {
  university: string;
  printer: string;
  offset: Offset;
  madeAt: string;
  templates: Page[];
}): TypstDocument {
  return { template, input: words, pages: words.templates.length };
}
