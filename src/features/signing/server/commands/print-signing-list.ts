import { command } from '#platform/server/command.ts';
import { collegeOfRow } from '#platform/server/db/college-of-row.ts';
import type { SigningBatch } from '../../contract.ts';

/** Records in the audit log that a batch's list was served. */
export const printSigningList = command('printSigningList', async ({ db, audit }, batch: SigningBatch) => {
  audit({
    event: 'signing_batches.printed',
    record: { type: 'signing_batch', id: batch.id, label: batch.batchNumber },
    collegeId: await collegeOfRow(db, 'signing_batches', batch.id),
    after: { sheets: batch.sheetCount, out: batch.outCount },
  });
  return {};
});
