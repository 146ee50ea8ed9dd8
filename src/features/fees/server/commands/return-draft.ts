import { draftCan } from '#features/demand-drafts/rules.ts';
import { factsOf } from '#features/demand-drafts/server/lock-drafts.ts';
import { assertVersion, command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { ReturnDraftInput } from '../../contract.ts';
import { lockDraftWithApplications } from '../paid-applications.ts';
import { recordReturn } from '../record-return.ts';

/** Records by hand that the bank returned a draft. */
export const returnDraft = command('returnDraft', async (transaction, input: ReturnDraftInput) => {
  const { db } = transaction;
  const locked = await lockDraftWithApplications(transaction, input.id);
  const { draft } = locked;
  assertAllowed(draftCan.return(factsOf(draft)), { 'demand_drafts.on_slip': { number: draft.number } });
  await assertVersion(db, { type: 'demand_draft', row: draft }, input.version);

  return recordReturn(locked, input);
});
