import { v7 as uuid } from 'uuid';
import { formatRanges, sheetsIn } from '../../serials.ts';
import { lockOpenCount } from '../counts.ts';
import { stockCommand } from '../papers.ts';

/** Enters serials found in the store. The custodian may help here, but neither starts nor closes the count. */
export const enterCounted = stockCommand('enterCounted', async (transaction, { id, serials }) => {
  const { db, actor, now, audit } = transaction;
  await lockOpenCount(db, id);

  await db
    .insertInto('stock_count_entries')
    .values(
      serials.map(({ prefix, first, last }) => ({
        id: uuid(),
        stock_count_id: id,
        serial_prefix: prefix,
        first_number: first,
        last_number: last,
        entered_by: actor.id,
        entered_at: now,
      })),
    )
    .execute();

  audit({
    event: 'stock.counted',
    record: { type: 'stock_count', id, label: formatRanges(serials).slice(0, 120) },
    after: { serials: formatRanges(serials), quantity: sheetsIn(serials) },
  });
  return { quantity: sheetsIn(serials) };
});
