import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { changesInScope, containing, type Db, inScope, type Scope } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Search } from '#shared/fields.ts';
import { listOfApplications } from './application-rows.ts';
import { textTerm } from './search-applications.ts';

/** A term of these characters alone may be part of a convocation number, `2025/000123`. */
const partOfConvocationNumber = /^[\d/]+$/;

export const {
  page: listReceivedApplications,
  count: countReceivedApplications,
  sums: sumReceivedApplications,
} = listQueries({
  ...listOfApplications,
  rows: async (db, scope, { search }: Search) => ({
    table: 'applications',
    rows: inScope(db, scope, 'applications').selectAll('applications'),
    // The log of the applications does not tell of convocation numbers.
    changes: partOfConvocationNumber.test(search) ? undefined : changesInScope(db, scope, 'applications'),
    search: search ? await termOf(db, scope, search) : undefined,
  }),
});

/** Student, roll and convocation number by text, the receiver by the small list of staff. */
async function termOf(db: Db, scope: Scope, search: string): Promise<Term<'applications'>> {
  const pattern = containing(search);
  const receiverIds = await findReceivers(db, pattern);
  return textTerm(
    scope,
    search,
    (text) => (eb) =>
      eb.or([
        hasText(eb, pattern, text),
        ...(receiverIds.length > 0 ? [eb('applications.received_by', 'in', receiverIds)] : []),
        ...(partOfConvocationNumber.test(search)
          ? [eb('applications.convocation_number', 'like', pattern)]
          : []),
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
    // The indexes know this column, which holds the registration number as well: nobody asked for that one.
    text,
    eb.or([
      eb(eb.fn('lower', ['applications.candidate_name']), 'like', pattern),
      eb(eb.fn('lower', ['applications.candidate_name_native']), 'like', pattern),
      eb(eb.fn('lower', ['applications.exam_roll_number']), 'like', pattern),
    ]),
  ]);
}
