import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { draftCan } from '../rules.ts';
import { factsOf, type LockedDraft, recordOf } from './lock-drafts.ts';

/** The bank's credit for a locked draft; `realisedOn` is the value date. */
export type Credit = { draft: LockedDraft; realisedOn: string };

/** Records credits, hundreds of drafts in two statements; used by every command that learns of one. */
export async function recordCredits(
  transaction: CommandTransaction,
  credits: readonly Credit[],
): Promise<void> {
  const { db, actor, now, audit } = transaction;
  if (credits.length === 0) return;
  for (const { draft } of credits) {
    assertAllowed(draftCan.realise(factsOf(draft)), {
      'demand_drafts.not_deposited': { number: draft.number },
    });
  }
  await assertDays(transaction, credits);

  const ids = credits.map(({ draft }) => draft.id);
  const days = credits.map(({ realisedOn }) => realisedOn);
  await sql`
    update demand_drafts
       set state = 'realised', realised_on = credit.day, realised_by = ${actor.id}, realised_at = ${now}, version = version + 1
      from unnest(${ids}::uuid[], ${days}::date[]) as credit (id, day)
     where demand_drafts.id = credit.id`.execute(db);

  for (const { draft, realisedOn } of credits) {
    audit({
      event: 'demand_drafts.realised',
      ...recordOf(draft),
      before: { state: draft.state },
      after: { state: 'realised', realisedOn },
    });
  }
}

async function assertDays({ db, now }: CommandTransaction, credits: readonly Credit[]): Promise<void> {
  const slips = await db
    .selectFrom('demand_drafts')
    .innerJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.id', 'in', idsOf(credits.map(({ draft }) => draft)))
    .select(['demand_drafts.id', 'deposit_slips.deposited_on'])
    .execute();
  const depositedOn = new Map(slips.map((slip) => [slip.id, slip.deposited_on!]));
  const today = dayInIndia(now);
  for (const { draft, realisedOn } of credits) {
    const day = depositedOn.get(draft.id)!;
    if (realisedOn < day) {
      throw invalidInput([
        fieldError('realisedOn', 'demand_drafts.realised_too_early', {
          number: draft.number,
          depositedOn: day,
        }),
      ]);
    }
    if (realisedOn > today) {
      throw invalidInput([fieldError('realisedOn', 'demand_drafts.realised_later')]);
    }
  }
}
