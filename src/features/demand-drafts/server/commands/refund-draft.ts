import { v7 as uuid } from 'uuid';
import { assertVersion, updateRow } from '#platform/server/command.ts';
import { toRow } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { draftCan } from '../../rules.ts';
import { balanceOf, draftCommand, factsOf, lockDraft, recordOf } from '../lock-drafts.ts';

/** Records the refund of unallocated money of a realised draft to its payer. */
export const refundDraft = draftCommand('refundDraft', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const draft = await lockDraft(db, input.id);
  assertAllowed(draftCan.refund(factsOf(draft)));
  await assertVersion(db, { type: 'demand_draft', row: draft }, input.version);
  if (input.amount > draft.balance) {
    throw domainError('demand_drafts.refund_too_large', { balance: draft.balance });
  }

  const { amount, paidTo, reference } = input;
  const refund = { amount, paidTo, reference, refundedBy: actor.id, refundedAt: now };
  await db
    .insertInto('refunds')
    .values(toRow({ id: uuid(), demandDraftId: draft.id, ...refund }))
    .execute();
  const { version } = await updateRow(db, 'demand_drafts', draft);

  audit({
    event: 'demand_drafts.refunded',
    ...recordOf(draft),
    before: { balance: draft.balance },
    after: { balance: await balanceOf(db, draft.id), amount, paidTo, reference },
  });
  return { version };
});
