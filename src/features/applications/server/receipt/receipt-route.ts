import { readPaperHead } from '#features/masters/server/office-paper.ts';
import { findReadyAfterDays } from '#features/masters/server/university.ts';
import type { Db } from '#platform/server/db/database.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { applicationDocuments } from '../../contract.ts';
import { promisedDay } from '../../rules.ts';
import { printReceipt } from '../commands/print-receipt.ts';
import { getApplication } from '../queries.ts';
import { formatAcknowledgement, receiptDocument } from './receipt-document.ts';

/** `GET /api/applications/{id}/receipt`: the acknowledgement slip as it stands now, two copies on one A4. */
export const receiptRoute = servePaper(
  applicationDocuments.receipt,
  async ({ services, context, params }) => {
    const application = await getApplication(services.db, params.id!);
    const { photoKey, promisedOn } = await readSlip(services.db, application.id);
    const pdf = await renderPaper(
      receiptDocument(await readPaperHead(services, context), {
        application,
        photo: await services.files.getBytes(photoKey),
        promisedOn,
        publicUrl: services.settings.publicUrl,
      }),
    );
    // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
    await printReceipt({ ...context, idempotencyKey: null }, application);
    return { name: `receipt-${formatAcknowledgement(application.acknowledgementNumber)}`, pdf };
  },
);

/** Photo and promised day; an application without a recorded promise gets the day computed with today's setting. */
async function readSlip(db: Db, id: string) {
  const { photoKey, promisedOn, receivedAt } = await db
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .where('applications.id', '=', id)
    .select(['files.storage_key as photoKey', 'promised_on as promisedOn', 'received_at as receivedAt'])
    .executeTakeFirstOrThrow();
  return { photoKey, promisedOn: promisedOn ?? promisedDay(receivedAt, await findReadyAfterDays(db)) };
}
