import { readPaperHead } from '#features/masters/server/office-paper.ts';
import { actorOf } from '#platform/server/context.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { signingDocuments } from '../../contract.ts';
import { printSigningList } from '../commands/print-signing-list.ts';
import { getSigningBatch } from '../queries.ts';
import { signingList } from './signing-list.ts';

/** `GET /api/signing-batches/{id}/document`: the list that goes along with the batch and is signed on both ways. */
export const signingListRoute = servePaper(signingDocuments.list, async ({ services, context, params }) => {
  const batch = await getSigningBatch(services.db, actorOf(context).scope, params.id!);
  const pdf = await renderPaper(signingList(await readPaperHead(services, context), batch));
  // Before the first byte; a request that is sent again prints again, whatever key it carries.
  await printSigningList({ ...context, idempotencyKey: null }, batch);
  return { name: `signing-batch-${batch.batchNumber}`, pdf };
});
