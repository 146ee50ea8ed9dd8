import { sql } from 'kysely';
import type { Db, ListQuery } from './database.ts';

/** The total number of rows of these queries, in one statement. */
export function countTogether(db: Db, queries: ListQuery<unknown>[]): Promise<{ count: number }> {
  const counts = queries.map((query) =>
    query
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll().as('count')),
  );
  return db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('count')).executeTakeFirstOrThrow();
}
