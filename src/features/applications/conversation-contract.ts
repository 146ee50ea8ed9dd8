import { z } from 'zod';
import { FallenDraft } from '#features/demand-drafts/contract.ts';
import { Id, Moment, typedText } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { ChoiceValue } from './decision-contract.ts';

/** How the counter answers one reason of a return: its field was changed, or stays for the reason in the remark. */
export const ReasonAnswer = z
  .object({
    reason: ChoiceValue,
    answer: z.enum(['corrected', 'left']),
    remark: typedText().trim().max(500).default(''),
  })
  .refine(({ answer, remark }) => answer === 'corrected' || remark !== '', {
    path: ['remark'],
    message: t`Enter why it stays as it is.`,
  });
export type ReasonAnswer = z.infer<typeof ReasonAnswer>;

/** A field as it read before and after a correction; photo, receipts and contact details are named without values. */
const ChangedField = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.infer<typeof ChangedField>;

/** One turn in the conversation of a case. */
export const ConversationEntry = z.object({
  act: z.enum(['returned', 'corrected', 'rejected', 'verified', 'reopened']),
  at: Moment,
  by: z.string(),
  /** Null when the portal found that the certificate cannot be drawn. */
  byId: Id.nullable(),
  reasons: z.array(z.string()),
  remark: z.string().nullable(),
  answers: z.array(ReasonAnswer),
  changes: z.array(ChangedField),
  /** Set for a rejection because of a draft; shown in place of the remark. */
  fallenDraft: FallenDraft.nullable(),
  takenBackBy: z.string().nullable(),
  takenBackAt: Moment.nullable(),
});
export type ConversationEntry = z.infer<typeof ConversationEntry>;
