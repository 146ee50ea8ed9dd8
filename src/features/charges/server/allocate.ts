import type { RegisteredDraft } from '#features/demand-drafts/server/register-draft.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { inPaymentOrder } from './charges-of.ts';

/** A registered draft and the rupees of it that go to an application. */
export type PlannedAllocation = RegisteredDraft & { amount: number };

/** Allocates drafts to an application's charges: the application charge first, then the late charge. */
export async function allocate(
  transaction: CommandTransaction,
  application: { id: string; label: string; collegeId: string },
  planned: readonly PlannedAllocation[],
): Promise<void> {
  if (planned.length === 0) return;
  const charges = await transaction.db
    .selectFrom('charges')
    .where('application_id', '=', application.id)
    .where('kind', '<>', 'reprint')
    .orderBy(inPaymentOrder)
    .select(['id', 'kind', 'pending_amount'])
    .execute();
  for (const { id, number, amount } of planned) {
    let rest = amount;
    const parts: Record<string, number> = {};
    for (const charge of charges) {
      const part = Math.min(rest, charge.pending_amount);
      if (part === 0) continue;
      await allocateTo(transaction, { chargeId: charge.id, draftId: id, amount: part });
      charge.pending_amount -= part;
      rest -= part;
      parts[charge.kind] = part;
    }
    transaction.audit({
      event: 'demand_drafts.allocated',
      record: { type: 'demand_draft', id, label: number },
      collegeId: application.collegeId,
      after: { applicationId: application.id, application: application.label, amount, charges: parts },
    });
  }
}

/** Adds to what a draft already pays of a charge. A deferred constraint prevents paying anything twice. */
export async function allocateTo(
  { db, actor, now }: CommandTransaction,
  { chargeId, draftId, amount }: { chargeId: string; draftId: string; amount: number },
): Promise<void> {
  await db
    .insertInto('allocations')
    .values({
      demand_draft_id: draftId,
      charge_id: chargeId,
      amount,
      allocated_by: actor.id,
      allocated_at: now,
    })
    .onConflict((conflict) =>
      conflict.constraint('allocations__once').doUpdateSet((set) => ({
        amount: set('allocations.amount', '+', amount),
        allocated_by: actor.id,
      })),
    )
    .execute();
}
