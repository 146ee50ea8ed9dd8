import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { draftCan } from '../../rules.ts';
import { draftCommand, factsOf, lockDraft, recordOf } from '../lock-drafts.ts';

/** Records the new validity that the bank gave a stale draft; it can be deposited again. */
export const revalidateDraft = draftCommand('revalidateDraft', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const draft = await lockDraft(db, input.id);
  assertAllowed(draftCan.revalidate(factsOf(draft)));
  await assertVersion(db, { type: 'demand_draft', row: draft }, input.version);
  assertDay(input.validUntil, dayInIndia(now));

  const { version } = await updateRow(db, 'demand_drafts', draft, {
    state: 'received',
    revalidated_until: input.validUntil,
    revalidated_by: actor.id,
    revalidated_at: now,
  });

  audit({
    event: 'demand_drafts.revalidated',
    ...recordOf(draft),
    before: { state: draft.state, validUntil: draft.valid_until },
    after: { state: 'received', validUntil: input.validUntil },
  });
  return { version };
});

/** A bank revalidates for at most three months, as if it issued a new draft. */
function assertDay(validUntil: string, today: string): void {
  if (validUntil < today) {
    throw invalidInput([fieldError('validUntil', 'demand_drafts.revalidated_to_past')]);
  }
  if (validUntil > addMonths(today, 3)) {
    throw invalidInput([fieldError('validUntil', 'demand_drafts.revalidated_too_long')]);
  }
}
