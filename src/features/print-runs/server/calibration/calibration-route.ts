import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestContext, Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { formatMoment } from '#shared/dates.ts';
import { getPrinter, offsetOf } from '../printers.ts';
import { calibrationDocument } from './calibration-document.ts';

/** `GET /api/printers/{id}/calibration-sheet`: from it the operator reads off how far the printer is off. */
export function registerCalibrationRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/printers/:id/calibration-sheet', async (request, reply) => {
    guard(await contextOf(request, reply), 'printers:read');
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('printers.not_found');
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
  });
}
