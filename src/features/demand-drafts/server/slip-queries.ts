import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import {
  byName,
  type Db,
  fromRow,
  isAmong,
  type QueryOf,
  rowsFound,
  searchForm,
} from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { contains, containsByIndex, type Matches, type Term } from '#platform/server/db/search-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatSlipNumber } from '../rules.ts';
import { DepositSlip, type DepositSlipDetail, type SlipFilters } from '../slip-contract.ts';
import { draftRows, toDraft } from './draft-rows.ts';

export const depositSlips = listQueries({
  order: newestFirst('deposit_slips.prepared_at', 'deposit_slips.id'),
  rows: async (db, { state, search }: SlipFilters) => {
    const slips = withTally(db.selectFrom('deposit_slips')).selectAll('deposit_slips');
    return {
      table: 'deposit_slips',
      rows: state === 'all' ? slips : slips.where('deposit_slips.state', '=', state),
      search: search ? await termOf(db, search) : undefined,
    };
  },
  show: (db, found) => slipRows(rowsFound(db, found, 'deposit_slips')),
  record: toSlip,
  sums: { total: 'tally.total' },
});

export async function getDepositSlip(db: Db, id: string): Promise<DepositSlipDetail> {
  const row = await slipRows(db.selectFrom('deposit_slips'))
    .where('deposit_slips.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('deposit_slips.not_found'));
  const drafts = await draftRows(db.selectFrom('demand_drafts'))
    .where('demand_drafts.deposit_slip_id', '=', id)
    .orderBy(byName('demand_drafts.bank'))
    .orderBy(byName('demand_drafts.branch'))
    .orderBy('demand_drafts.number')
    .execute();
  return { ...toSlip(row), drafts: drafts.map(toDraft) };
}

function slipRows(slips: QueryOf<'deposit_slips'>) {
  return withTally(slips)
    .innerJoin('staff as preparer', 'preparer.id', 'deposit_slips.prepared_by')
    .leftJoin('staff as depositor', 'depositor.id', 'deposit_slips.deposited_by')
    .leftJoin('staff as canceller', 'canceller.id', 'deposit_slips.cancelled_by')
    .leftJoin('colleges', 'colleges.id', 'deposit_slips.college_id')
    .selectAll('deposit_slips')
    .select([
      'preparer.name as preparer_name',
      'depositor.name as depositor_name',
      'canceller.name as canceller_name',
      'colleges.code as college_code',
      'tally.draft_count',
      'tally.total',
    ]);
}

function withTally(slips: QueryOf<'deposit_slips'>) {
  return slips.innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('demand_drafts')
        .whereRef('demand_drafts.deposit_slip_id', '=', 'deposit_slips.id')
        .select((of) => [
          of.fn.countAll<number>().as('draft_count'),
          sql<number>`coalesce(sum(amount), 0)::bigint`.as('total'),
        ])
        .as('tally'),
    (join) => join.onTrue(),
  );
}

/** Matches the slip's own text, that of a draft on it, or a number of what a draft pays. */
async function termOf(db: Db, search: string): Promise<Term<'deposit_slips'>> {
  const term = await searchForm(db, search);
  const { drafts } = await findNumbered(db, search);
  const amongIds =
    (has: typeof contains): Matches<'deposit_slips'> =>
    (eb) => {
      const named = db
        .selectFrom('deposit_slips as named')
        .where(has('named.search_text', term))
        .select('named.id');
      const carrying = db
        .selectFrom('demand_drafts')
        .where((of) => of.or([has('demand_drafts.search_text', term), isAmong('demand_drafts.id', drafts)]))
        .where('demand_drafts.deposit_slip_id', 'is not', null)
        .select((of) => of.ref('demand_drafts.deposit_slip_id').$notNull().as('id'));
      return eb('deposit_slips.id', 'in', named.union(carrying));
    };
  return {
    term,
    matches: (eb) => {
      // `offset` makes PostgreSQL evaluate it per scanned row, instead of once for the whole other table.
      const carried = db
        .selectFrom('demand_drafts')
        .where(sql<boolean>`demand_drafts.deposit_slip_id = deposit_slips.id`)
        .where((of) =>
          of.or([contains('demand_drafts.search_text', term), isAmong('demand_drafts.id', drafts)]),
        )
        .select(sql`1`.as('one'))
        .offset(0);
      return eb.or([contains('deposit_slips.search_text', term), eb.exists(carried)]);
    },
    matchesInAll: amongIds(contains),
    matchesByIndex: amongIds(containsByIndex),
    // Each row also reads all its drafts: scan fewer.
    scanLength: 500,
  };
}

function toSlip(row: RowOf<typeof slipRows>): DepositSlip {
  return fromRow(DepositSlip, row, {
    slipNumber: formatSlipNumber(row.slip_number),
    preparedBy: row.preparer_name,
    depositedBy: row.depositor_name,
    cancelledBy: row.canceller_name,
  });
}
