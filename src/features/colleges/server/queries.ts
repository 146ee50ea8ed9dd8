import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { commandOf } from '#platform/server/command.ts';
import { containing, type Db, fromRow, type Scope, unscoped } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import type { Colleges } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type CollegeUse, collegeUses } from '#shared/college-uses.ts';
import type { Search } from '#shared/fields.ts';
import { idsOf } from '#shared/ids-of.ts';
import { College, type collegesContract } from '../contract.ts';

export const collegeCommand = commandOf<typeof collegesContract>();

export const colleges = listQueries({
  order: {
    columns: {
      name: { column: 'colleges.name', type: 'text' },
      convocationFee: { column: 'colleges.convocation_fee', type: 'integer' },
    },
    id: 'colleges.id',
    first: 'name',
  },
  rows: (db, scope, filters: Search) => filtered(db, scope, filters).selectAll('colleges').select(usesOf),
  record: toCollege,
  sums: { convocationFee: 'colleges.convocation_fee' },
});

export async function listCollegeChoices(db: Db, scope: Scope) {
  return collegesInScope(db, scope)
    .select(['colleges.id', 'colleges.code', 'colleges.name'])
    .orderBy('colleges.name')
    .execute();
}

export async function getCollege(db: Db, scope: Scope, id: string): Promise<College> {
  const row = await collegesInScope(db, scope)
    .selectAll('colleges')
    .select(usesOf)
    .where('colleges.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('colleges.not_found'));
  return toCollege(row);
}

/**
 * Locks a college that a command is about to change. Every row that belongs to it takes a key share lock on it, so
 * `usedBy`, read under this lock, stays true until the transaction ends.
 */
export async function lockCollege(db: Db, scope: Scope, id: string): Promise<College> {
  await collegesInScope(db, scope)
    .select('colleges.id')
    .where('colleges.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('colleges.not_found'));
  return getCollege(db, scope, id);
}

/** The colleges in scope: the person's own, or all. */
function collegesInScope(db: Db, scope: Scope) {
  const colleges = unscoped(db).selectFrom('colleges');
  return scope.collegeId === null ? colleges : colleges.where('colleges.id', '=', scope.collegeId);
}

/** There are hundreds of colleges at most, so a search needs no index. */
function filtered(db: Db, scope: Scope, { search }: Search) {
  const colleges = collegesInScope(db, scope);
  if (!search) return colleges;
  const text = sql`lower(concat_ws(E'\n', colleges.name, colleges.code, colleges.contact_number, colleges.address))`;
  return colleges.where(text, 'like', containing(search));
}

/** For each kind of record that can belong to a college, whether this one has any. */
const usesOf = collegeUses.map((table) =>
  sql<boolean>`exists (select from ${sql.table(table)} as owned where owned.college_id = colleges.id)`.as(
    table,
  ),
);

type CollegeRow = Selectable<Colleges> & Record<CollegeUse, boolean>;

function toCollege(row: CollegeRow): College {
  return fromRow(College, row, {
    email: row.email ?? '',
    usedBy: collegeUses.filter((use) => row[use]),
  });
}

/** Searches records by their own text, and by college through the short list of colleges. */
export async function termWithCollege<Table extends 'students' | 'reprint_requests'>(
  db: Db,
  table: Table,
  search: string,
): Promise<Term<Table>> {
  const pattern = containing(search);
  const colleges = await db
    .selectFrom('colleges')
    .select('id')
    .where(sql`lower(name || E'\n' || code)`, 'like', pattern)
    .execute();
  const isOfThem = sql`${sql.ref(`${table}.college_id`)} in (${sql.join(idsOf(colleges))})`;
  const matchesWith = (hasText: Expression<SqlBool>) => () =>
    colleges.length > 0 ? sql<boolean>`(${hasText} or ${isOfThem})` : hasText;
  return {
    term: search,
    matches: matchesWith(sql<boolean>`${sql.ref(`${table}.search_text`)} like ${pattern}`),
    matchesByIndex: matchesWith(containsByIndex(`${table}.search_text`, search)),
  };
}
