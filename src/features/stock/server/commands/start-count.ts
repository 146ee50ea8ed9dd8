import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { keepExpected } from '../compare-count.ts';
import { keepersOf } from '../custody-queries.ts';
import { lockPaper } from '../papers.ts';

/** Starts a count of what lies in the store of one paper, as the books have it at this moment. */
export const startCount = command('startCount', async (transaction, { id: paperId }: { id: string }) => {
  const { db, actor, now, audit } = transaction;
  const paper = await lockPaper(db, paperId);
  assertAllowed(custodyCan.count({ keeperIds: await keepersOf(db, paperId) }, actor.id));

  const id = uuid();
  await db
    .insertInto('stock_counts')
    .values({
      id,
      paper_id: paperId,
      started_by: actor.id,
      started_at: now,
      expected_quantity: await countInStore(db, paperId),
      ledger_position: await ledgerPosition(db),
    })
    .execute();
  await keepExpected(db, { id, paperId });

  audit({
    event: 'stock.count_started',
    // What is expected would tell the counter; it is in the event of the closing.
    record: { type: 'stock_count', id, label: paper.label },
  });
  return { id };
});

/** Sheets of a paper that lie in the store, spoilt ones included; lock the paper first. */
async function countInStore(db: Db, paperId: string): Promise<number> {
  const { count } = await unscoped(db)
    .selectFrom('blanks')
    .where('paper_id', '=', paperId)
    .where('state', 'in', ['in_store', 'spoilt'])
    .where('held_by', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest movement of the ledger; 0 before the first. */
async function ledgerPosition(db: Db): Promise<number> {
  const { position } = await unscoped(db)
    .selectFrom('blank_movements')
    .select(sql<number>`coalesce(max(id), 0)`.as('position'))
    .executeTakeFirstOrThrow();
  return position;
}
