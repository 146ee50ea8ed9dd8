import { type ExpressionBuilder, sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import { type Db, inScope, unscoped } from '#server/db/database.ts';
import { containing, orderOf } from '#server/db/page.ts';
import { type Matches, searchPage } from '#server/db/search-page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { ReceivedFilters } from '../contract.ts';
import { readApplicationPage, toApplication } from './application-rows.ts';
import { type SortName, sortColumns } from './queries.ts';

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
  if (search) query = query.where((await matchesOf(db, search)).matchesByIndex);
  return query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
}

/**
 * Student and roll number by text, the receiver by the small list of staff, the convocation number by the certificate.
 * An index finds the three one after the other; joined by OR they would have to be looked for in every row.
 */
async function matchesOf(
  db: Db,
  search: string,
): Promise<Record<'matches' | 'matchesByIndex', Matches<'applications'>>> {
  const pattern = containing(search);
  const receivers = await db
    .selectFrom('staff')
    .select('id')
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['name']), 'like', pattern), eb(eb.fn('lower', ['email']), 'like', pattern)]),
    )
    .execute();
  const receiverIds = receivers.map((row) => row.id);
  const mayBeNumber = partOfConvocationNumber.test(search);

  type Rows = ExpressionBuilder<DB, 'applications'>;
  const hasText = (eb: Rows) =>
    eb.and([
      // The index knows this column, which holds the registration number as well: nobody asked for that one.
      eb('applications.search_text', 'like', pattern),
      eb.or([
        eb(eb.fn('lower', ['applications.candidate_name']), 'like', pattern),
        eb(eb.fn('lower', ['applications.candidate_name_native']), 'like', pattern),
        eb(eb.fn('lower', ['applications.exam_roll_number']), 'like', pattern),
      ]),
    ]);
  const hasReceiver = (eb: Rows) => eb('applications.received_by', 'in', receiverIds);
  const numbered = unscoped(db)
    .selectFrom('certificates')
    .where('certificates.convocation_number', 'like', pattern);

  return {
    matches: (eb) =>
      eb.or([
        hasText(eb),
        ...(receiverIds.length > 0 ? [hasReceiver(eb)] : []),
        ...(mayBeNumber
          ? [
              eb.exists(
                numbered
                  .where('certificates.application_id', '=', eb.ref('applications.id'))
                  .select(sql`1`.as('one')),
              ),
            ]
          : []),
      ]),
    matchesByIndex: (eb) => {
      const applications = unscoped(db).selectFrom('applications').select('applications.id');
      let found = applications.where(hasText);
      if (receiverIds.length > 0) found = found.union(applications.where(hasReceiver));
      if (mayBeNumber) found = found.union(numbered.select('certificates.application_id as id'));
      return eb('applications.id', 'in', found);
    },
  };
}
