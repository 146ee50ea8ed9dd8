import { type SelectQueryBuilder, sql } from 'kysely';
import { type Db, type Scope, unscoped } from '#platform/server/db/database.ts';
import { mostFound } from '#platform/server/db/record-search.ts';
import type { DB } from '#platform/server/db/tables.ts';

type Numbered = SelectQueryBuilder<DB, never, { id: string; number: string }>;

/**
 * The first results of each query within each college (the queries refer to `colleges.id`): numbers are indexed by
 * college, and there are few colleges. Numbers in `exact` come first.
 */
export async function findInColleges(
  db: Db,
  scope: Scope,
  queries: readonly Numbered[],
  exact: readonly string[],
): Promise<{ id: string; number: string }[]> {
  const isExact = sql`found.number = any(${exact}::text[])`;
  const { rows } = await sql<{ id: string; number: string }>`
    select found.id, found.number
      from colleges cross join lateral (${sql.join(queries, sql` union all `)}) found
     where ${scope.collegeId}::uuid is null or colleges.id = ${scope.collegeId}
     order by ${isExact} desc, found.number using ~<~, found.id
     limit ${2 * mostFound}`.execute(unscoped(db));
  return rows;
}
