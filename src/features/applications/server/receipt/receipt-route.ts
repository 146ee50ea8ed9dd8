import { actorOf } from '#platform/server/context.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sendPdf } from '#platform/server/http/send-pdf.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { printReceipt } from '../commands/print-receipt.ts';
import { getApplication } from '../queries.ts';
import { formatAcknowledgement, receiptDocument } from './receipt-document.ts';

/** `GET /api/applications/{id}/receipt`: the acknowledgement receipt as it stands now, two copies on one A4. */
export const receiptRoute = byteRoute({
  method: 'GET',
  path: '/applications/{id}/receipt',
  summary:
    'The acknowledgement receipt as it stands now: PDF/A, the candidate’s and the office’s copy on one A4.',
  access: 'applications:read',
  answers: { description: 'The PDF.', types: ['application/pdf'] },
  notFound: 'applications.not_found',
  errors: ['papers.letters_missing'],
  handle: async ({ services, context, params, reply }) => {
    const actor = actorOf(context);
    const application = await getApplication(services.db, actor.scope, params.id!);
    const { university } = services.settings;
    const pdf = await renderPaper(
      receiptDocument({ university, application, printedAt: new Date(), printedBy: actor.name }),
    );
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printReceipt({ ...context, idempotencyKey: null }, application);
    return sendPdf(reply, pdf, `receipt-${formatAcknowledgement(application.acknowledgementNumber)}.pdf`);
  },
});
