import { findUniversity } from '#features/masters/server/university.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { type TypstDocument, templateBeside } from '#platform/server/typst/typst-document.ts';
import { formatMoment } from '#shared/format.ts';
import { type Offset, printerDocuments } from '../../printer-contract.ts';
import { getPrinter, offsetOf } from '../printers.ts';

const template = templateBeside(import.meta.dirname, 'calibration-sheet.typ');

/** `GET /api/printers/{id}/calibration-sheet`: from it the operator reads off how far the printer is off. */
export const calibrationRoute = servePaper(
  printerDocuments.calibrationSheet,
  async ({ services, params }) => {
    const id = params.id!;
    const printer = await getPrinter(services.db, id);
    const university = await findUniversity(services.db);
    const pdf = await renderPaper(
      calibrationDocument({
        university: university.name,
        printer: `${printer.code}, ${printer.name}`,
        offset: offsetOf(printer),
        madeAt: `${formatMoment(new Date().toISOString())} IST`,
      }),
    );
    return { name: `calibration-sheet-${id}`, pdf };
  },
);

/** A sheet of the same format as a certificate, with scales to read off the offset and crosses that try the present one. */
function calibrationDocument(words: {
  university: string;
  printer: string;
  offset: Offset;
  madeAt: string;
}): TypstDocument {
  return { template, input: words, pages: 1 };
}
