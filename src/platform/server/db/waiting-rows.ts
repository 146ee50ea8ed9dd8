import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Waiting, waitingParameters } from '#shared/waiting.ts';
import type { Db, ListQuery, Scope } from './database.ts';

/** Further ones are not counted: whoever has a thousand of something does not need to know how many more. */
export const mostCounted = 1_000;

/** The column that says since when a row waits: a moment, or a day in India. */
export type Since = string | { day: string };

export type WaitingRows = RawBuilder<{ count: number; oldest: Date | null }>;

/**
 * What waits, as one statement about the rows of a list: its count, and since when the oldest waits. Null where the scope
 * has no such list.
 */
export type WaitingQuery = (db: Db, scope: Scope, personId: string) => Promise<WaitingRows | null>;

/**
 * What waits in a list, narrowed by the very parameters of its address, which the list's own filters read; `fixed` is what
 * its screen says besides.
 */
export function waitingIn<Filters extends z.ZodType>(
  waiting: Waiting,
  list: {
    filters: Filters;
    rows: (db: Db, scope: Scope, filters: z.output<Filters>, since: Since) => Promise<WaitingRows>;
    since: Since;
    fixed?: Readonly<Record<string, string>>;
  },
): WaitingQuery {
  return (db, scope, personId) => {
    const asked = { ...list.fixed, ...waitingParameters(waiting, personId) };
    return list.rows(db, scope, list.filters.parse(asked), list.since);
  };
}

/** One more than `mostCounted` stands for all that are more. The oldest are counted, so that an index ends the search. */
export function waitingRows(rows: ListQuery<unknown>, since: Since): WaitingRows {
  const column = sql.ref(typeof since === 'string' ? since : since.day);
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(column.as('since'))
    .orderBy(column)
    .limit(mostCounted + 1);
  const oldest =
    typeof since === 'string' ? sql`min(since)` : sql`min(since)::timestamp at time zone 'Asia/Kolkata'`;
  return sql`select count(*)::integer as count, ${oldest} as oldest from ${counted} as counted`;
}
