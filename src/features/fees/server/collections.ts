import { sql } from 'kysely';
import { containing, type Db, fromRow, inScope, type Scope } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { Collection, type CollectionFilters } from '../collection-contract.ts';

/** What the dashboard counts as revenue, row by row. */
export const collections = listQueries({
  order: newestFirst('allocations.allocated_at', 'allocations.id'),
  rows: (db, scope, filters: CollectionFilters) => filtered(collectionRows(db, scope), filters),
  record: (row) =>
    fromRow(Collection, row, { draftNumber: row.number, charge: row.kind, allocatedBy: row.allocator }),
  sums: { amount: 'allocations.amount' },
});

/** A draft that the bank returned, or whose place another took, pays for nothing any more. */
function collectionRows(db: Db, scope: Scope) {
  return inScope(db, scope, 'demand_drafts')
    .innerJoin('allocations', 'allocations.demand_draft_id', 'demand_drafts.id')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .innerJoin('applications', 'applications.id', 'charges.application_id')
    .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
    .innerJoin('staff', 'staff.id', 'allocations.allocated_by')
    .where('demand_drafts.state', '<>', 'returned_by_bank')
    .where('demand_drafts.replaced_by', 'is', null)
    .select(['allocations.id', 'allocations.amount', 'allocations.allocated_at'])
    .select(['applications.id as application_id', 'applications.registration_number'])
    .select(['applications.candidate_name', 'colleges.name as college_name', 'demand_drafts.number'])
    .select('demand_drafts.id as draft_id')
    .select(['demand_drafts.bank', 'charges.kind', 'staff.name as allocator']);
}

/** A term is asked of both tables by their indexes: no index serves an alternative between them. */
function filtered(
  rows: ReturnType<typeof collectionRows>,
  { search, collegeId, ...days }: CollectionFilters,
) {
  let result = rows;
  if (days.from || days.to) result = result.where(onDays('allocations.allocated_at', days));
  if (collegeId !== 'all') result = result.where('demand_drafts.college_id', '=', collegeId);
  if (search) {
    const pattern = containing(search);
    result = result.where(
      sql<boolean>`(applications.id in (select id from applications where search_text like ${pattern})
        or demand_drafts.id in (select id from demand_drafts where search_text like ${pattern}))`,
    );
  }
  return result;
}
