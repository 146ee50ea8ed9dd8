import { findUniversity } from '#features/masters/server/university.ts';
import { actorOf } from '#platform/server/context.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { applicationDocuments } from '../../contract.ts';
import { printReceipt } from '../commands/print-receipt.ts';
import { getApplication } from '../queries.ts';
import { formatAcknowledgement, receiptDocument } from './receipt-document.ts';

/** `GET /api/applications/{id}/receipt`: the acknowledgement receipt as it stands now, two copies on one A4. */
export const receiptRoute = servePaper(
  applicationDocuments.receipt,
  async ({ services, context, params }) => {
    const actor = actorOf(context);
    const application = await getApplication(services.db, actor.scope, params.id!);
    const university = await findUniversity(services.db);
    const pdf = await renderPaper(
      receiptDocument({ university, application, printedAt: new Date(), printedBy: actor.name }),
    );
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printReceipt({ ...context, idempotencyKey: null }, application);
    return { name: `receipt-${formatAcknowledgement(application.acknowledgementNumber)}`, pdf };
  },
);
