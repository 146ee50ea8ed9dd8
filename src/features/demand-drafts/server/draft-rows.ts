import type { SelectQueryBuilder } from 'kysely';
import type { DB } from '#platform/server/db/tables.ts';
import type { BankReturnReason, DemandDraft, DraftState } from '../contract.ts';
import { formatSlipNumber } from '../rules.ts';

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
export type Drafts = SelectQueryBuilder<DB, 'demand_drafts', {}>;

/** Drafts joined to everything that a row of the register shows. */
export function draftRows(drafts: Drafts) {
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
      'replacement.number as replacement_number',
    ]);
}

type DraftRow = Awaited<ReturnType<ReturnType<typeof draftRows>['executeTakeFirstOrThrow']>>;

export function toDraft(row: DraftRow): DemandDraft {
  return {
    id: row.id,
    number: row.number,
    drawnOn: row.drawn_on,
    bank: row.bank,
    branch: row.branch,
    amount: row.amount,
    state: row.state as DraftState,
    collegeCode: row.college_code,
    collegeName: row.college_name,
    validUntil: row.valid_until,
    allocatedAmount: row.allocated_amount,
    refundedAmount: row.refunded_amount,
    balance: row.balance,
    receivedBy: row.receiver_name,
    receivedAt: row.received_at.toISOString(),
    depositSlipId: row.deposit_slip_id,
    slipNumber: row.slip_number === null ? null : formatSlipNumber(row.slip_number),
    depositedOn: row.deposited_on,
    realisedOn: row.realised_on,
    returnReason: row.return_reason as BankReturnReason | null,
    returnRemark: row.return_remark,
    returnedAt: row.returned_at?.toISOString() ?? null,
    replacedById: row.replaced_by,
    replacedByNumber: row.replacement_number,
    version: row.version,
  };
}
