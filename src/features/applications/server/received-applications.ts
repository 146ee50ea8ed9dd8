import { type ExpressionBuilder, sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope, unscoped } from '#server/db/database.ts';
import { containing, orderOf } from '#server/db/page.ts';
import { type Matches, type Search, searchPage } from '#server/db/search-page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { ReceivedFilters } from '../contract.ts';
import { readApplicationPage, toApplication } from './application-rows.ts';
import { type SortName, sortColumns } from './queries.ts';

type Received = Pick<Search<'applications', object>, 'matches' | 'matchesByIndex'>;

/** A term of these characters alone may be part of a convocation number, `2025/000123`. */
const partOfConvocationNumber = /^[\d/]+$/;

export async function listReceivedApplications(
  db: Db,
  scope: Scope,
  input: ReceivedFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, { id: 'applications.id', idType: 'uuid' });
  const received = inScope(db, scope, 'applications').selectAll('applications');
  const found = input.search
    ? await searchPage(
        db,
        { table: 'applications', rows: received, term: input.search, ...(await matchesOf(db, input.search)) },
        order,
        input,
      )
    : { rows: received, page: input };
  const page = await readApplicationPage(db, found.rows, order, found.page);
  return { rows: page.rows.map(toApplication), nextCursor: page.nextCursor };
}

export async function countReceivedApplications(
  db: Db,
  scope: Scope,
  { search }: ReceivedFilters,
): Promise<{ count: number }> {
  let query = inScope(db, scope, 'applications');
  if (search) {
    const { matches, matchesByIndex = matches } = await matchesOf(db, search);
    query = query.where(matchesByIndex);
  }
  return query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
}

/** Student and roll number by text, the receiver by the small list of staff, the convocation number by the certificate. */
async function matchesOf(db: Db, search: string): Promise<Received> {
  const pattern = containing(search);
  const receiverIds = await findReceivers(db, pattern);
  const byOwnColumns: Matches<'applications'> = (eb) =>
    receiverIds.length === 0
      ? hasText(eb, pattern)
      : eb.or([hasText(eb, pattern), eb('applications.received_by', 'in', receiverIds)]);
  if (!partOfConvocationNumber.test(search)) return { matches: byOwnColumns };

  const numbered = unscoped(db)
    .selectFrom('certificates')
    .where('certificates.convocation_number', 'like', pattern);
  const matches: Matches<'applications'> = (eb) => {
    const certificate = numbered
      .where('certificates.application_id', '=', eb.ref('applications.id'))
      .select(sql`1`.as('one'));
    return eb.or([byOwnColumns(eb), eb.exists(certificate)]);
  };
  // Trigrams find nothing by one or two characters, which are part of most numbers anyway.
  if (search.length < 3) return { matches };
  return {
    matches,
    // Each index finds its own; joined by OR the certificate would have to be looked for at every row.
    matchesByIndex: (eb) =>
      eb(
        'applications.id',
        'in',
        unscoped(db)
          .selectFrom('applications')
          .where(byOwnColumns)
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

function hasText(eb: ExpressionBuilder<DB, 'applications'>, pattern: string) {
  return eb.and([
    // The index knows this column, which holds the registration number as well: nobody asked for that one.
    eb('applications.search_text', 'like', pattern),
    eb.or([
      eb(eb.fn('lower', ['applications.candidate_name']), 'like', pattern),
      eb(eb.fn('lower', ['applications.candidate_name_native']), 'like', pattern),
      eb(eb.fn('lower', ['applications.exam_roll_number']), 'like', pattern),
    ]),
  ]);
}
