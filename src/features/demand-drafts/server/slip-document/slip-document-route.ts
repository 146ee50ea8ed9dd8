import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { printSlip } from '../commands/print-slip.ts';
import { getDepositSlip } from '../slip-queries.ts';
import { slipDocument } from './slip-document.ts';

/** `GET /api/deposit-slips/{id}/document`: the pay-in slip that goes to the bank with its drafts. */
export function registerSlipDocumentRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/deposit-slips/:id/document', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'demand_drafts:read');
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('deposit_slips.not_found');
    const slip = await getDepositSlip(services.db, actorOf(context).scope, id);
    const pdf = await renderPaper(slipDocument(services.settings.university, slip));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printSlip({ ...context, idempotencyKey: null }, slip);
    return sendPdf(reply, pdf, `deposit-slip-${slip.slipNumber}.pdf`);
  });
}
