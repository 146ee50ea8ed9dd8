import { bankReturnReasonLabels } from '#features/demand-drafts/contract.ts';
import { draftCan } from '#features/demand-drafts/rules.ts';
import { factsOf, type LockedDraft, recordOf } from '#features/demand-drafts/server/lock-drafts.ts';
import { command } from '#server/command.ts';
import { refuseUnless } from '#server/refusal.ts';
import { refuseStale } from '#server/refuse-stale.ts';
import type { ReturnDraftInput } from '../../contract.ts';
import { lockDraftWithApplications, settleVerified, suspendVerified } from '../paid-applications.ts';

/**
 * Records that the bank returned a draft. It pays nothing any more: what it paid is pending again, verified applications
 * fall back to rejected, and their certificates are withheld.
 */
export const returnDraft = command('returnDraft', async (transaction, input: ReturnDraftInput) => {
  const { db, actor, now, audit } = transaction;
  const { draft, applications } = await lockDraftWithApplications(db, actor.scope, input.id);
  refuseUnless(draftCan.return(factsOf(draft)), { 'demand_drafts.on_slip': { number: draft.number } });
  await refuseStale(db, { type: 'demand_draft', row: draft }, input.version);

  const version = draft.version + 1;
  const suspended = await suspendVerified(db, applications);
  await db
    .updateTable('demand_drafts')
    .set({
      state: 'returned_by_bank',
      return_reason: input.reason,
      return_remark: input.remark || null,
      returned_by: actor.id,
      returned_at: now,
      version,
    })
    .where('id', '=', draft.id)
    .execute();
  const { rejected } = await settleVerified(transaction, suspended, {
    cause: 'draft_returned',
    remark: remarkOf(draft, input),
  });

  audit({
    event: 'demand_drafts.returned_by_bank',
    ...recordOf(draft),
    before: { state: draft.state },
    after: {
      state: 'returned_by_bank',
      reason: input.reason,
      remark: input.remark,
      applications: applications.length,
      rejected,
    },
  });
  return { version, rejected };
});

function remarkOf(draft: LockedDraft, { reason, remark }: ReturnDraftInput): string {
  const said = `Draft ${draft.number} of ${draft.bank}, ${draft.branch} was returned by the bank: ${bankReturnReasonLabels[reason]}.`;
  return remark ? `${said} ${remark}` : said;
}
