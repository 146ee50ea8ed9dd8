import { z } from 'zod';
import { DraftEntry } from '#features/demand-drafts/contract.ts';
import { awardRecord } from '#shared/award-record.ts';
import { contactNotices } from '#shared/contact-notice.ts';
import { partialShape } from '#shared/declared-schema.ts';
import { Id, typedText, unchangedNumber, Version } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { Concession } from './concession.ts';
import { ChoiceValue } from './decision-contract.ts';

export const AcademicYear = z
  .string()
  .regex(/^(19|20)\d{2}-\d{2}$/, t`Choose the academic year, such as 2024-25.`);

/** What is chosen so far. Left out of category and attendance: what is recorded, or what the student master has. */
export const DueChargesInput = z.object({
  /** The one that is corrected. */
  applicationId: Id.optional(),
  registrationNumber: z.string().trim().max(30).default(''),
  examRollNumber: z.string().trim().max(30).default(''),
  collegeId: Id,
  courseId: Id.optional(),
  certificateType: z.string().max(60).default(''),
  academicYear: z.string().max(7).default(''),
  category: z.string().trim().max(awardRecord.category.most).optional(),
  attendance: z.string().max(20).optional(),
  /** As in `ApplicationEntry`. */
  earlierNumber: z.string().trim().max(40).optional(),
});
export type DueChargesInput = z.infer<typeof DueChargesInput>;

/**
 * What the receiver types: everything but the drafts. Names are one field, as on the marks card. What is left out of the
 * award record is what the student master has, and at a correction what was recorded.
 */
export const ApplicationEntry = z.object({
  registrationNumber: unchangedNumber(
    z.string().trim().min(3, t`Enter the College Registration number.`).max(30),
  ),
  examRollNumber: unchangedNumber(z.string().trim().min(1, t`Enter the Exam roll number.`).max(30)),
  candidateName: typedText().trim().min(2, t`Enter the name as on the marks card.`).max(120),
  candidateNameNative: typedText().trim().max(120).default(''),
  courseId: z.uuid(t`Choose the course.`),
  collegeId: z.uuid(t`Choose the college.`),
  academicYear: AcademicYear,
  guideName: typedText().trim().max(120).default(''),
  modeOfStudy: ChoiceValue.default('Regular'),
  certificateType: typedText().min(1, t`Choose the certificate type.`).max(60),
  paperId: z.uuid(t`Choose the paper.`),
  photoFileId: z.uuid(t`Add the photo.`),
  /**
   * Of the certificate of before the portal that is to be printed again, however it is written; '' asks for a new one. Left out
   * of a correction it stays.
   */
  earlierNumber: z.string().trim().max(40).optional(),
  /** Less than the fee by this much; null when the candidate pays the fee. */
  concession: Concession.nullable().default(null),
  /** What the counter showed: the fee less the concession. */
  totalAmount: z
    .number(t`Choose the college first.`)
    .int(t`Whole rupees, without paise.`)
    .min(0, t`The concession is more than the fee.`)
    .max(100_000_000),
  ...partialShape(awardRecord),
  /** The version of the notice on which the candidate agreed to contact details; null without, and what is known already where it is left out. */
  contactNotice: z
    .literal(Object.keys(contactNotices).map(Number), t`Show the candidate the notice of today.`)
    .nullish(),
});
export type ApplicationEntry = z.infer<typeof ApplicationEntry>;

/** ₹0 is paid without a draft. */
export const ReceiveApplicationInput = ApplicationEntry.extend({
  drafts: z.array(DraftEntry).max(10),
}).refine(({ totalAmount, drafts }) => totalAmount === 0 || drafts.length > 0, {
  path: ['drafts'],
  message: t`Record at least one demand draft.`,
});
export type ReceiveApplicationInput = z.infer<typeof ReceiveApplicationInput>;

/** Drafts here are further ones; those that are recorded stay. */
export const CorrectApplicationInput = ApplicationEntry.extend({
  id: Id,
  version: Version,
  drafts: z.array(DraftEntry).max(10),
  /** Other receipts of recorded drafts, where the one there is cannot be read. */
  replacedReceipts: z
    .array(z.object({ demandDraftId: Id, receiptFileId: z.uuid(t`Add the bank receipt.`) }))
    .max(100)
    .default([]),
});
export type CorrectApplicationInput = z.infer<typeof CorrectApplicationInput>;
