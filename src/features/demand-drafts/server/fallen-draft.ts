import { type RawBuilder, sql } from 'kysely';
import type { FallenDraft } from '../contract.ts';

/** The draft whose return or replacement caused an application's rejection at that moment: one transaction did both. */
export function fallenDraftOf(applicationId: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  return sql<FallenDraft | null>`(
    select json_build_object(
             'number', draft.number, 'bank', draft.bank, 'branch', draft.branch,
             'returnReason', case when draft.returned_at = ${at} then draft.return_reason end,
             'returnRemark', case when draft.returned_at = ${at} then draft.return_remark end,
             'replacedBy', case when draft.replaced_at = ${at} then replacement.number end)
      from demand_drafts draft
      left join demand_drafts replacement on replacement.id = draft.replaced_by
     where draft.id in (select demand_draft_id from allocations where application_id = ${applicationId})
       and ${at} in (draft.returned_at, draft.replaced_at)
     limit 1)`;
}
