import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { printReceipt } from '../commands/print-receipt.ts';
import { getApplication } from '../queries.ts';
import { formatAcknowledgement, receiptDocument } from './receipt-document.ts';

/** `GET /api/applications/{id}/receipt`: the acknowledgement receipt as it stands now, two copies on one A4. */
export function registerReceiptRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/applications/:id/receipt', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'applications:read');
    const actor = actorOf(context);
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('applications.not_found');
    const application = await getApplication(services.db, actor.scope, id);
    const { university } = services.settings;
    const pdf = await renderPaper(
      receiptDocument({ university, application, printedAt: new Date(), printedBy: actor.name }),
    );
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printReceipt({ ...context, idempotencyKey: null }, application);
    return sendPdf(reply, pdf, `receipt-${formatAcknowledgement(application.acknowledgementNumber)}.pdf`);
  });
}
