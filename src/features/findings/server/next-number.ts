import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';

/** The number after the last one of the year; who asks next waits until the transaction ends. */
export async function nextNumber(
  db: Db,
  table: 'findings' | 'inspection_reports',
  year: number,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${table}, 0))`.execute(db);
  const { last } = await unscoped(db, 'Numbers run over all colleges.')
    .selectFrom(table)
    .where('year', '=', year)
    .select((of) => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
