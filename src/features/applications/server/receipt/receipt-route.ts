import { readLetterhead } from '#features/masters/server/office-document.ts';
import { findReadyAfterDays } from '#features/masters/server/university.ts';
import type { Db } from '#platform/server/db/database.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { applicationDocuments } from '../../contract.ts';
import { promisedDay } from '../../rules.ts';
import { printReceipt } from '../commands/print-receipt.ts';
import { getApplication } from '../queries.ts';
import { receiptDocument } from './receipt-document.ts';

/** `GET /api/applications/{id}/receipt`: the acknowledgement slip as it stands now, two copies on one A4. */
export const receiptRoute = servePdf(applicationDocuments.receipt, async ({ services, context, params }) => {
  const application = await getApplication(services.db, params.id!);
  const { photoKey, promisedOn } = await readSlip(services.db, application.id);
  const pdf = await renderPdf(
    receiptDocument(await readLetterhead(services, context), {
      application,
      photo: await services.files.getBytes(photoKey),
      promisedOn,
      publicUrl: services.settings.publicUrl,
    }),
  );
  // Before the first byte. A repeated request prints again, whatever idempotency key it carries.
  await printReceipt({ ...context, idempotencyKey: null }, application);
  return { name: `receipt-${formatAcknowledgement(application.acknowledgementNumber)}`, pdf };
});

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
