import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import {
  type Db,
  fromRow,
  isAmong,
  type ListQuery,
  rowsFound,
  searchForm,
} from '#platform/server/db/database.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { contains, containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import { Collection, type CollectionFilters } from '../collection-contract.ts';
import { payingAllocations } from './sums.ts';

/** The rows behind the dashboard's revenue. */
export const collections = listQueries({
  order: newestFirst('allocations.allocated_at', 'allocations.id'),
  rows: async (db, filters: CollectionFilters) => ({
    table: 'allocations',
    rows: paying(db, filters),
    search: filters.search ? await termOf(db, filters.search) : undefined,
  }),
  show: shown,
  record: (row) =>
    fromRow(Collection, row, { draftNumber: row.number, charge: row.kind, allocatedBy: row.allocator }),
  sums: { amount: 'allocations.amount' },
});

function paying(db: Db, { collegeId, from, to }: CollectionFilters) {
  const rows = payingAllocations(db, { from, to }).selectAll('allocations');
  return collegeId === 'all' ? rows : rows.where('allocations.college_id', '=', collegeId);
}

function shown(db: Db, found: ListQuery<object>) {
  return rowsFound(db, found, 'allocations')
    .innerJoin('demand_drafts', 'demand_drafts.id', 'allocations.demand_draft_id')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .innerJoin('applications', 'applications.id', 'charges.application_id')
    .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
    .innerJoin('staff', 'staff.id', 'allocations.allocated_by')
    .select(['allocations.id', 'allocations.amount', 'allocations.allocated_at'])
    .select(['applications.id as application_id', 'applications.registration_number'])
    .select(['applications.candidate_name', 'colleges.name as college_name', 'demand_drafts.number'])
    .select('demand_drafts.id as draft_id')
    .select(['demand_drafts.bank', 'charges.kind', 'staff.name as allocator']);
}

/** Matches the text of the application or of the draft, or a number printed on papers of both. */
async function termOf(db: Db, search: string): Promise<Term<'allocations'>> {
  const term = await searchForm(db, search);
  const { applications, drafts } = await findNumbered(db, search);
  // One set of ids, because no index serves an OR across two tables.
  const amongIds =
    (has: typeof contains): Matches<'allocations'> =>
    (eb) => {
      const ofCandidates = db
        .selectFrom('allocations as named')
        .innerJoin('charges', 'charges.id', 'named.charge_id')
        .innerJoin('applications', 'applications.id', 'charges.application_id')
        .where(has('applications.search_text', term))
        .select('named.id');
      const ofDrafts = db
        .selectFrom('demand_drafts')
        .innerJoin('allocations as named', 'named.demand_draft_id', 'demand_drafts.id')
        .where(has('demand_drafts.search_text', term))
        .select('named.id');
      const ofNumbered = db
        .selectFrom('allocations as named')
        .innerJoin('charges', 'charges.id', 'named.charge_id')
        .where(isAmong('charges.application_id', applications))
        .where(isAmong('named.demand_draft_id', drafts))
        .select('named.id');
      return eb('allocations.id', 'in', ofCandidates.union(ofDrafts).union(ofNumbered));
    };
  return {
    term,
    matches: (eb) => {
      // `offset` makes PostgreSQL evaluate it per scanned row, instead of once for all rows of the other tables.
      const ofCandidate = eb
        .selectFrom('charges')
        .innerJoin('applications', 'applications.id', 'charges.application_id')
        .whereRef('charges.id', '=', 'allocations.charge_id')
        .where((of) =>
          of.or([
            contains('applications.search_text', term),
            of.and([
              isAmong('applications.id', applications),
              isAmong('allocations.demand_draft_id', drafts),
            ]),
          ]),
        )
        .select(sql`1`.as('one'))
        .offset(0);
      const ofDraft = db
        .selectFrom('demand_drafts')
        .where(sql<boolean>`demand_drafts.id = allocations.demand_draft_id`)
        .where(contains('demand_drafts.search_text', term))
        .select(sql`1`.as('one'))
        .offset(0);
      return eb.or([eb.exists(ofCandidate), eb.exists(ofDraft)]);
    },
    matchesInAll: amongIds(contains),
    matchesByIndex: amongIds(containsByIndex),
    // Each row also reads its draft, charge and application: scan fewer.
    scanLength: 1_500,
  };
}
