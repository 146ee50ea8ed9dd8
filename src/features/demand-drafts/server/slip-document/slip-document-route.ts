import { actorOf } from '#platform/server/context.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sendPdf } from '#platform/server/http/send-pdf.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { printSlip } from '../commands/print-slip.ts';
import { getDepositSlip } from '../slip-queries.ts';
import { slipDocument } from './slip-document.ts';

/** `GET /api/deposit-slips/{id}/document`: the pay-in slip that goes to the bank with its drafts. */
export const slipDocumentRoute = byteRoute({
  method: 'GET',
  path: '/deposit-slips/{id}/document',
  summary: 'The pay-in slip for the bank with its counterfoil: PDF/A, as many A4 pages as its drafts need.',
  access: 'demand_drafts:read',
  answers: { description: 'The PDF.', types: ['application/pdf'] },
  notFound: 'deposit_slips.not_found',
  errors: ['papers.letters_missing'],
  handle: async ({ services, context, params, reply }) => {
    const slip = await getDepositSlip(services.db, actorOf(context).scope, params.id!);
    const pdf = await renderPaper(slipDocument(services.settings.university, slip));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printSlip({ ...context, idempotencyKey: null }, slip);
    return sendPdf(reply, pdf, `deposit-slip-${slip.slipNumber}.pdf`);
  },
});
