import { z } from 'zod';
import { AlikeReason, DraftEntry } from '#features/demand-drafts/contract.ts';
import { academicYearPattern } from '#features/students/studies.ts';
import { awardRecord } from '#shared/award-record.ts';
import { contactNotices } from '#shared/contact-notice.ts';
import { partialShape } from '#shared/declared-schema.ts';
import { Id, typedNumber, typedText, unchangedNumber, Version } from '#shared/fields.ts';
import { LatinName, NativeName, PersonName } from '#shared/names.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';
import { Concession } from './concession.ts';
import { ReasonAnswer } from './conversation-contract.ts';
import { ChoiceValue } from './decision-contract.ts';

export const AcademicYear = z
  .string()
  .regex(academicYearPattern, t`Choose the academic year, for example 2024-25.`);

/** What is chosen so far. Without category or attendance, the recorded ones or those of the student master apply. */
export const DueChargesInput = z.object({
  /** The application being corrected. */
  applicationId: Id.optional(),
  registrationNumber: typedNumber().trim().max(30).default(''),
  examRollNumber: typedNumber().trim().max(30).default(''),
  collegeId: Id,
  courseId: Id.optional(),
  certificateType: z.string().max(60).default(''),
  academicYear: z.string().max(7).default(''),
  category: z.string().trim().max(awardRecord.category.most).optional(),
  attendance: z.string().max(20).optional(),
  /** As in `ApplicationEntry`. */
  earlierNumber: typedNumber().overwrite(bareNumber).max(40).optional(),
});
export type DueChargesInput = z.infer<typeof DueChargesInput>;

/**
 * What the receiver enters, without the drafts. The name is one field, as on the marks card. Omitted fields of the
 * award record come from the student master, or in a correction from the recorded ones.
 */
export const ApplicationEntry = z.object({
  registrationNumber: unchangedNumber(
    typedNumber().trim().min(3, t`Enter the College Registration number.`).max(30),
  ),
  examRollNumber: unchangedNumber(typedNumber().trim().min(1, t`Enter the Exam roll number.`).max(30)),
  candidateName: LatinName(t`Enter the name as on the marks card.`),
  candidateNameNative: NativeName().default(''),
  courseId: z.uuid(t`Choose the course.`),
  collegeId: z.uuid(t`Choose the college.`),
  academicYear: AcademicYear,
  guideName: PersonName().default(''),
  modeOfStudy: ChoiceValue.default('Regular'),
  certificateType: typedText().min(1, t`Choose the certificate type.`).max(60),
  paperId: z.uuid(t`Choose the paper.`),
  photoFileId: z.uuid(t`Add the photo.`),
  /**
   * Number, in any spelling, of the certificate issued before the portal that is to be reprinted; '' asks for a new
   * certificate. Omitted in a correction, it stays unchanged.
   */
  earlierNumber: typedNumber().overwrite(bareNumber).max(40).optional(),
  /** The reduction of the fee; null when the full fee is paid. */
  concession: Concession.nullable().default(null),
  /** The total that the counter showed: the fee less the concession. */
  totalAmount: z
    .number(t`Choose the college first.`)
    .int(t`Whole rupees, without paise.`)
    .min(0, t`The concession is more than the fee.`)
    .max(100_000_000),
  ...partialShape(awardRecord),
  /**
   * The version of the contact notice that the candidate agreed to; null without consent. Omitted in a correction, the
   * recorded consent stays.
   */
  contactNotice: z
    .literal(Object.keys(contactNotices).map(Number), t`Show the candidate the notice of today.`)
    .nullish(),
});
export type ApplicationEntry = z.infer<typeof ApplicationEntry>;

/** A total of ₹0 needs no draft. */
export const ReceiveApplicationInput = ApplicationEntry.extend({
  drafts: z.array(DraftEntry).max(10),
}).refine(({ totalAmount, drafts }) => totalAmount === 0 || drafts.length > 0, {
  path: ['drafts'],
  message: t`Record at least one demand draft.`,
});
export type ReceiveApplicationInput = z.infer<typeof ReceiveApplicationInput>;

/** `drafts` are additional ones; recorded drafts stay. */
export const CorrectApplicationInput = ApplicationEntry.extend({
  id: Id,
  version: Version,
  drafts: z.array(DraftEntry).max(10),
  /** New receipts for recorded drafts whose receipt cannot be read. */
  replacedReceipts: z
    .array(
      z.object({
        demandDraftId: Id,
        receiptFileId: z.uuid(t`Add the bank receipt.`),
        alikeReason: AlikeReason,
      }),
    )
    .max(100)
    .default([]),
  /** One for each reason of the return. */
  answers: z.array(ReasonAnswer).max(50).default([]),
});
export type CorrectApplicationInput = z.infer<typeof CorrectApplicationInput>;

/** The numbers that name a candidate. */
export const candidateNumbers = ['registrationNumber', 'examRollNumber'] as const;

export const FindEarlierInput = z.object({
  by: z.enum(candidateNumbers),
  number: typedNumber().trim().min(1).max(30),
  /** Without it, all colleges in scope are searched. */
  collegeId: Id.optional(),
});
export type FindEarlierInput = z.infer<typeof FindEarlierInput>;
