import { type RawBuilder, sql } from 'kysely';
import type { DB } from './tables.ts';

/** How many rows of a table each value of a column has, as one JSON object; null is no value. */
export function countedBy<Table extends keyof DB & string>(
  table: Table,
  column: keyof DB[Table] & string,
): RawBuilder<unknown> {
  return sql`select coalesce(jsonb_object_agg(value, rows), '{}')
    from (select ${sql.ref(column)} as value, count(*) as rows from ${sql.table(table)} group by 1) as counted
    where value is not null`;
}
