import type { Db } from './database.ts';

/**
 * The next number of a series, without gaps: the counter's row stays locked until the transaction ends, and a
 * rolled back one gives its number back. Take it last, just before the audit events.
 */
export async function nextNumber(db: Db, series: string): Promise<number> {
  const counter = await db
    .insertInto('number_counters')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet((set) => ({ last_number: set('number_counters.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return counter.last_number;
}
