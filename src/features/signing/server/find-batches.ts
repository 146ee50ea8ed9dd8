import { formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { inScope } from '#platform/server/db/database.ts';
import { findByCounter, type RecordSearch } from '#platform/server/db/record-search.ts';

export const signingBatchSearch: RecordSearch = {
  kind: 'signing_batch',
  find: (db, scope, text) =>
    findByCounter(
      inScope(db, scope, 'signing_batches'),
      { table: 'signing_batches', column: 'batch_number', letters: 'S' },
      text,
    ),
  show: async (db, scope, ids) => {
    const rows = await inScope(db, scope, 'signing_batches')
      .where('signing_batches.id', 'in', ids)
      .select(['id', 'batch_number', 'office', 'carried_by'])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: formatSigningBatchNumber(row.batch_number),
      title: row.office,
      note: row.carried_by,
      state: null,
    }));
  },
};
