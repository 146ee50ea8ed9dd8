import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope, unscoped } from '#server/db/database.ts';
import { behind, containing, decodeCursor, inOrder, type Order } from '#server/db/page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { ApplicationFilters } from '../contract.ts';
import { readApplicationPage } from './application-rows.ts';

/** How far a search looks through the rows in their order before it asks the trigram index. */
const walkLength = 10_000;

/** Five digits in a row are part of few registration and roll numbers: walking would be in vain. */
const partOfNumber = /\d{5}/;

type Match = (eb: ExpressionBuilder<DB, 'applications'>) => Expression<SqlBool>;
/** One condition as it is asked of a row in hand, and as an index finds its rows. */
export type Matches = { walked: Match; byIndex: Match };

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
  if (filters.stage !== 'any') {
    const states = filters.stage === 'completed' ? ['printed', 'handed_over'] : ['to_print', 'in_run'];
    filtered = filtered.where((eb) =>
      eb.exists(
        eb
          .selectFrom('certificates as staged')
          .select(sql`1`.as('one'))
          .whereRef('staged.application_id', '=', 'applications.id')
          .where('staged.state', 'in', states),
      ),
    );
  }
  return filtered;
}

/**
 * A page of matches. Most terms are found among the next rows in the list's own order, so those are walked first:
 * no index is needed and no sort. Only a term that is rare there asks the trigram and college indexes for all matches.
 */
export async function readSearchPage(
  db: Db,
  applications: ApplicationQuery<Selectable<DB['applications']>>,
  input: { search: string } & PageRequest,
  order: Order,
  matches: Matches,
) {
  const isNextPage = input.offset === 0 || input.cursor !== undefined;
  if (isNextPage && !partOfNumber.test(input.search)) {
    const rest = input.cursor ? applications.where(behind(order, decodeCursor(input.cursor))) : applications;
    const walked = inOrder(rest, order).limit(walkLength).as('applications');
    const found = await inOrder(unscoped(db).selectFrom(walked).where(matches.walked), order)
      .select('applications.id')
      .limit(input.limit + 1)
      .execute();
    if (found.length > input.limit) {
      const ids = found.map((row) => row.id as string);
      return readApplicationPage(db, applications.where('applications.id', 'in', ids), order, {
        ...input,
        offset: 0,
        cursor: undefined,
      });
    }
  }
  return readApplicationPage(db, applications.where(matches.byIndex), order, input);
}

export async function countApplications(
  db: Db,
  scope: Scope,
  filters: ApplicationFilters,
): Promise<{ count: number }> {
  let query = filterApplications(inScope(db, scope, 'applications'), filters);
  if (filters.search) query = query.where((await matchesOf(db, filters.search)).byIndex);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count };
}

/** Candidate name, registration and roll number by text; college, course and status by their own small lists. */
export async function matchesOf(db: Db, search: string): Promise<Matches> {
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
    .filter(([, words]) => words.includes(search.toLowerCase()))
    .map(([status]) => status);
  const matches: Match = (eb) => {
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
  return { walked: matches, byIndex: matches };
}
