import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { DB } from '#platform/server/db/tables.ts';
import type { FallenDraft } from '../contract.ts';

/** The draft whose return or replacement caused an application's rejection at that moment: one transaction did both. */
export function fallenDraftOf(applicationId: Expression<string>, at: RawBuilder<unknown>) {
  return expressionBuilder<DB>()
    .selectFrom('allocations')
    .innerJoin('demand_drafts as draft', 'draft.id', 'allocations.demand_draft_id')
    .leftJoin('demand_drafts as replacement', 'replacement.id', 'draft.replaced_by')
    .where('allocations.application_id', '=', applicationId)
    .where(sql<boolean>`${at} in (draft.returned_at, draft.replaced_at)`)
    .select(
      sql<FallenDraft>`json_build_object(
        'number', draft.number, 'bank', draft.bank, 'branch', draft.branch,
        'returnReason', case when draft.returned_at = ${at} then draft.return_reason end,
        'returnRemark', case when draft.returned_at = ${at} then draft.return_remark end,
        'replacedBy', case when draft.replaced_at = ${at} then replacement.number end)`.as('fallen_draft'),
    )
    .limit(1)
    .$asScalar();
}
