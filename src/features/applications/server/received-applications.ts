import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { listPatterns, possibleWholeNumbers } from '#features/masters/server/number-series.ts';
import { containsPattern, type Db } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Search } from '#shared/fields.ts';
import { mayContain, type NumberPattern } from '#shared/number-pattern.ts';
import { listOfReceivedApplications } from './application-lists.ts';
import { textTerm } from './search-applications.ts';

export const {
  page: listReceivedApplications,
  count: countReceivedApplications,
  sums: sumReceivedApplications,
} = listQueries({
  ...listOfReceivedApplications,
  rows: async (db, { search }: Search) => {
    const numbers = search ? numberTerms(await listPatterns(db), search) : [];
    return {
      table: 'applications',
      rows: db.selectFrom('applications').selectAll('applications'),
      search: search ? await termOf(db, { search, numbers }) : undefined,
    };
  },
});

/**
 * What to look for in convocation numbers: the term, if it can be part of one and is not only letters; and the whole
 * numbers that it spells.
 */
function numberTerms(patterns: readonly NumberPattern[], search: string): string[] {
  const isPart = /[^a-z ]/i.test(search) && patterns.some((pattern) => mayContain(pattern, search));
  return [...(isPart ? [search] : []), ...possibleWholeNumbers(patterns, search)];
}

/** Student, roll and convocation number by text, the receiver by id. */
async function termOf(
  db: Db,
  { search, numbers }: { search: string; numbers: readonly string[] },
): Promise<Term<'applications'>> {
  const pattern = containsPattern(search);
  const receiverIds = await findReceivers(db, pattern);
  return textTerm(
    db,
    search,
    (text) => (eb) =>
      eb.or([
        hasText(eb, pattern, text),
        ...(receiverIds.length > 0 ? [eb('applications.received_by', 'in', receiverIds)] : []),
        ...numbers.map((number) =>
          // Digits have no case, and comparing without case takes twice as long.
          eb(
            'applications.convocation_number',
            /\p{L}/u.test(number) ? 'ilike' : 'like',
            containsPattern(number),
          ),
        ),
      ]),
  );
}

async function findReceivers(db: Db, pattern: string): Promise<string[]> {
  const receivers = await db
    .selectFrom('staff')
    .select('id')
    .where(sql`lower(name || E'\n' || email)`, 'like', pattern)
    .execute();
  return receivers.map((row) => row.id);
}

function hasText(eb: ExpressionBuilder<DB, 'applications'>, pattern: string, text: RawBuilder<boolean>) {
  return eb.and([
    // Uses the index. Its column also holds the registration number, which this list does not search.
    text,
    eb.or([
      eb(eb.fn('lower', ['applications.candidate_name']), 'like', pattern),
      eb(eb.fn('lower', ['applications.candidate_name_native']), 'like', pattern),
      eb(eb.fn('lower', ['applications.exam_roll_number']), 'like', pattern),
    ]),
  ]);
}
