import { recordOf as recordOfApplication } from '#features/applications/server/queries.ts';
import { allocate } from '#features/charges/server/allocate.ts';
import { draftCan } from '#features/demand-drafts/rules.ts';
import { balanceOf, factsOf, recordOf } from '#features/demand-drafts/server/lock-drafts.ts';
import {
  findEntryFaults,
  type RegisteredDraft,
  registerDraft,
} from '#features/demand-drafts/server/register-draft.ts';
import { repayReprints, revertUnpaidReprints } from '#features/reprints/server/unpaid-reprints.ts';
import { assertVersion, type CommandTransaction, command, updateRow } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { ReplaceDraftInput } from '../../contract.ts';
import {
  lockDraftWithApplications,
  type PaidApplication,
  pendingAmounts,
  settleVerified,
  suspendVerified,
} from '../paid-applications.ts';

/**
 * Replaces a returned or stale draft. What it paid is allocated from the new draft in the same order, as far as the
 * balance goes; the old allocations stay as history and no longer count.
 */
export const replaceDraft = command('replaceDraft', async (transaction, input: ReplaceDraftInput) => {
  const { draft, applications, whole } = await lockDraftWithApplications(transaction, input.id);
  const { db, now, audit } = whole;
  assertAllowed(draftCan.replace(factsOf(draft)));
  await assertVersion(db, { type: 'demand_draft', row: draft }, input.version);
  const faults = await findEntryFaults(db, input.draft, now);
  if (faults.length > 0)
    throw invalidInput(faults.map(({ field, code }) => fieldError(`draft.${field}`, code)));
  const replacement = await registerDraft(whole, input.draft, draft.college_id);

  const suspended = await suspendVerified(db, applications);
  const { version } = await updateRow(db, 'demand_drafts', draft, {
    replaced_by: replacement.id,
    replaced_at: now,
  });
  const ground = {
    cause: 'draft_replaced',
    demandDraft: draft.number,
    replacedBy: replacement.number,
  } as const;
  const ofApplications = await reallocate(whole, applications, replacement);
  const { rejected } = await settleVerified(whole, suspended, ground);
  const ofReprints = await repayReprints(whole, draft, replacement);
  const allocated = ofApplications + ofReprints;
  await revertUnpaidReprints(whole, draft, ground);

  audit({
    event: 'demand_drafts.replaced',
    ...recordOf(draft),
    before: { state: draft.state },
    after: { replacedBy: replacement.number, replacementId: replacement.id, allocated, rejected },
  });
  return { version, replacementId: replacement.id, allocated, balance: await balanceOf(db, replacement.id) };
});

/**
 * Returns the rupees allocated. A rejected application whose fee is now covered goes back to waiting for a decision.
 */
async function reallocate(
  transaction: CommandTransaction,
  applications: PaidApplication[],
  replacement: RegisteredDraft,
): Promise<number> {
  const pending = await pendingAmounts(transaction.db, idsOf(applications));
  let allocated = 0;
  for (const application of applications) {
    const { id, registration_number: label, college_id: collegeId, allocated_amount: atMost } = application;
    const reach = async () => Math.min(atMost, await balanceOf(transaction.db, replacement.id));
    if (application.status === 'rejected' && (await reach()) >= pending.get(id)!)
      await readmit(transaction, application);
    allocated += await allocate(transaction, { id, label, collegeId }, replacement, atMost);
  }
  return allocated;
}

async function readmit({ db, audit }: CommandTransaction, application: PaidApplication): Promise<void> {
  await updateRow(db, 'applications', application, { status: 'received' });
  audit({
    event: 'applications.readmitted',
    ...recordOfApplication(application),
    before: { status: 'rejected' },
    after: { status: 'received' },
  });
}
