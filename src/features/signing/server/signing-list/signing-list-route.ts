import { readLetterhead } from '#features/masters/server/office-document.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { signingDocuments } from '../../contract.ts';
import { printSigningList } from '../commands/print-signing-list.ts';
import { getSigningBatch } from '../queries.ts';
import { signingList } from './signing-list.ts';

/** `GET /api/signing-batches/{id}/document`: the list that accompanies the batch and is signed on both ways. */
export const signingListRoute = servePdf(signingDocuments.list, async ({ services, context, params }) => {
  const batch = await getSigningBatch(services.db, params.id!);
  const pdf = await renderPdf(signingList(await readLetterhead(services, context), batch));
  // Recorded before the first byte. Without an idempotency key, because a repeated request prints again.
  await printSigningList({ ...context, idempotencyKey: null }, batch);
  return { name: `signing-batch-${batch.batchNumber}`, pdf };
});
