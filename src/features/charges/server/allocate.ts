import { type RawBuilder, sql } from 'kysely';
import type { RegisteredDraft } from '#features/demand-drafts/server/register-draft.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { inPaymentOrder } from './charges-of.ts';

type Charged = { id: string; label: string; collegeId: string };

/** Pays an application: first its application charge, then its late charge. */
export async function allocate(
  transaction: CommandTransaction,
  { id, label, collegeId }: Charged,
  draft: RegisteredDraft,
  atMost?: number,
): Promise<number> {
  const owed = sql<boolean>`application_id = ${id} and kind <> 'reprint'`;
  const { amount, parts } = await pay(transaction, draft, owed, atMost);
  const after = { applicationId: id, application: label, amount, charges: parts };
  return auditAllocated(transaction, draft, collegeId, after);
}

export async function allocateToReprint(
  transaction: CommandTransaction,
  { id, label, collegeId }: Charged,
  draft: RegisteredDraft,
  atMost?: number,
): Promise<number> {
  const owed = sql<boolean>`reprint_request_id = ${id}`;
  const { amount } = await pay(transaction, draft, owed, atMost);
  return auditAllocated(transaction, draft, collegeId, { reprintRequestId: id, reprintOf: label, amount });
}

/**
 * Allocates what the draft has left, and at most `atMost`, to charges in payment order. Draft and application are
 * locked, and triggers keep all sums. A deferred constraint prevents paying anything twice.
 */
async function pay(
  { db, actor, now }: CommandTransaction,
  draft: RegisteredDraft,
  owed: RawBuilder<boolean>,
  atMost: number | null = null,
): Promise<{ amount: number; parts: Record<string, number> }> {
  return db
    .with('due', (part) =>
      part
        .selectFrom('charges')
        .where(owed)
        .select(['id', 'kind', 'pending_amount'])
        .select(
          sql<number>`sum(pending_amount) over (order by ${inPaymentOrder}) - pending_amount`.as('before'),
        ),
    )
    .with('part', (part) =>
      part
        .selectFrom('due')
        .innerJoin('demand_drafts', (join) => join.on('demand_drafts.id', '=', draft.id))
        .where('pending_amount', '>', 0)
        .where(sql<boolean>`before < least(balance, ${atMost})`)
        .select(['due.id', 'kind'])
        .select(sql<number>`least(pending_amount, least(balance, ${atMost}) - before)::integer`.as('amount')),
    )
    .with('allocated', (part) =>
      part
        .insertInto('allocations')
        .columns(['demand_draft_id', 'charge_id', 'amount', 'allocated_by', 'allocated_at'])
        .expression(
          part
            .selectFrom('part')
            .select(({ val }) => [
              val(draft.id).as('demand_draft_id'),
              'part.id as charge_id',
              'part.amount',
              val(actor.id).as('allocated_by'),
              val(now).as('allocated_at'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.constraint('allocations__once').doUpdateSet((set) => ({
            amount: set('allocations.amount', '+', set.ref('excluded.amount')),
            allocated_by: set.ref('excluded.allocated_by'),
          })),
        ),
    )
    .selectFrom('part')
    .select([
      sql<number>`coalesce(sum(amount), 0)`.as('amount'),
      sql<Record<string, number>>`json_object_agg(kind, amount)`.as('parts'),
    ])
    .executeTakeFirstOrThrow();
}

function auditAllocated(
  { audit }: CommandTransaction,
  { id, number }: RegisteredDraft,
  collegeId: string,
  after: { amount: number } & Record<string, unknown>,
): number {
  const record = { type: 'demand_draft', id, label: number } as const;
  if (after.amount > 0) audit({ event: 'demand_drafts.allocated', record, collegeId, after });
  return after.amount;
}
