import { sql } from 'kysely';
import { filterDrafts } from '#features/demand-drafts/server/search-drafts.ts';
import type { Scope } from '#platform/server/actor.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { type DrawerTotal, type DrawerTotalsInput, drawerParts } from '../contract.ts';
import { registerFilters } from '../rules.ts';

/** What lies in the drawer. Drafts leave it for the bank, so there are few enough to be counted one by one. */
export async function listDrawerTotals(
  db: Db,
  scope: Scope,
  input: DrawerTotalsInput,
): Promise<DrawerTotal[]> {
  return Promise.all(drawerParts.map((part) => totalOf(db, scope, part, input)));
}

async function totalOf(
  db: Db,
  scope: Scope,
  part: DrawerTotal['part'],
  { collegeId }: DrawerTotalsInput,
): Promise<DrawerTotal> {
  const drafts = filterDrafts(inScope(db, scope, 'demand_drafts'), registerFilters[part]);
  const sums = await drafts
    .$if(collegeId !== undefined, (query) => query.where('demand_drafts.college_id', '=', collegeId!))
    .select([
      sql<number>`count(*)`.as('drafts'),
      sql<number>`coalesce(sum(demand_drafts.amount), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(demand_drafts.allocated_amount) filter (where demand_drafts.pays), 0)::bigint`.as(
        'allocated',
      ),
      sql<string | null>`min(demand_drafts.drawn_on)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  return { part, ...sums };
}
