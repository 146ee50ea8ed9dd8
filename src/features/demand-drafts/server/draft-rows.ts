import { fromRow, type QueryOf } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import { DemandDraft } from '../contract.ts';
import { formatSlipNumber } from '../rules.ts';

/** Drafts joined to everything shown in a row of the register. */
export function draftRows(drafts: QueryOf<'demand_drafts'>) {
  return drafts
    .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
    .innerJoin('staff as receiver', 'receiver.id', 'demand_drafts.received_by')
    .leftJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .leftJoin('demand_drafts as replacement', 'replacement.id', 'demand_drafts.replaced_by')
    .selectAll('demand_drafts')
    .select([
      'colleges.code as college_code',
      'colleges.name as college_name',
      'receiver.name as receiver_name',
      'deposit_slips.slip_number',
      'deposit_slips.deposited_on',
      'replacement.number as replaced_by_number',
    ]);
}

export function toDraft(row: RowOf<typeof draftRows>): DemandDraft {
  return fromRow(DemandDraft, row, {
    receivedBy: row.receiver_name,
    replacedById: row.replaced_by,
    slipNumber: row.slip_number === null ? null : formatSlipNumber(row.slip_number),
  });
}
