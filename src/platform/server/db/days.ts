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
