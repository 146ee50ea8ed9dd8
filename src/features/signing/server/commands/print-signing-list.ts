import { command } from '#platform/server/command.ts';
import type { SigningBatch } from '../../contract.ts';

/** Records in the audit log that a batch's list was served. */
export const printSigningList = command('printSigningList', async ({ audit }, batch: SigningBatch) => {
  audit({
    event: 'signing_batches.printed',
    record: { type: 'signing_batch', id: batch.id, label: batch.batchNumber },
    after: { sheets: batch.sheetCount, out: batch.outCount },
  });
  return {};
});
