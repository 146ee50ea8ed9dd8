import { sql } from 'kysely';
import type { DayRange } from '#shared/fields.ts';

/** Moments from the first to the last day, both included, in Indian time. */
export function onDays(column: string, { from, to }: DayRange) {
  const midnight = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`;
  const conditions = [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${midnight(from)}`] : []),
    ...(to ? [sql<boolean>`${sql.ref(column)} < ${midnight(to)} + interval '1 day'`] : []),
  ];
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
}

/**
 * The first day of the month or year of a moment in Indian time, to group by. By the offset, because looking a named zone
 * up takes longer for each row than all else.
 */
export function startOf(period: 'month' | 'year', column: string) {
  return sql<string>`date_trunc(${sql.lit(period)}, ${sql.ref(column)} at time zone interval '05:30')::date`;
}
