import { sql } from 'kysely';
import { containing, type Db, fromRow, inScope, type Scope } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatSlipNumber } from '../rules.ts';
import { DepositSlip, type DepositSlipDetail, type SlipFilters } from '../slip-contract.ts';
import { draftRows, toDraft } from './draft-rows.ts';

export const depositSlips = listQueries({
  order: newestFirst('deposit_slips.prepared_at', 'deposit_slips.id'),
  rows: (db, scope, filters: SlipFilters) => filtered(slipRows(db, scope), filters),
  record: toSlip,
  sums: { total: 'tally.total' },
});

export async function getDepositSlip(db: Db, scope: Scope, id: string): Promise<DepositSlipDetail> {
  const row = await slipRows(db, scope)
    .where('deposit_slips.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('deposit_slips.not_found'));
  const drafts = await draftRows(inScope(db, scope, 'demand_drafts'))
    .where('demand_drafts.deposit_slip_id', '=', id)
    .orderBy('demand_drafts.bank')
    .orderBy('demand_drafts.branch')
    .orderBy('demand_drafts.number')
    .execute();
  return { ...toSlip(row), drafts: drafts.map(toDraft) };
}

function slipRows(db: Db, scope: Scope) {
  return inScope(db, scope, 'deposit_slips')
    .innerJoin('staff as preparer', 'preparer.id', 'deposit_slips.prepared_by')
    .leftJoin('staff as depositor', 'depositor.id', 'deposit_slips.deposited_by')
    .leftJoin('staff as canceller', 'canceller.id', 'deposit_slips.cancelled_by')
    .leftJoin('colleges', 'colleges.id', 'deposit_slips.college_id')
    .innerJoinLateral(
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
    )
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

function filtered(query: ReturnType<typeof slipRows>, filters: SlipFilters) {
  let result = query;
  if (filters.state !== 'all') result = result.where('deposit_slips.state', '=', filters.state);
  if (filters.search) {
    const pattern = containing(filters.search);
    result = result.where((eb) =>
      eb.or([
        eb(sql`lower('ds-' || lpad(deposit_slips.slip_number::text, 6, '0'))`, 'like', pattern),
        eb(eb.fn('lower', ['deposit_slips.account']), 'like', pattern),
        eb(eb.fn('lower', ['deposit_slips.bank_branch']), 'like', pattern),
        eb(
          'deposit_slips.id',
          'in',
          eb
            .selectFrom('demand_drafts as carried')
            .where('carried.search_text', 'like', pattern)
            .where('carried.deposit_slip_id', 'is not', null)
            .select('carried.deposit_slip_id'),
        ),
      ]),
    );
  }
  return result;
}

function toSlip(row: RowOf<typeof slipRows>): DepositSlip {
  return fromRow(DepositSlip, row, {
    slipNumber: formatSlipNumber(row.slip_number),
    preparedBy: row.preparer_name,
    depositedBy: row.depositor_name,
    cancelledBy: row.canceller_name,
  });
}
