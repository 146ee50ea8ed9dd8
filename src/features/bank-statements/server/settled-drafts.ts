import type { LockedDraft } from '#features/demand-drafts/server/lock-drafts.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { idsOf } from '#shared/ids-of.ts';

/** A draft is realised by one line at most, and returned by one. */
export async function refuseSettled(
  db: Db,
  drafts: readonly LockedDraft[],
  outcome: 'realised' | 'returned',
): Promise<void> {
  const settled = await db
    .selectFrom('bank_statement_settlements')
    .where('demand_draft_id', 'in', idsOf(drafts))
    .where('outcome', '=', outcome)
    .select('demand_draft_id')
    .executeTakeFirst();
  if (settled) throw domainError('bank_statements.draft_has_line');
}
