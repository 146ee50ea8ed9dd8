import { commandOf } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { DraftState, demandDraftsContract } from '../contract.ts';
import type { DraftFacts } from '../rules.ts';

export const draftCommand = commandOf<typeof demandDraftsContract>();

/** Locks drafts until the transaction ends, always in the order of their ids to avoid deadlocks. */
export async function lockDrafts(db: Db, ids: string[]) {
  const wanted = [...new Set(ids)];
  const rows = await db
    .selectFrom('demand_drafts')
    .selectAll('demand_drafts')
    .where('demand_drafts.id', 'in', wanted)
    .orderBy('demand_drafts.id')
    .forUpdate()
    .execute();
  if (rows.length !== wanted.length) throw domainError('demand_drafts.not_found');
  return rows;
}

export async function lockDraft(db: Db, id: string): Promise<LockedDraft> {
  const [row] = await lockDrafts(db, [id]);
  return row!;
}

export type LockedDraft = Awaited<ReturnType<typeof lockDrafts>>[number];

/** What a draft has left, as the triggers keep it. */
export async function balanceOf(db: Db, id: string): Promise<number> {
  const found = db.selectFrom('demand_drafts').select('balance').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).balance;
}

/** The facts of a locked row that the rules read. */
export function factsOf(row: LockedDraft): DraftFacts {
  return {
    state: row.state as DraftState,
    validUntil: row.valid_until,
    depositSlipId: row.deposit_slip_id,
    replacedById: row.replaced_by,
    balance: row.balance,
  };
}

/** How every audit event names a draft. */
export function recordOf(row: Pick<LockedDraft, 'id' | 'number' | 'college_id'>) {
  return {
    record: { type: 'demand_draft' as const, id: row.id, label: row.number },
    collegeId: row.college_id,
  };
}
