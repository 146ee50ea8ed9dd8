import type { BankReturnReason } from '#features/demand-drafts/contract.ts';
import { recordOf } from '#features/demand-drafts/server/lock-drafts.ts';
import { revertUnpaidReprints } from '#features/reprints/server/unpaid-reprints.ts';
import { updateRow } from '#platform/server/command.ts';
import { type lockDraftWithApplications, settleVerified, suspendVerified } from './paid-applications.ts';

type Locked = Awaited<ReturnType<typeof lockDraftWithApplications>>;
type Return = { reason: BankReturnReason; remark: string };

/**
 * Records that the bank returned a locked draft; used by every command that learns of one. It no longer pays: the
 * amounts are pending again, verified applications fall back to rejected, and their certificates are withheld.
 */
export async function recordReturn(
  { draft, applications, whole }: Locked,
  input: Return,
): Promise<{ version: number; rejected: number }> {
  const { db, actor, now, audit } = whole;
  const { reason, remark } = input;

  const suspended = await suspendVerified(db, applications);
  const { version } = await updateRow(db, 'demand_drafts', draft, {
    state: 'returned_by_bank',
    return_reason: reason,
    return_remark: remark || null,
    returned_by: actor.id,
    returned_at: now,
  });
  const ground = { cause: 'draft_returned', demandDraft: draft.number, reason, remark } as const;
  const { rejected } = await settleVerified(whole, suspended, ground);
  await revertUnpaidReprints(whole, draft, ground);

  audit({
    event: 'demand_drafts.returned_by_bank',
    ...recordOf(draft),
    before: { state: draft.state },
    after: {
      state: 'returned_by_bank',
      reason,
      remark,
      applications: applications.length,
      rejected,
    },
  });
  return { version, rejected };
}
