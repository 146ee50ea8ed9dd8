import { type SelectQueryBuilder, sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, hasTerm, isAmong, searchForm } from '#platform/server/db/database.ts';
import { contains, containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { DraftFilters } from '../contract.ts';
import { warningAfterDays, warningBeforeDays } from '../rules.ts';

type DraftQuery<Row> = SelectQueryBuilder<DB, 'demand_drafts', Row>;

/** Applies the filters; the search term is applied separately, because it needs its own query plan. */
export function filterDrafts<Row>(query: DraftQuery<Row>, filters: Omit<DraftFilters, 'search'>) {
  let filtered = query;
  if (filters.state !== 'all') filtered = filtered.where('demand_drafts.state', '=', filters.state);
  if (filters.show === 'with_balance') {
    return filtered
      .where('demand_drafts.balance', '>', 0)
      .where('demand_drafts.state', 'in', ['received', 'deposited', 'realised']);
  }
  if (filters.show !== 'all') filtered = filtered.where('demand_drafts.state', '=', 'received');
  if (filters.show === 'without_slip') filtered = filtered.where('demand_drafts.deposit_slip_id', 'is', null);
  if (filters.show === 'going_stale') filtered = filtered.where(isGoingStale(dayInIndia(new Date())));
  return filtered;
}

/** The first condition follows from the second, and lets the index by validity narrow the rows. */
function isGoingStale(today: string) {
  return sql<boolean>`demand_drafts.valid_until < ${today}::date + 20 and (
    (demand_drafts.revalidated_until is null and demand_drafts.drawn_on <= ${today}::date - ${warningAfterDays}::int)
    or demand_drafts.revalidated_until <= ${today}::date + ${warningBeforeDays}::int)`;
}

/** Number, bank and branch by text, the college by id, candidates through the draft's allocations, other numbers as a whole. */
export async function termOf(db: Db, search: string): Promise<Term<'demand_drafts'>> {
  const term = await searchForm(db, search);
  const { drafts } = await findNumbered(db, search);
  const colleges = db.selectFrom('colleges').select('id').where(hasTerm(sql`name, code`, search));
  const collegeIds = idsOf(await colleges.execute());
  // One set of ids, because no index serves an OR across two tables.
  const amongIds =
    (has: typeof contains): Matches<'demand_drafts'> =>
    (eb) => {
      let ids = db
        .selectFrom('demand_drafts as named')
        .where(has('named.search_text', term))
        .select('named.id')
        .union(
          db
            .selectFrom('allocations')
            .innerJoin('applications', 'applications.id', 'allocations.application_id')
            .where(has('applications.search_text', term))
            .select('allocations.demand_draft_id as id'),
        );
      if (collegeIds.length > 0) {
        const ofColleges = db
          .selectFrom('demand_drafts as of_college')
          .where('of_college.college_id', 'in', collegeIds)
          .select('of_college.id');
        ids = ids.union(ofColleges);
      }
      if (drafts.length > 0)
        ids = ids.union(
          db
            .selectFrom('demand_drafts as numbered')
            .where(isAmong('numbered.id', drafts))
            .select('numbered.id'),
        );
      return eb('demand_drafts.id', 'in', ids);
    };
  return {
    term,
    matches: (eb) => {
      // `offset` makes PostgreSQL evaluate it per scanned row, instead of once for the whole other table.
      const ofCandidate = db
        .selectFrom('allocations')
        .innerJoin('applications', 'applications.id', 'allocations.application_id')
        .where(sql<boolean>`allocations.demand_draft_id = demand_drafts.id`)
        .where(contains('applications.search_text', term))
        .select(sql`1`.as('one'))
        .offset(0);
      const alternatives = [contains('demand_drafts.search_text', term), eb.exists(ofCandidate)];
      if (collegeIds.length > 0) alternatives.push(eb('demand_drafts.college_id', 'in', collegeIds));
      if (drafts.length > 0) alternatives.push(isAmong('demand_drafts.id', drafts));
      return eb.or(alternatives);
    },
    matchesInAll: amongIds(contains),
    matchesByIndex: amongIds(containsByIndex),
    // Each row also reads the applications it pays for: scan fewer.
    scanLength: 3_000,
  };
}
