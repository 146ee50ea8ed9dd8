import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '#platform/server/db/database.ts';

/** Whether one of the columns contains the search text. */
export function contains(search: string, columns: RawBuilder<unknown>): RawBuilder<boolean> {
  return search === ''
    ? sql<boolean>`true`
    : sql<boolean>`lower(concat_ws(E'\n', ${columns})) like ${containsPattern(search)}`;
}
