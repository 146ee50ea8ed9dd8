import { sql } from 'kysely';
import { type Db, unscoped } from '#platform/server/db/database.ts';

/** Sheets of a paper that lie in the store, spoilt ones included; lock the paper first. */
export async function countInStore(db: Db, paperId: string): Promise<number> {
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
export async function ledgerPosition(db: Db): Promise<number> {
  const { position } = await unscoped(db)
    .selectFrom('blank_movements')
    .select(sql<number>`coalesce(max(id), 0)`.as('position'))
    .executeTakeFirstOrThrow();
  return position;
}
