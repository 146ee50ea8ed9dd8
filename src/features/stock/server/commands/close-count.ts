import { sql } from 'kysely';
import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { recordDiscrepancies } from '../compare-count.ts';
import { lockOpenCount } from '../counts.ts';
import { findCustodians } from '../custody-queries.ts';
import { lockPaper, stockCommand } from '../papers.ts';

/** Closes a count and records its discrepancies. The books stay unchanged until each is resolved. */
export const closeCount = stockCommand('closeCount', async (transaction, { id, version }) => {
  const { db, actor, now, audit } = transaction;
  const known = await db
    .selectFrom('stock_counts')
    .select('paper_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('stock.no_count'));
  const paper = await lockPaper(db, known.paper_id);
  const count = await lockOpenCount(db, id);
  assertAllowed(custodyCan.count({ keeperIds: await findCustodians(db, paper.id) }, actor.id));
  await assertVersion(db, { type: 'stock_count', row: count }, version);

  const discrepancies = await recordDiscrepancies(db, count);
  const { counted } = await db
    .updateTable('stock_counts')
    .set({
      counted_quantity: sql<number>`(
        select count(distinct (serial_prefix, number))
          from stock_count_entries, generate_series(first_number, last_number) number where stock_count_id = ${id})`,
      closed_by: actor.id,
      closed_at: now,
      version: version + 1,
    })
    .where('id', '=', id)
    .returning('counted_quantity as counted')
    .executeTakeFirstOrThrow();

  audit({
    event: 'stock.count_closed',
    record: { type: 'stock_count', id, label: paper.label },
    after: { expected: count.expected_quantity, counted, discrepancies },
  });
  return { discrepancies };
});
