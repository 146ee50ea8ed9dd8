import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { custodyCan } from '../../custody.ts';
import { keepExpected } from '../compare-count.ts';
import { keepersOf } from '../custody-queries.ts';
import { lockPaper } from '../papers.ts';
import { countInStore, ledgerPosition } from '../store-state.ts';

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
