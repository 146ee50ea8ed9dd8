import { type ExpressionBuilder, sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { changesInScope, type Db, inScope, unscoped } from '#server/db/database.ts';
import { countList, type List } from '#server/db/list-page.ts';
import { containing, orderOf } from '#server/db/page.ts';
import { containsByIndex, type Matches, type Term } from '#server/db/search-page.ts';
import type { DB } from '#server/db/tables.ts';
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
    // The log of the applications does not tell when one of them got its convocation number.
    changes: partOfConvocationNumber.test(search) ? undefined : changesInScope(db, scope, 'applications'),
    search: search ? { ...(await termOf(db, search)), ...walkOf(scope) } : undefined,
  } satisfies List<'applications', object>;
}

/** Student and roll number by text, the receiver by the small list of staff, the convocation number by the certificate. */
async function termOf(db: Db, search: string): Promise<Term<'applications'>> {
  const pattern = containing(search);
  const receiverIds = await findReceivers(db, pattern);
  const byOwnColumns =
    (text: ReturnType<typeof containsByIndex>): Matches<'applications'> =>
    (eb) =>
      receiverIds.length === 0
        ? hasText(eb, pattern, text)
        : eb.or([hasText(eb, pattern, text), eb('applications.received_by', 'in', receiverIds)]);
  const byText = byOwnColumns(sql<boolean>`applications.search_text like ${pattern}`);
  const byIndex = byOwnColumns(containsByIndex('applications.search_text', search));
  if (!partOfConvocationNumber.test(search))
    return { term: search, matches: byText, matchesByIndex: byIndex };

  const numbered = unscoped(db)
    .selectFrom('certificates')
    .where('certificates.convocation_number', 'like', pattern);
  return {
    term: search,
    // A scalar, because PostgreSQL would look for all certificates that an EXISTS could mean.
    matches: (eb) =>
      eb.or([
        byText(eb),
        sql<boolean>`(select convocation_number from certificates where application_id = applications.id) like ${pattern}`,
      ]),
    // Each index finds its own; joined by OR the certificate would have to be looked for at every row.
    matchesByIndex: (eb) =>
      eb(
        'applications.id',
        'in',
        unscoped(db)
          .selectFrom('applications')
          .where(byIndex)
          .select('applications.id')
          .unionAll(numbered.select('certificates.application_id as id')),
      ),
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
