import { sql } from 'kysely';
import { recordSearch } from '#platform/server/db/record-search.ts';
import { bareSerial, readSerial } from '../serials.ts';

/**
 * Finds a numbered sheet by serial. Paper belongs to no college, and the hit does not disclose whose certificate it
 * became.
 */
export const blankSearch = recordSearch({
  table: 'blanks',
  rows: (db) =>
    db
      .selectFrom('blanks')
      .select(['blanks.id', 'blanks.serial', 'blanks.state'])
      .select((eb) =>
        eb
          .selectFrom('papers')
          .whereRef('papers.id', '=', 'blanks.paper_id')
          .select(sql<string>`papers.name || ', ' || papers.colour`.as('kind'))
          .$asScalar()
          .$notNull()
          .as('kind'),
      ),
  by: { column: 'serial', read: readSerials },
  show: ({ serial, kind, state }) => ({ number: serial, title: kind, state }),
});

function readSerials(text: string) {
  const typed = bareSerial(text);
  const [, prefix, digits] = /^([A-Z]{1,4})(\d{1,6})$/.exec(typed) ?? [];
  if (prefix === undefined || digits === undefined) return null;
  return {
    from: `${prefix}${digits.padEnd(6, '0')}`,
    to: `${prefix}${digits.padEnd(6, '9')}`,
    padded: readSerial(typed),
  };
}
