import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import { changesInScope, type Db, inScope, unscoped } from '#platform/server/db/database.ts';
import { countList, type List } from '#platform/server/db/list-page.ts';
import { containing, orderOf } from '#platform/server/db/page.ts';
import { containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { ApplicationFilters } from '../contract.ts';

export const sortColumns = {
  receivedAt: { column: 'applications.received_at', type: 'timestamptz' },
  registrationNumber: { column: 'applications.registration_number', type: 'text' },
  examRollNumber: { column: 'applications.exam_roll_number', type: 'text' },
  candidateName: { column: 'applications.candidate_name', type: 'text' },
} as const;
export type SortName = keyof typeof sortColumns;

export const applicationId = { id: 'applications.id', idType: 'uuid' } as const;
export const newestFirst = orderOf('-receivedAt', sortColumns, applicationId);

/** The words of the Status badge that a search term may be part of. */
const statusWords = {
  received: 'pending',
  returned: 'pending returned',
  verified: 'verified',
  rejected: 'rejected',
};

type ApplicationQuery<Row> = SelectQueryBuilder<DB, 'applications', Row>;

/** The applications that scope, filters and search leave. */
export async function applicationList(db: Db, scope: Scope, filters: ApplicationFilters) {
  return {
    table: 'applications',
    rows: filterApplications(inScope(db, scope, 'applications').selectAll('applications'), filters),
    changes: filterApplications(changesInScope(db, scope, 'applications'), filters),
    search: filters.search ? { ...(await termOf(db, filters)), ...walkOf(scope) } : undefined,
  } satisfies List<'applications', object>;
}

export async function countApplications(db: Db, scope: Scope, filters: ApplicationFilters) {
  return countList(db, await applicationList(db, scope, filters), newestFirst);
}

/** The rows of one college lie scattered among those of all. */
export function walkOf(scope: Scope): Pick<Term<'applications'>, 'walkLength'> {
  return scope.collegeId === null ? {} : { walkLength: 3_000 };
}

/** Leaves the rows that the filters name; the search term is apart, because it needs a plan of its own. */
function filterApplications<Row>(query: ApplicationQuery<Row>, filters: Omit<ApplicationFilters, 'search'>) {
  let filtered = query;
  if (filters.status === 'pending')
    filtered = filtered.where('applications.status', 'in', ['received', 'returned']);
  else if (filters.status !== 'all') filtered = filtered.where('applications.status', '=', filters.status);
  if (filters.collegeId !== undefined)
    filtered = filtered.where('applications.college_id', '=', filters.collegeId);
  if (filters.academicYear !== undefined)
    filtered = filtered.where('applications.academic_year', '=', filters.academicYear);
  if (filters.stage !== 'any')
    filtered = filtered.where('applications.certificate_stage', '=', filters.stage);
  return filtered;
}

/** Candidate name, registration and roll number by text; college, course and status by their own small lists. */
async function termOf(
  db: Db,
  { search, fields }: Pick<ApplicationFilters, 'search' | 'fields'>,
): Promise<Term<'applications'>> {
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
  const matchesWith =
    (hasText: ReturnType<typeof containsByIndex>) => (eb: ExpressionBuilder<DB, 'applications'>) =>
      eb.or([
        hasText,
        ...among
          .filter(([, values]) => values.length > 0)
          .map(([column, values]) => eb(column, 'in', values)),
      ]);
  return {
    term: search,
    matches: matchesWith(sql<boolean>`applications.search_text like ${pattern}`),
    matchesByIndex: matchesWith(containsByIndex('applications.search_text', search)),
  };
}
