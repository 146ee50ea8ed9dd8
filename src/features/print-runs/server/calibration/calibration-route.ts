import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sendPdf } from '#platform/server/http/send-pdf.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { formatMoment } from '#shared/dates.ts';
import { getPrinter, offsetOf } from '../printers.ts';
import { calibrationDocument } from './calibration-document.ts';

/** `GET /api/printers/{id}/calibration-sheet`: from it the operator reads off how far the printer is off. */
export const calibrationRoute = byteRoute({
  method: 'GET',
  path: '/printers/{id}/calibration-sheet',
  summary: 'A sheet from which the offset of a printer is read off: PDF/A, one landscape A4.',
  access: 'printers:read',
  answers: { description: 'The PDF.', types: ['application/pdf'] },
  notFound: 'printers.not_found',
  errors: ['papers.letters_missing'],
  handle: async ({ services, params, reply }) => {
    const id = params.id!;
    const printer = await getPrinter(services.db, id);
    const pdf = await renderPaper(
      calibrationDocument({
        university: services.settings.university.name,
        printer: `${printer.code}, ${printer.name}`,
        offset: offsetOf(printer),
        madeAt: `${formatMoment(new Date().toISOString())} IST`,
      }),
    );
    return sendPdf(reply, pdf, `calibration-sheet-${id}.pdf`);
  },
});
