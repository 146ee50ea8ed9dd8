import { sql } from 'kysely';
import { warningAfterDays } from '#features/demand-drafts/rules.ts';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope } from '#server/db/database.ts';
import { dayInIndia } from '#shared/dates.ts';
import { type DrawerTotal, type DrawerTotalsInput, drawerParts } from '../contract.ts';

/** What lies in the drawer. Drafts leave it for the bank, so there are few enough to be counted one by one. */
export async function listDrawerTotals(
  db: Db,
  scope: Scope,
  { collegeId }: DrawerTotalsInput,
  now = new Date(),
): Promise<DrawerTotal[]> {
  const today = dayInIndia(now);
  // Written out, because it stands among the groups: two parameters would be two expressions.
  const isGoingStale = sql<boolean>`demand_drafts.state = 'received' and demand_drafts.drawn_on <= ${sql.lit(today)}::date - ${sql.lit(warningAfterDays)}`;
  const rows = await inScope(db, scope, 'demand_drafts')
    .where('demand_drafts.state', 'in', ['received', 'stale'])
    .$if(collegeId !== undefined, (query) => query.where('demand_drafts.college_id', '=', collegeId!))
    .groupBy(['demand_drafts.state', isGoingStale])
    .select((eb) => [
      'demand_drafts.state',
      isGoingStale.as('is_going_stale'),
      eb.fn.countAll<number>().as('drafts'),
      sql<number>`sum(amount)::bigint`.as('amount'),
      sql<number>`sum(allocated_amount)::bigint`.as('allocated'),
      sql<string>`min(drawn_on)`.as('oldest'),
    ])
    .execute();
  const parts = {
    undeposited: rows.filter((row) => row.state === 'received'),
    going_stale: rows.filter((row) => row.is_going_stale),
    stale: rows.filter((row) => row.state === 'stale'),
  };
  return drawerParts.map((part) => ({
    part,
    drafts: sumOf(parts[part].map((row) => row.drafts)),
    amount: sumOf(parts[part].map((row) => row.amount)),
    allocated: sumOf(parts[part].map((row) => row.allocated)),
    oldest: parts[part].map((row) => row.oldest).sort()[0] ?? null,
  }));
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
