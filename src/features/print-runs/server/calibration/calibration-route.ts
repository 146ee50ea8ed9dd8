import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { formatMoment } from '#shared/format.ts';
import { printerDocuments } from '../../printer-contract.ts';
import { getPrinter, offsetOf } from '../printers.ts';
import { calibrationDocument } from './calibration-document.ts';

/** `GET /api/printers/{id}/calibration-sheet`: from it the operator reads off how far the printer is off. */
export const calibrationRoute = servePaper(
  printerDocuments.calibrationSheet,
  async ({ services, params }) => {
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
    return { name: `calibration-sheet-${id}`, pdf };
  },
);
