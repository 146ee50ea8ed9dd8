import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { countRows } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { storeExpected } from '../compare-count.ts';
import { findCustodians } from '../custody-queries.ts';
import { lockPaper, stockCommand } from '../papers.ts';

/** Starts a count of one paper, and stores what the books have in store at this moment. */
export const startCount = stockCommand('startCount', async (transaction, { id: paperId }) => {
  const { db, actor, now, audit } = transaction;
  const paper = await lockPaper(db, paperId);
  assertAllowed(custodyCan.count({ keeperIds: await findCustodians(db, paperId) }, actor.id));

  // Spoilt sheets in the store are counted, too.
  const inStore = db
    .selectFrom('blanks')
    .where('paper_id', '=', paperId)
    .where('state', 'in', ['in_store', 'spoilt'])
    .where('held_by', 'is', null);
  const expected = await countRows(inStore);
  const { position } = await db
    .selectFrom('blank_movements')
    .select(sql<number>`coalesce(max(id), 0)`.as('position'))
    .executeTakeFirstOrThrow();

  const id = uuid();
  await db
    .insertInto('stock_counts')
    .values({
      id,
      paper_id: paperId,
      started_by: actor.id,
      started_at: now,
      expected_quantity: expected.count,
      ledger_position: position,
    })
    .execute();
  await storeExpected(db, { id, paperId });

  audit({
    event: 'stock.count_started',
    // The expected number is logged only at closing, so that the counter cannot see it.
    record: { type: 'stock_count', id, label: paper.label },
  });
  return { id };
});
