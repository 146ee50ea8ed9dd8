import { z } from 'zod';
import { bankReturnReasons, DraftEntry } from '#features/demand-drafts/contract.ts';
import { Id, Version } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';

export const ReturnDraftInput = z.object({
  id: Id,
  version: Version,
  reason: z.enum(bankReturnReasons),
  remark: z.string().trim().max(300).default(''),
});
export type ReturnDraftInput = z.infer<typeof ReturnDraftInput>;

export const ReplaceDraftInput = z.object({ id: Id, version: Version, draft: DraftEntry });
export type ReplaceDraftInput = z.infer<typeof ReplaceDraftInput>;

export const feesContract = {
  returnDraft: operation({
    method: 'POST',
    path: '/demand-drafts/{id}/return',
    summary:
      'Records that the bank returned a draft: what it paid is pending again, and verified applications are rejected.',
    access: 'demand_drafts:settle',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.already_returned',
      'demand_drafts.replaced',
      'demand_drafts.on_slip',
      'records.stale',
    ],
  })
    .input(ReturnDraftInput)
    .output(z.object({ version: Version, rejected: z.number().int() })),
  replaceDraft: operation({
    method: 'POST',
    path: '/demand-drafts/{id}/replace',
    summary:
      'Puts another draft in the place of a returned or stale one: it pays for the same applications as far as it goes.',
    access: 'demand_drafts:settle',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.not_replaceable',
      'demand_drafts.replaced',
      'demand_drafts.differs',
      'demand_drafts.other_college',
      'demand_drafts.exhausted',
      'demand_drafts.not_usable',
      'records.stale',
    ],
  })
    .input(ReplaceDraftInput)
    .output(
      z.object({
        version: Version,
        replacementId: Id,
        allocated: z.number().int(),
        balance: z.number().int(),
      }),
    ),
};
