import { z } from 'zod';
import { Id, Moment, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** What can be wrong with an application besides a short fee. */
export const returnReasonLabels = {
  photo: t`Photo cannot be used`,
  receipt: t`Bank receipt cannot be read`,
  name: t`Name differs from the marks card`,
  course: t`Course is wrong`,
  registration: t`Registration or roll number is wrong`,
  college: t`College is wrong`,
  other: t`Something else (see the remark)`,
};

/** Why the fee counts as short. */
export const rejectionReasonLabels = {
  short_fee: t`The drafts do not cover the fee`,
  no_draft: t`No demand draft covers this application`,
  draft_returned: t`The bank returned the draft`,
  wrong_payee: t`The draft is drawn to a wrong payee`,
  stale_draft: t`The draft is older than three months`,
  other: t`Something else (see the remark)`,
};

/** Why an application is right although it differs from the student master. */
export const differenceReasonLabels = {
  marks_card: t`The marks card agrees with the application`,
  spelling: t`Another spelling of the same name`,
  name_changed: t`The name was changed (affidavit or gazette)`,
  old_entry: t`The student master is out of date`,
};

/** Why a verified application is reopened; each is also a return reason of the same name. */
export const reopeningReasonLabels = {
  name: t`Wrong name`,
  photo: t`Wrong photo`,
  course: t`Wrong course`,
  registration: t`Wrong registration or roll number`,
  college: t`Wrong college`,
  other: t`Something else (see the remark)`,
} as const satisfies Partial<Record<keyof typeof returnReasonLabels, string>>;

/** A chosen value: a key of the tables above, or the wording of the university's own choice. */
export const ChoiceValue = typedText().trim().min(1).max(80);

const ReopeningReason = ChoiceValue.min(1, t`Choose why it is reopened.`);

/** A reopening of a verified application. */
export const Reopening = z.object({
  reason: ReopeningReason,
  remark: z.string().nullable(),
  reopenedBy: z.string(),
  reopenedAt: Moment,
  /** Who had verified it; null if a returned draft had already undone the verification. */
  verifiedBy: z.string().nullable(),
  /** Null until it is verified again. */
  verifiedAgainAt: Moment.nullable(),
});
export type Reopening = z.infer<typeof Reopening>;

const DifferenceReason = z.enum(namesOf(differenceReasonLabels));
export type DifferenceReason = z.infer<typeof DifferenceReason>;

const remarkWanted = { path: ['remark'], message: t`Describe it in the remark.` };

export const RejectApplicationInput = z
  .object({
    id: Id,
    version: Version,
    reason: ChoiceValue.default('short_fee'),
    remark: typedText().trim().max(500).default(''),
  })
  .refine(({ reason, remark }) => reason !== 'other' || remark !== '', remarkWanted);

export const ReturnApplicationInput = z
  .object({
    id: Id,
    version: Version,
    reasons: z.array(ChoiceValue).min(1, t`Choose at least one reason.`).max(50),
    remark: typedText().trim().max(500).default(''),
  })
  .refine(({ reasons, remark }) => !reasons.includes('other') || remark !== '', remarkWanted);

export const ReopenApplicationInput = z
  .object({
    id: Id,
    version: Version,
    reason: ReopeningReason,
    remark: typedText().trim().max(500).default(''),
  })
  .refine(({ reason, remark }) => reason !== 'other' || remark !== '', remarkWanted);

export const VerifyApplicationInput = z.object({
  id: Id,
  version: Version,
  /** The fields that the decider saw to differ from the student master, and one reason for all of them. */
  differences: z
    .object({ fields: z.array(typedText().max(50)).max(50), reason: DifferenceReason })
    .optional(),
});
export type VerifyApplicationInput = z.infer<typeof VerifyApplicationInput>;
