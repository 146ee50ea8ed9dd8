import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { maximumFound } from '#platform/server/db/record-search.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import type { DB } from '#platform/server/db/tables.ts';

type Numbered = SelectQueryBuilder<DB, never, { id: string; number: string }>;

/**
 * The first results of each query within each college (the queries refer to `colleges.id`): numbers are indexed by
 * college, and there are few colleges. Numbers in `exact` come first.
 */
export async function findInColleges(
  db: Db,
  queries: readonly Numbered[],
  exact: readonly string[],
): Promise<{ id: string; number: string }[]> {
  const isExact = sql`found.number = any(${exact}::text[])`;
  const { rows } = await sql<{ id: string; number: string }>`
    select found.id, found.number
      from colleges cross join lateral (${sql.join(queries, sql` union all `)}) found
     where ${collegeOf(db)}::uuid is null or colleges.id = ${collegeOf(db)}
     order by ${isExact} desc, found.number using ~<~, found.id
     limit ${2 * maximumFound}`.execute(db);
  return rows;
}
