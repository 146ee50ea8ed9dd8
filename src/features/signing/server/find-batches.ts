import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { parseCountedNumber, recordSearch } from '#platform/server/db/record-search.ts';

export const signingBatchSearch = recordSearch({
  table: 'signing_batches',
  rows: (db) =>
    db.selectFrom('signing_batches').select(['signing_batches.id', 'batch_number', 'office', 'carried_by']),
  by: { column: 'batch_number', read: parseCountedNumber('batch') },
  show: (row) => ({
    number: formatSigningBatchNumber(row.batch_number),
    title: row.office,
    note: row.carried_by,
  }),
});
