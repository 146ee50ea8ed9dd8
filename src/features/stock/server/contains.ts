import { type RawBuilder, sql } from 'kysely';
import { containing } from '#platform/server/db/database.ts';

/** Whether one of the columns contains the search text. */
export function contains(search: string, columns: RawBuilder<unknown>): RawBuilder<boolean> {
  return search === ''
    ? sql<boolean>`true`
    : sql<boolean>`lower(concat_ws(E'\n', ${columns})) like ${containing(search)}`;
}
