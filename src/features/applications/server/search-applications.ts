import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope } from '#server/db/database.ts';
import { containing, type Order } from '#server/db/page.ts';
import { searchPage } from '#server/db/search-page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { ApplicationFilters } from '../contract.ts';
import { readApplicationPage } from './application-rows.ts';

/** The words of the Status badge that a search term may be part of. */
const statusWords = {
  received: 'pending',
  returned: 'pending returned',
  verified: 'verified',
  rejected: 'rejected',
};

// biome-ignore lint/suspicious/noExplicitAny: filters only touch `applications`, whatever else is joined
type ApplicationQuery<Row> = SelectQueryBuilder<DB, any, Row>;

/** Leaves the rows that the filters name; the search term is apart, because it needs a plan of its own. */
export function filterApplications<Row>(
  query: ApplicationQuery<Row>,
  filters: Omit<ApplicationFilters, 'search'>,
) {
  let filtered = query;
  if (filters.status === 'pending')
    filtered = filtered.where('applications.status', 'in', ['received', 'returned']);
  else if (filters.status !== 'all') filtered = filtered.where('applications.status', '=', filters.status);
  if (filters.collegeId !== undefined)
    filtered = filtered.where('applications.college_id', '=', filters.collegeId);
  if (filters.academicYear !== undefined)
    filtered = filtered.where('applications.academic_year', '=', filters.academicYear);
  if (filters.stage !== 'any') {
    const states = filters.stage === 'completed' ? ['printed', 'handed_over'] : ['to_print', 'in_run'];
    filtered = filtered.where((eb) =>
      eb.exists(
        eb
          .selectFrom('certificates as staged')
          .select(sql`1`.as('one'))
          .whereRef('staged.application_id', '=', 'applications.id')
          .where('staged.state', 'in', states)
          .$if(filters.stage === 'waiting_for_print', (staged) =>
            staged.where('staged.withheld_at', 'is', null),
          ),
      ),
    );
  }
  return filtered;
}

/** A page of the applications that the search term leaves. */
export async function readSearchPage(
  db: Db,
  applications: ApplicationQuery<Selectable<DB['applications']>>,
  input: ApplicationFilters & PageRequest,
  order: Order,
) {
  const matches = await matchesOf(db, input);
  const found = await searchPage(
    db,
    { table: 'applications', rows: applications, term: input.search, matches },
    order,
    input,
  );
  return readApplicationPage(db, found.rows, order, found.page);
}

export async function countApplications(
  db: Db,
  scope: Scope,
  filters: ApplicationFilters,
): Promise<{ count: number }> {
  let query = filterApplications(inScope(db, scope, 'applications'), filters);
  if (filters.search) query = query.where(await matchesOf(db, filters));
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count };
}

/** Candidate name, registration and roll number by text; college, course and status by their own small lists. */
async function matchesOf(db: Db, { search, fields }: Pick<ApplicationFilters, 'search' | 'fields'>) {
  const pattern = containing(search);
  const colleges = await db
    .selectFrom('colleges')
    .select('id')
    .where(sql`lower(name)`, 'like', pattern)
    .execute();
  const courses = await db
    .selectFrom('courses')
    .select('id')
    .where(sql`lower(name)`, 'like', pattern)
    .execute();
  const statuses = Object.entries(statusWords)
    .filter(([, words]) => fields !== 'fees' && words.includes(search.toLowerCase()))
    .map(([status]) => status);
  return (eb: ExpressionBuilder<DB, 'applications'>) => {
    const alternatives = [eb('applications.search_text', 'like', pattern)];
    if (colleges.length > 0)
      alternatives.push(
        eb(
          'applications.college_id',
          'in',
          colleges.map((row) => row.id),
        ),
      );
    if (courses.length > 0)
      alternatives.push(
        eb(
          'applications.course_id',
          'in',
          courses.map((row) => row.id),
        ),
      );
    if (statuses.length > 0) alternatives.push(eb('applications.status', 'in', statuses));
    return eb.or(alternatives);
  };
}
