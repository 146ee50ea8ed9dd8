import { type ExpressionBuilder, sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import { changesInScope, type Db, inScope } from '#platform/server/db/database.ts';
import { countList, type List } from '#platform/server/db/list-page.ts';
import { containing, orderOf } from '#platform/server/db/page.ts';
import { containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { ReceivedFilters } from '../contract.ts';
import { readApplications } from './application-rows.ts';
import { applicationId, newestFirst, type SortName, sortColumns, walkOf } from './search-applications.ts';

/** A term of these characters alone may be part of a convocation number, `2025/000123`. */
const partOfConvocationNumber = /^[\d/]+$/;

export async function listReceivedApplications(
  db: Db,
  scope: Scope,
  input: ReceivedFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, applicationId);
  return readApplications(db, await receivedList(db, scope, input), order, input);
}

export async function countReceivedApplications(db: Db, scope: Scope, filters: ReceivedFilters) {
  return countList(db, await receivedList(db, scope, filters), newestFirst);
}

async function receivedList(db: Db, scope: Scope, { search }: ReceivedFilters) {
  return {
    table: 'applications',
    rows: inScope(db, scope, 'applications').selectAll('applications'),
    // The log of the applications does not tell of convocation numbers.
    changes: partOfConvocationNumber.test(search) ? undefined : changesInScope(db, scope, 'applications'),
    search: search ? { ...(await termOf(db, search)), ...walkOf(scope) } : undefined,
  } satisfies List<'applications', object>;
}

/** Student, roll and convocation number by text, the receiver by the small list of staff. */
async function termOf(db: Db, search: string): Promise<Term<'applications'>> {
  const pattern = containing(search);
  const receiverIds = await findReceivers(db, pattern);
  const matchesWith =
    (text: ReturnType<typeof containsByIndex>): Matches<'applications'> =>
    (eb) =>
      eb.or([
        hasText(eb, pattern, text),
        ...(receiverIds.length > 0 ? [eb('applications.received_by', 'in', receiverIds)] : []),
        ...(partOfConvocationNumber.test(search)
          ? [eb('applications.convocation_number', 'like', pattern)]
          : []),
      ]);
  return {
    term: search,
    matches: matchesWith(sql<boolean>`applications.search_text like ${pattern}`),
    matchesByIndex: matchesWith(containsByIndex('applications.search_text', search)),
  };
}

async function findReceivers(db: Db, pattern: string): Promise<string[]> {
  const receivers = await db
    .selectFrom('staff')
    .select('id')
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['name']), 'like', pattern), eb(eb.fn('lower', ['email']), 'like', pattern)]),
    )
    .execute();
  return receivers.map((row) => row.id);
}

function hasText(
  eb: ExpressionBuilder<DB, 'applications'>,
  pattern: string,
  text: ReturnType<typeof containsByIndex>,
) {
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
