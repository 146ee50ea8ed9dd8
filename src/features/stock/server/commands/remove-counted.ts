import { domainError } from '#platform/server/domain-error.ts';
import { formatRange } from '../../serials.ts';
import { lockOpenCount } from '../counts.ts';
import { stockCommand } from '../papers.ts';
import { rangeOf } from '../serial-columns.ts';

/** Deletes an entry of an open count; the audit log keeps it. */
export const removeCounted = stockCommand('removeCounted', async ({ db, audit }, { id, entryId }) => {
  await lockOpenCount(db, id);
  const removed = await db
    .deleteFrom('stock_count_entries')
    .where('id', '=', entryId)
    .where('stock_count_id', '=', id)
    .returning(['serial_prefix', 'first_number', 'last_number'])
    .executeTakeFirstOrThrow(() => domainError('stock.no_count'));

  const serials = formatRange(rangeOf(removed));
  audit({
    event: 'stock.count_entry_removed',
    record: { type: 'stock_count', id, label: serials },
    before: { serials },
  });
  return {};
});
