import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, ListQuery } from './database.ts';

/** Counting stops here: nobody needs to know how many more than a thousand wait. */
export const maximumCounted = 1_000;

/** The column with the time since which a row waits: a moment, or a day in India. */
export type Since = string | { day: string };

export type WaitingRows = RawBuilder<{ count: number; oldest: Date | null }>;

/**
 * One statement that counts waiting rows of a list and finds the oldest. Null if the list does not exist for this
 * scope.
 */
export type WaitingQuery = (
  db: Db,
  parameters: Readonly<Record<string, string>>,
) => Promise<WaitingRows | null>;

/**
 * Counts what waits in a list, filtered by the parameters of its URL, which the list's own filters parse; `fixed` adds
 * the parameters that its screen sets.
 */
export function waitingIn<Filters extends z.ZodType>(list: {
  filters: Filters;
  rows: (db: Db, filters: z.output<Filters>, since: Since) => Promise<WaitingRows>;
  since: Since;
  fixed?: Readonly<Record<string, string>>;
}): WaitingQuery {
  return (db, parameters) => list.rows(db, list.filters.parse({ ...list.fixed, ...parameters }), list.since);
}

/** `maximumCounted` + 1 means more than that. Sorted by age, so that an index limits the scan. */
export function waitingRows(rows: ListQuery<unknown>, since: Since): WaitingRows {
  const column = sql.ref(typeof since === 'string' ? since : since.day);
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(column.as('since'))
    .orderBy(column)
    .limit(maximumCounted + 1);
  const oldest =
    typeof since === 'string' ? sql`min(since)` : sql`min(since)::timestamp at time zone 'Asia/Kolkata'`;
  return sql`select count(*)::integer as count, ${oldest} as oldest from ${counted} as counted`;
}
