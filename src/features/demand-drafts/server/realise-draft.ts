import type { CommandTransaction } from '#server/command.ts';
import { inScope } from '#server/db/database.ts';
import { invalidInput, refuseUnless } from '#server/refusal.ts';
import { dayInIndia, formatDay } from '#shared/dates.ts';
import { draftCan } from '../rules.ts';
import { factsOf, type LockedDraft, recordOf } from './lock-drafts.ts';

/** Notes the bank's credit of a locked draft; for every command that learns of one. `realisedOn` is the value date. */
export async function realiseDraft(
  { db, actor, now, audit }: CommandTransaction,
  draft: LockedDraft,
  realisedOn: string,
): Promise<void> {
  refuseUnless(draftCan.realise(factsOf(draft)), {
    'demand_drafts.not_deposited': { number: draft.number },
  });
  const { deposited_on: depositedOn } = await inScope(db, actor.scope, 'demand_drafts')
    .innerJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.id', '=', draft.id)
    .select('deposit_slips.deposited_on')
    .executeTakeFirstOrThrow();
  if (realisedOn < depositedOn!) {
    const message = `Draft ${draft.number} was deposited on ${formatDay(depositedOn!)}, so it cannot be realised before.`;
    throw invalidInput([{ path: 'realisedOn', message }]);
  }
  if (realisedOn > dayInIndia(now)) {
    throw invalidInput([{ path: 'realisedOn', message: 'The value date cannot be in the future.' }]);
  }

  await db
    .updateTable('demand_drafts')
    .set({
      state: 'realised',
      realised_on: realisedOn,
      realised_by: actor.id,
      realised_at: now,
      version: draft.version + 1,
    })
    .where('id', '=', draft.id)
    .execute();

  audit({
    event: 'demand_drafts.realised',
    ...recordOf(draft),
    before: { state: draft.state },
    after: { state: 'realised', realisedOn },
  });
}
