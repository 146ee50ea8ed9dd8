import type { FormErrors, UseFormReturnType } from '@mantine/form';
import type { DraftFace } from '#features/demand-drafts/contract.ts';
import type { OutputOf } from '#platform/contract/operation.ts';
import { filled } from '#platform/web/components/record-form.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';
import type { FileReference } from '#shared/fields.ts';
import type { ApplicationDetail, applicationsContract } from '../contract.ts';
import type { ApplicationEntry } from '../entry-contract.ts';

/** The form state that the sections of the form get. */
export type ApplicationFormState = UseFormReturnType<
  ApplicationFormValues,
  ApplicationFormValues,
  (values: ApplicationFormValues) => FormErrors
>;

/** The options of the selects, as the server lists them. */
export type Choices = OutputOf<typeof applicationsContract.listApplicationChoices>;

/** Adds the application's own choices that are no longer offered. */
export function withOwnChoices(choices: Choices, application: ApplicationDetail | null): Choices {
  if (!application) return choices;
  const { courseId, courseDegree, certificateType } = application;
  const isOffered = choices.courses.some(({ id }) => id === courseId);
  return {
    ...choices,
    courses: isOffered
      ? choices.courses
      : [...choices.courses, { id: courseId, name: courseDegree, namesGuide: false }],
    certificateTypes: [...new Set([...choices.certificateTypes, certificateType])],
  };
}

/** An amount that is not typed yet is ''. */
type Typed<Entry> = { [Key in keyof Entry]: Entry[Key] extends number ? number | '' : Entry[Key] };
export type TypedDraft = Typed<DraftFace> & {
  receipt: FileReference | null;
  /** The id of `receipt`; empty without one. */
  receiptFileId: string;
  /** Why it is another draft than the one that it looks like. */
  alikeReason: string;
  /** Kept for the next candidate. */
  isPinned: boolean;
  /** What the register filled in, and for which number, bank and branch; null when everything was typed. */
  filled: { id: string; face: string; drawnOn: string; amount: number } | null;
};

/** A concession that is being typed: its amount and reason may be empty still. */
type TypedConcession = { amount: number | ''; reason: string; authority: string };

/** The fields of the form; the photo shows the file whose id is sent. */
export type ApplicationFormValues = Typed<Required<Omit<ApplicationEntry, 'concession'>>> & {
  concession: TypedConcession | null;
  photo: FileReference | null;
  colour: string;
  drafts: TypedDraft[];
  /** Receipts of the drafts that are already recorded. */
  recordedReceipts: { demandDraftId: string; receipt: FileReference | null; alikeReason: string }[];
  /** By reason of the return: whether it is corrected, or why it stays. */
  returnAnswers: Record<string, { isCorrected: boolean; why: string }>;
};

const emptyFace = { number: '', drawnOn: '', bank: '', branch: '', amount: '' } as const;

export function emptyDraft(): TypedDraft {
  return { ...emptyFace, receipt: null, receiptFileId: '', alikeReason: '', isPinned: false, filled: null };
}

/** Whether the row is blank; a blank row does not count as a draft. */
export function isUntouched(draft: TypedDraft): boolean {
  const typed = Object.keys(emptyFace).map((field) => String(draft[field as keyof typeof emptyFace]).trim());
  return !draft.receiptFileId && typed.every((text) => text === '');
}

/** The drafts as sent to the server. */
export function draftEntries(drafts: TypedDraft[]) {
  return drafts.map((draft) => ({
    ...draft,
    receiptFileId: draft.receiptFileId || undefined,
    alikeReason: draft.alikeReason || undefined,
  }));
}

/** What a new form says until somebody chooses or the student master knows otherwise. */
export const usualMode = 'Regular';

const blank: ApplicationFormValues = {
  registrationNumber: '',
  examRollNumber: '',
  candidateName: '',
  candidateNameNative: '',
  courseId: '',
  collegeId: '',
  academicYear: '',
  guideName: '',
  modeOfStudy: usualMode,
  certificateType: '',
  colour: '',
  paperId: '',
  photoFileId: '',
  photo: null,
  earlierNumber: '',
  concession: null,
  totalAmount: '',
  drafts: [],
  recordedReceipts: [],
  returnAnswers: {},
  ...blankEntry(awardRecord),
  contactNotice: null,
};

/** An empty form, with the college preselected if there is only one, and the type 'Degree' if it is offered. */
export function newValues(choices: Choices): ApplicationFormValues {
  const college = choices.colleges.length === 1 ? choices.colleges[0] : undefined;
  return {
    ...blank,
    collegeId: college?.id ?? '',
    certificateType: choices.certificateTypes.includes('Degree') ? 'Degree' : '',
    drafts: [emptyDraft()],
  };
}

/**
 * The form for the next candidate in the queue. With pinned drafts it keeps what their candidates share; otherwise it
 * starts empty.
 */
export function nextValues(
  values: ApplicationFormValues,
  choices: Choices,
  kept: TypedDraft[],
): ApplicationFormValues {
  const next = newValues(choices);
  if (kept.length === 0) return next;
  const { collegeId, courseId, academicYear, modeOfStudy, certificateType, colour, paperId } = values;
  const { totalAmount, concession } = values;
  return {
    ...next,
    collegeId,
    courseId,
    academicYear,
    modeOfStudy,
    certificateType,
    colour,
    paperId,
    // Without the concession; the schedule corrects it at once if the next candidate's fee differs.
    totalAmount: totalAmount === '' ? '' : totalAmount + (concession?.amount || 0),
    drafts: kept,
  };
}

/** The version of the contact notice in force; null without a consent, or after it was withdrawn. */
function standingNotice({ contactConsent }: ApplicationDetail): number | null {
  return contactConsent?.withdrawnAt === null ? contactConsent.noticeVersion : null;
}

/** The values of a correction; if the fee is short, with a blank row for a further draft. */
export function valuesOf(application: ApplicationDetail): ApplicationFormValues {
  return filled(blank, {
    ...application,
    colour: application.chosenColour,
    photoFileId: application.photo.id,
    contactNotice: standingNotice(application),
    earlierNumber: application.earlierCertificate?.number ?? '',
    recordedReceipts: application.allocations.map(({ demandDraftId, receipt }) => ({
      demandDraftId,
      receipt,
      alikeReason: '',
    })),
    drafts: application.pendingAmount > 0 ? [emptyDraft()] : [],
  });
}
