import type { Scope } from '#platform/server/actor.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatSlipNumber } from '../rules.ts';

/** The slip's own row, locked until the transaction ends. Lock it before its drafts. */
export async function lockSlip(db: Db, scope: Scope, id: string) {
  const row = await inScope(db, scope, 'deposit_slips')
    .selectAll('deposit_slips')
    .where('deposit_slips.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('deposit_slips.not_found');
  return row;
}

export type LockedSlip = Awaited<ReturnType<typeof lockSlip>>;

/** The drafts on a slip, locked in the order of their ids; whoever sees the slip sees all of them. */
export async function lockDraftsOfSlip(db: Db, scope: Scope, slipId: string) {
  return inScope(db, scope, 'demand_drafts')
    .selectAll('demand_drafts')
    .where('demand_drafts.deposit_slip_id', '=', slipId)
    .orderBy('demand_drafts.id')
    .forUpdate()
    .execute();
}

/** What every audit event of a slip says of it. */
export function slipRecordOf(row: Pick<LockedSlip, 'id' | 'slip_number' | 'college_id'>) {
  return {
    record: { type: 'deposit_slip' as const, id: row.id, label: formatSlipNumber(row.slip_number) },
    collegeId: row.college_id,
  };
}
