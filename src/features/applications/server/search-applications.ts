import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { listPatterns, numbersWritten } from '#features/masters/server/number-series.ts';
import {
  changesInScope,
  containing,
  type Db,
  inScope,
  type Scope,
  unscoped,
} from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { contains, containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { dayInIndia } from '#shared/format.ts';
import type { ApplicationFilters } from '../contract.ts';
import { overdueAfterDays } from '../rules.ts';
import { listOfApplications, listOfCases } from './application-lists.ts';

/** The words of the Status badge that a search term may be part of. */
const statusWords = {
  received: 'pending',
  returned: 'pending returned',
  verified: 'verified',
  rejected: 'rejected',
};

export const {
  page: listApplications,
  count: countApplications,
  sums: sumApplications,
  waiting: waitingAmongApplications,
} = listQueries({ ...listOfApplications, rows: searchApplications });

/** The same as the verify screen shows them. */
export const { page: listCases } = listQueries({ ...listOfCases, rows: searchApplications });

/** The applications that scope, filters and search leave. */
async function searchApplications(db: Db, scope: Scope, filters: ApplicationFilters) {
  const numbers = filters.search ? numbersWritten(await listPatterns(db), filters.search) : [];
  return {
    table: 'applications' as const,
    rows: filterApplications(inScope(db, scope, 'applications').selectAll('applications'), filters),
    // The log does not tell of convocation numbers, fees and results.
    changes:
      numbers.length > 0 || filters.show === 'fee_pending' || filters.show === 'overdue'
        ? undefined
        : filterApplications(changesInScope(db, scope, 'applications'), filters),
    search: filters.search ? await termOf(db, scope, filters, numbers) : undefined,
  };
}

/** Leaves the rows that the filters name; the search term is apart, because it needs a plan of its own. */
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
  if (show !== 'all') filtered = filtered.where(parts[show]());
  return filtered;
}

/** The last of them in the words of its index, `applications__awaited_results`. What is revoked waits for nothing. */
const parts: Record<Exclude<ApplicationFilters['show'], 'all'>, () => RawBuilder<boolean>> = {
  to_verify: () => sql`applications.status = 'received'`,
  not_verified: () => sql`applications.status <> 'verified'`,
  fee_pending: () => sql`applications.pending_amount > 0`,
  overdue: () => sql`(applications.certificate_stage is distinct from 'completed'
    and applications.result_date < ${dayInIndia(new Date())}::date - ${overdueAfterDays}::int
    and (applications.status <> 'verified' or applications.certificate_stage = 'waiting_for_print'))`,
};

/**
 * Candidate name, registration and roll number by text; college, course and status by their own small lists; a whole convocation
 * number, as a scan gives it.
 */
async function termOf(
  db: Db,
  scope: Scope,
  { search, fields }: ApplicationFilters,
  numbers: readonly string[],
) {
  const pattern = containing(search);
  const named = await unscoped(db)
    .selectFrom('colleges')
    .where(sql`lower(colleges.name)`, 'like', pattern)
    .select([sql<'college' | 'course'>`'college'`.as('of'), 'colleges.id'])
    .unionAll(
      unscoped(db)
        .selectFrom('courses')
        .where(sql`lower(courses.name)`, 'like', pattern)
        .select([sql<'college' | 'course'>`'course'`.as('of'), 'courses.id']),
    )
    .execute();
  const statuses = Object.entries(statusWords)
    .filter(([, words]) => fields !== 'fees' && words.includes(search.toLowerCase()))
    .map(([status]) => status);
  const idsOf = (of: 'college' | 'course') => named.filter((row) => row.of === of).map((row) => row.id);
  const among = [
    ['applications.college_id', idsOf('college')],
    ['applications.course_id', idsOf('course')],
    ['applications.status', statuses],
  ] as const;
  const found = among.filter(([, values]) => values.length > 0);
  const term = textTerm(
    scope,
    search,
    (hasText) => (eb) =>
      eb.or([
        hasText,
        ...found.map(([column, values]) => eb(column, 'in', values)),
        ...(numbers.length > 0 ? [eb('applications.convocation_number', 'in', numbers)] : []),
      ]),
  );
  const [only] = found;
  return only && found.length === 1 && numbers.length === 0
    ? { ...term, parts: partsOf(search, only[0], only[1]) }
    : term;
}

/** The rows with one of these values in the column, and those that have the term in their text alone. */
function partsOf(
  search: string,
  column: 'applications.college_id' | 'applications.course_id' | 'applications.status',
  values: string[],
): NonNullable<Term<'applications'>['parts']> {
  const hasText = containsByIndex('applications.search_text', search);
  return [(eb) => eb(column, 'in', values), (eb) => eb.and([hasText, eb(column, 'not in', values)])];
}

/** A term that stands in the text of an application, among whatever else `matchesWith` lets it mean. */
export function textTerm(
  scope: Scope,
  search: string,
  matchesWith: (hasText: RawBuilder<boolean>) => Matches<'applications'>,
): Term<'applications'> {
  return {
    term: search,
    matches: matchesWith(contains('applications.search_text', search)),
    matchesByIndex: matchesWith(containsByIndex('applications.search_text', search)),
    // The rows of one college lie scattered among those of all.
    ...(scope.collegeId !== null && { walkLength: 3_000 }),
  };
}
