import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, hasRows, hasTerm, isAmong, searchForm } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { contains, containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { maximumCounted } from '#platform/server/db/waiting-rows.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { ApplicationFilters } from '../contract.ts';
import { daysToAct, overdueAfterDays } from '../rules.ts';
import { listOfApplications, listOfCases } from './application-lists.ts';
import { differsFromMaster } from './differs.ts';

/** Words of the Status badge that a search term can match, in the form of a term. */
const statusWords = {
  received: 'pending',
  returned: 'pendingreturned',
  verified: 'verified',
  rejected: 'rejected',
};

export const {
  page: listApplications,
  count: countApplications,
  sums: sumApplications,
  waiting: waitingAmongApplications,
} = listQueries({ ...listOfApplications, rows: searchApplications });

/** The same search with the rows of the verify screen. */
export const { page: listCases } = listQueries({ ...listOfCases, rows: searchApplications });

/** The applications in scope that match filters and search. */
export async function searchApplications(db: Db, filters: ApplicationFilters) {
  return {
    table: 'applications' as const,
    rows: filterApplications(db.selectFrom('applications').selectAll('applications'), filters),
    search: filters.search ? await termOf(db, filters) : undefined,
  };
}

/** Applies the filters; the search term is applied separately, because it needs its own query plan. */
function filterApplications<Row>(
  query: SelectQueryBuilder<DB, 'applications', Row>,
  { status, stage, show, receivedBy, collegeId, academicYear, ...days }: ApplicationFilters,
) {
  let filtered = query;
  if (days.from || days.to) filtered = filtered.where(onDays('applications.received_at', days));
  if (status === 'pending') filtered = filtered.where('applications.status', 'in', ['received', 'returned']);
  else if (status !== 'all') filtered = filtered.where('applications.status', '=', status);
  if (collegeId !== undefined) filtered = filtered.where('applications.college_id', '=', collegeId);
  if (academicYear !== undefined) filtered = filtered.where('applications.academic_year', '=', academicYear);
  if (stage !== 'any') filtered = filtered.where('applications.certificate_stage', '=', stage);
  if (receivedBy !== undefined) filtered = filtered.where('applications.received_by', '=', receivedBy);
  if (show === 'to_verify_differing') filtered = filtered.where((eb) => isDiffering(eb, collegeId));
  else if (show !== 'all') filtered = filtered.where(parts[show]());
  return filtered;
}

/** Among the longest waiting, as many as are counted: comparing every row of a long queue would take too long. */
function isDiffering(eb: ExpressionBuilder<DB, 'applications'>, collegeId: string | undefined) {
  const waiting = eb
    .selectFrom('applications')
    .selectAll('applications')
    .where(parts.to_verify())
    .$if(collegeId !== undefined, (rows) => rows.where('applications.college_id', '=', collegeId!))
    .orderBy('applications.waiting_since')
    .orderBy('applications.id')
    .limit(sql.lit(maximumCounted));
  const differing = eb
    .selectFrom(waiting.as('applications'))
    .where(differsFromMaster)
    .select('applications.id');
  return eb('applications.id', 'in', differing);
}

/**
 * `overdue` is what the office has held for as long as UGC's rule leaves it to act. It repeats the predicate of its
 * index, `applications__held`.
 */
const parts: Record<
  Exclude<ApplicationFilters['show'], 'all' | 'to_verify_differing'>,
  () => RawBuilder<boolean>
> = {
  to_verify: () => sql`applications.status = 'received'`,
  to_verify_late: () => {
    const lastDay = addDays(dayInIndia(new Date()), -daysToAct - 1);
    return sql`(applications.status = 'received' and ${onDays('applications.waiting_since', { to: lastDay })})`;
  },
  to_verify_short: () => sql`(applications.status = 'received' and applications.pending_amount > 0)`,
  not_verified: () => sql`applications.status <> 'verified'`,
  fee_pending: () => sql`applications.pending_amount > 0`,
  overdue: () => {
    const today = dayInIndia(new Date());
    return sql`((applications.status = 'received'
        or (applications.status = 'verified' and applications.certificate_stage = 'waiting_for_print'))
      and applications.result_date < ${addDays(today, -overdueAfterDays)}::date
      and ${onDays('applications.waiting_since', { to: addDays(today, -daysToAct) })})`;
  },
};

/** Candidate name, registration and roll number by text; college, course and status by id; other numbers as a whole. */
async function termOf(db: Db, { search, fields }: ApplicationFilters) {
  const text = await searchForm(db, search);
  const { applications } = await findNumbered(db, search, true);
  const named = await db
    .selectFrom('colleges')
    .where(hasTerm(sql`colleges.name`, search))
    .select([sql<'college' | 'course'>`'college'`.as('of'), 'colleges.id'])
    .unionAll(
      db
        .selectFrom('courses')
        .where(hasTerm(sql`courses.name`, search))
        .select([sql<'college' | 'course'>`'course'`.as('of'), 'courses.id']),
    )
    .execute();
  const statuses = Object.entries(statusWords)
    .filter(([, words]) => fields !== 'fees' && words.includes(text.replaceAll(' ', '')))
    .map(([status]) => status);
  const idsOf = (of: 'college' | 'course') => named.filter((row) => row.of === of).map((row) => row.id);
  const otherColleges = db.selectFrom('colleges').where(sql<boolean>`not ${hasTerm(sql`name`, search)}`);
  // With 'college' in the name of every college, all applications match.
  if (idsOf('college').length > 0 && !(await hasRows(otherColleges))) return undefined;
  const among = [
    ['applications.college_id', idsOf('college')],
    ['applications.course_id', idsOf('course')],
    ['applications.status', statuses],
  ] as const;
  const found = among.filter(([, values]) => values.length > 0);
  const term = textTerm(
    db,
    text,
    (hasText) => (eb) =>
      eb.or([
        hasText,
        ...found.map(([column, values]) => eb(column, 'in', values)),
        ...(applications.length > 0 ? [isAmong('applications.id', applications)] : []),
      ]),
  );
  const [only] = found;
  return only && found.length === 1 && applications.length === 0
    ? { ...term, parts: partsOf(text, only[0], only[1]) }
    : term;
}

/** Two disjoint parts: rows with one of these values in the column, and other rows that have the term in their text. */
function partsOf(
  text: string,
  column: 'applications.college_id' | 'applications.course_id' | 'applications.status',
  values: string[],
): NonNullable<Term<'applications'>['parts']> {
  const hasText = containsByIndex('applications.search_text', text);
  return [(eb) => eb(column, 'in', values), (eb) => eb.and([hasText, eb(column, 'not in', values)])];
}

/** A term, as `searchForm` returns it, found in an application's text, or by whatever else `matchesWith` adds. */
export function textTerm(
  db: Db,
  term: string,
  matchesWith: (hasText: RawBuilder<boolean>) => Matches<'applications'>,
): Term<'applications'> {
  return {
    term,
    matches: matchesWith(contains('applications.search_text', term)),
    matchesByIndex: matchesWith(containsByIndex('applications.search_text', term)),
    // One college's rows are scattered, so reading each costs more: scan fewer.
    ...(collegeOf(db) !== null && { scanLength: 3_000 }),
  };
}
