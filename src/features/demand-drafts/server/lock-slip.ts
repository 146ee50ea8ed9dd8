import { assertVersion, type CommandTransaction, commandOf } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { type depositSlipCan, formatSlipNumber, type SlipFacts } from '../rules.ts';
import type { DepositSlipState, depositSlipsContract } from '../slip-contract.ts';

export const slipCommand = commandOf<typeof depositSlipsContract>();

/**
 * Locks a slip and then its drafts, in the order of their ids, until the transaction ends; checks the rule and the
 * slip's version. Whoever may see a slip may see all its drafts.
 */
export async function lockSlip(
  { db }: CommandTransaction,
  { id, version }: { id: string; version: number },
  rule: (slip: SlipFacts) => ReturnType<(typeof depositSlipCan)[keyof typeof depositSlipCan]>,
) {
  const slip = await db
    .selectFrom('deposit_slips')
    .selectAll('deposit_slips')
    .where('deposit_slips.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('deposit_slips.not_found'));
  const drafts = await db
    .selectFrom('demand_drafts')
    .selectAll('demand_drafts')
    .where('demand_drafts.deposit_slip_id', '=', id)
    .orderBy('demand_drafts.id')
    .forUpdate()
    .execute();
  assertAllowed(rule({ state: slip.state as DepositSlipState, draftCount: drafts.length }));
  await assertVersion(db, { type: 'deposit_slip', row: slip }, version);
  return { slip, drafts };
}

export type LockedSlip = Awaited<ReturnType<typeof lockSlip>>['slip'];

/** How every audit event names a slip. */
export function slipRecordOf(row: Pick<LockedSlip, 'id' | 'slip_number' | 'college_id'>) {
  return {
    record: { type: 'deposit_slip' as const, id: row.id, label: formatSlipNumber(row.slip_number) },
    collegeId: row.college_id,
  };
}
