import { type RawBuilder, sql } from 'kysely';
import { dayInIndia } from '#shared/format.ts';

/** Whether an entry with a period is offered on a day (`yyyy-mm-dd`), by default today. */
export function isActive(
  table: 'courses' | 'certificate_types' | 'choices',
  day = dayInIndia(new Date()),
): RawBuilder<boolean> {
  const [from, until] = [sql.ref(`${table}.active_from`), sql.ref(`${table}.active_until`)];
  return sql<boolean>`daterange(${from}, ${until}, '[]') @> ${day}::date`;
}
