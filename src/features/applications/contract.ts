import { z } from 'zod';
import { Charge, ScheduledCharge } from '#features/charges/charge.ts';
import { Allocation, FallenDraft } from '#features/demand-drafts/contract.ts';
import { StaffMember } from '#features/staff/contract.ts';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import {
  changeRecord,
  listOperation,
  operation,
  readRecord,
  takeBack,
} from '#platform/contract/operation.ts';
import { awardRecord } from '#shared/award-record.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { contactPurposes } from '#shared/contact-notice.ts';
import { readShape } from '#shared/declared-schema.ts';
import {
  DayRange,
  FileReference,
  Id,
  Moment,
  PageRequest,
  pageOf,
  Rupees,
  Search,
  SearchTerm,
  sortOf,
  typedNumber,
  Version,
} from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';
import { Concession } from './concession.ts';
import { ConversationEntry } from './conversation-contract.ts';
import {
  RejectApplicationInput,
  ReopenApplicationInput,
  Reopening,
  ReturnApplicationInput,
  VerifyApplicationInput,
} from './decision-contract.ts';
import {
  AcademicYear,
  CorrectApplicationInput,
  DueChargesInput,
  FindEarlierInput,
  ReceiveApplicationInput,
} from './entry-contract.ts';
import { applicationStatusLabels } from './states.ts';

const ApplicationStatus = z.enum(namesOf(applicationStatusLabels));
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** UGC's letters of 2014 and 2019 ask for the mode of study on the certificate. */
export const modesOfStudy = ['Regular', 'Part-time', 'Distance'] as const;

/** When, why and on whose authority a certificate was revoked; null unless it is. */
export const revoked = {
  revokedAt: Moment.nullable(),
  revocationReason: z.string().nullable(),
  revocationAuthority: z.string().nullable(),
};

/** The register's entry of a certificate issued before the portal. */
const EarlierCertificate = z.object({
  number: z.string(),
  name: z.string(),
  degree: z.string(),
  issuedOn: z.string(),
  serial: z.string(),
});
export type EarlierCertificate = z.infer<typeof EarlierCertificate>;

export const Application = z.object({
  id: Id,
  acknowledgementNumber: z.number().int(),
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  candidateName: z.string(),
  candidateNameNative: z.string().nullable(),
  courseDegree: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  academicYear: z.string(),
  guideName: z.string().nullable(),
  modeOfStudy: z.string(),
  certificateType: z.string(),
  chosenColour: z.string(),
  selectedPaper: z.string(),
  photo: FileReference,
  /** Receipts of its drafts, in the order in which the drafts were allocated. */
  receipts: z.array(FileReference),
  /** Draft numbers, several joined by a comma; empty when there is none. */
  draftNumbers: z.string(),
  /** In the same order as `draftNumbers`. */
  draftIds: z.array(Id),
  /** The date of the newest draft, `yyyy-mm-dd`. */
  draftDate: z.string().nullable(),
  /** The sum of the scheduled charges; the total is this less the concession. */
  feeAmount: Rupees,
  concession: Concession.nullable(),
  totalAmount: Rupees,
  paidAmount: Rupees,
  pendingAmount: Rupees,
  status: ApplicationStatus,
  receivedBy: z.string(),
  receivedById: Id,
  receivedAt: Moment,
  /** Everyone who received the application or changed its data; they may not decide on it. */
  contributorIds: z.array(Id),
  verifiedBy: z.string().nullable(),
  verifiedById: Id.nullable(),
  verifiedAt: Moment.nullable(),
  rejectedBy: z.string().nullable(),
  rejectedAt: Moment.nullable(),
  /** Also null when the application fell back because the bank returned a draft. */
  rejectionReason: z.string().nullable(),
  rejectionRemark: z.string().nullable(),
  /** Set when the application fell back because of a draft; shown in place of the remark. */
  fallenDraft: FallenDraft.nullable(),
  returnedBy: z.string().nullable(),
  returnedAt: Moment.nullable(),
  returnReasons: z.array(z.string()),
  returnRemark: z.string().nullable(),
  /** Since when it waits for whoever acts next: from receipt for the office, from return or rejection for the counter. */
  waitingSince: Moment,
  /** Whether it waits at all: undecided, sent back, or verified and not printed. */
  isWaiting: z.boolean(),
  /** `yyyy-mm-dd`, from its award record; UGC counts 180 days from it. */
  resultDate: z.string().nullable(),
  /** The open reopening, else the newest one. */
  reopening: Reopening.nullable(),
  /** The certificate issued before the portal whose reprint this application asks for. */
  earlierCertificate: EarlierCertificate.nullable(),
  convocationNumber: z.string().nullable(),
  certificateId: Id.nullable(),
  certificateState: z.enum(namesOf(certificateStateLabels)).nullable(),
  /** Set while the certificate is withheld, because a paying draft came back or the application was reopened. */
  certificateWithheldAt: Moment.nullable(),
  ...revoked,
  version: Version,
});
export type Application = z.infer<typeof Application>;

/** The columns of the application lists; the details load the whole record. */
export const ListedApplication = Application.pick({
  id: true,
  acknowledgementNumber: true,
  registrationNumber: true,
  examRollNumber: true,
  candidateName: true,
  courseDegree: true,
  collegeCode: true,
  collegeName: true,
  academicYear: true,
  guideName: true,
  photo: true,
  receipts: true,
  draftNumbers: true,
  draftIds: true,
  draftDate: true,
  feeAmount: true,
  concession: true,
  totalAmount: true,
  paidAmount: true,
  pendingAmount: true,
  status: true,
  receivedAt: true,
  verifiedBy: true,
  verifiedAt: true,
  rejectedBy: true,
  rejectedAt: true,
  returnedBy: true,
  returnedAt: true,
  returnReasons: true,
  returnRemark: true,
  waitingSince: true,
  isWaiting: true,
  resultDate: true,
  version: true,
});
export type ListedApplication = z.infer<typeof ListedApplication>;

/** The columns of the list below the application receivers. */
export const ReceivedApplication = Application.pick({
  id: true,
  acknowledgementNumber: true,
  candidateName: true,
  examRollNumber: true,
  chosenColour: true,
  certificateType: true,
  selectedPaper: true,
  convocationNumber: true,
  certificateId: true,
  receivedById: true,
  version: true,
});
export type ReceivedApplication = z.infer<typeof ReceivedApplication>;

/** The standing consent to contact details, else the one withdrawn last. */
const ContactConsent = z.object({
  noticeVersion: z.number().int(),
  purposes: z.array(z.enum(namesOf(contactPurposes))),
  givenAt: Moment,
  givenTo: z.string(),
  withdrawnAt: Moment.nullable(),
  withdrawnTo: z.string().nullable(),
});
export type ContactConsent = z.infer<typeof ContactConsent>;

/** One application with its drafts, its award record and the ids that its form edits. */
export const ApplicationDetail = Application.extend({
  collegeId: Id,
  courseId: Id,
  paperId: Id,
  /** Application and late charges; reprint charges are not part of its amounts. */
  charges: z.array(Charge),
  allocations: z.array(Allocation),
  /** The award record; lists do not load it. */
  ...readShape(awardRecord),
  contactConsent: ContactConsent.nullable(),
  /** Everything said between desk and counter, the oldest first. */
  conversation: z.array(ConversationEntry),
  /** Until when the caller may take back the return or rejection; null for others, and once somebody built on it. */
  takeBackUntil: Moment.nullable(),
});
export type ApplicationDetail = z.infer<typeof ApplicationDetail>;

/** An existing application that has the number being typed. */
export const EarlierApplication = Application.pick({
  id: true,
  acknowledgementNumber: true,
  registrationNumber: true,
  examRollNumber: true,
  candidateName: true,
});
export type EarlierApplication = z.infer<typeof EarlierApplication>;

export const applicationSorts = sortOf([
  'receivedAt',
  'waitingSince',
  'registrationNumber',
  'examRollNumber',
  'candidateName',
]);

/** Filters for applications that need action. */
export const applicationParts = {
  all: t`All`,
  to_verify: t`To verify`,
  to_verify_late: t`To verify, over 30 days`,
  to_verify_differing: t`To verify, differs from master`,
  to_verify_short: t`To verify, fee short`,
  not_verified: t`Not verified`,
  fee_pending: t`Fee not paid in full`,
  overdue: t`Overdue, 150 days from result`,
};

export const ApplicationFilters = DayRange.extend({
  search: SearchTerm,
  status: z.enum(['all', 'pending', ...ApplicationStatus.options]).default('all'),
  /** `completed`: the certificate is printed or handed over. `waiting_for_print`: verified and not yet printed. */
  stage: z.enum(['any', 'waiting_for_print', 'completed']).default('any'),
  /** `fees`: the search covers registration and roll number, candidate, college and course, but not the status. */
  fields: z.enum(['fees']).optional(),
  /** `to_verify`: undecided; `_late`: for more than 30 days; `_differing`, `_short`: of these. `fee_pending`: not paid in full. `overdue`: held for long, 150 days after the result. */
  show: z.enum(namesOf(applicationParts)).default('all'),
  receivedBy: Id.optional(),
  /** `from` and `to` are days of receipt. */
  collegeId: Id.optional(),
  academicYear: AcademicYear.optional(),
});
export type ApplicationFilters = z.infer<typeof ApplicationFilters>;

const ReceiverFilters = z.object({ search: SearchTerm, sort: sortOf(['name', 'email']).default('name') });

/** An application receiver with the work of the current month, in Indian time. */
const Receiver = StaffMember.extend({ receivedThisMonth: z.number().int().min(0) });

const Choice = z.object({ id: Id, name: z.string() });

/** `mailedTo` is the college's address, null when it has none. */
const DecisionResult = z.object({ version: Version, mailedTo: z.string().nullable() });

const decisionErrors = [
  'applications.not_found',
  'applications.own_work',
  'applications.not_pending',
  'applications.leased',
  'records.stale',
] as const;
const entryErrors = [
  'applications.duplicate',
  'applications.other_roll',
  'applications.other_registration',
  'applications.college_out_of_scope',
  'applications.unknown_choice',
  'applications.fee_changed',
  'applications.earlier_taken',
  'files.not_usable',
  'demand_drafts.differs',
  'demand_drafts.other_college',
  'demand_drafts.exhausted',
  'demand_drafts.looks_alike',
  'demand_drafts.not_usable',
  'demand_drafts.drawn_later',
  'demand_drafts.stale',
] as const;

/** Sorting and sums of every list of applications. */
const ordered = {
  sort: applicationSorts.optional(),
  sums: ['totalAmount', 'paidAmount', 'pendingAmount'],
} as const;

export const applicationsContract = {
  ...listOperation('Applications', {
    path: '/applications',
    of: 'the applications in the scope of the caller',
    access: 'applications:read',
    reads: ['applications', 'certificates'],
    filters: ApplicationFilters,
    row: ListedApplication,
    ...ordered,
  }),
  ...listOperation('ReceivedApplications', {
    path: '/received-applications',
    of: 'the applications that the application receivers received',
    access: 'staff:read',
    reads: ['applications', 'staff'],
    // The search covers the receiver's name and Email Id, the student, the roll and the convocation number.
    filters: Search,
    row: ReceivedApplication,
    ...ordered,
  }),
  listReceivers: operation('GET /receivers', {
    summary: 'A page of the application receivers, by name, with what each received this month.',
    access: 'staff:read',
    reads: ['applications', 'staff'],
  })
    .input(ReceiverFilters.extend(PageRequest.shape))
    .output(pageOf(Receiver)),
  listApplicationChoices: operation('GET /application-choices', {
    summary: 'What the selects of the application form offer.',
    access: 'applications:read',
    reads: ['colleges', 'stock', 'courses', 'certificate_types', 'fee_schedule', 'choices'],
  }).output(
    z.object({
      colleges: z.array(Choice.extend({ code: z.string(), convocationFee: Rupees })),
      courses: z.array(Choice.extend({ namesGuide: z.boolean() })),
      papers: z.array(Choice.extend({ colour: z.string() })),
      certificateTypes: z.array(z.string()),
      academicYears: z.array(z.string()),
      /** From the list of choices and the fee schedule; others may be typed. */
      categories: z.array(z.string()),
    }),
  ),
  listDueCharges: operation('GET /due-charges', {
    summary: 'What an application owes by the schedule of fees, each charge with the row that applies.',
    access: 'applications:receive',
    reads: ['applications', 'colleges', 'courses', 'fee_schedule', 'students'],
    errors: ['applications.not_found', 'applications.college_out_of_scope'],
  })
    .input(DueChargesInput)
    .output(z.array(ScheduledCharge)),
  getApplication: readRecord('/applications/{id}', {
    summary: 'One application with its drafts.',
    access: 'applications:read',
    reads: ['applications', 'certificates'],
    errors: ['applications.not_found'],
    answer: ApplicationDetail,
  }),
  getApplicationByNumber: operation('GET /acknowledgements/{acknowledgementNumber}', {
    summary: 'Which application an acknowledgement number belongs to.',
    access: 'applications:read',
    reads: ['applications', 'certificates'],
    errors: ['applications.unknown_number'],
  })
    .input(z.object({ acknowledgementNumber: z.coerce.number().int().min(1).max(2_147_483_647) }))
    .output(z.object({ id: Id })),
  findEarlierApplication: operation('GET /applications/by-number', {
    summary: 'The newest application with this registration or exam roll number, if there is one.',
    access: 'applications:read',
  })
    .input(FindEarlierInput)
    .output(z.object({ application: EarlierApplication.nullable() })),
  lookUpEarlierCertificate: operation('GET /earlier-certificates/look-up', {
    summary: 'What the register says of a certificate of before the portal, if it has one with this number.',
    access: 'applications:receive',
    reads: ['applications', 'earlier_certificates'],
  })
    .input(z.object({ number: typedNumber().overwrite(bareNumber).min(1).max(40) }))
    .output(
      z.object({
        certificate: EarlierCertificate.extend({
          /** The application for its reprint, if one was received. */
          applicationId: Id.nullable(),
        }).nullable(),
      }),
    ),
  receiveApplication: operation('POST /applications', {
    summary: 'Receives an application with its photo and demand drafts, each draft with its bank receipt.',
    access: 'applications:receive',
    errors: ['checklist.receiving_blocked', ...entryErrors],
  })
    .input(ReceiveApplicationInput)
    .output(z.object({ id: Id, acknowledgementNumber: z.number().int() })),
  correctApplication: operation('POST /applications/{id}/correct', {
    summary:
      'Corrects a returned or rejected application, adds further drafts, and puts it back into the queue.',
    access: 'applications:correct',
    errors: [
      ...entryErrors,
      'applications.not_found',
      'applications.not_correctable',
      'applications.frozen',
      'applications.reasons_open',
      'demand_drafts.not_found',
      'demand_drafts.receipt_stays',
      'records.stale',
    ],
  })
    .input(CorrectApplicationInput)
    .output(z.object({ version: Version })),
  withdrawContactConsent: changeRecord('/applications/{id}/withdraw-contact-consent', {
    summary: 'Writes down that the candidate withdrew the consent to contact details, and deletes them.',
    access: 'applications:correct',
    errors: ['applications.not_found', 'applications.no_contact_consent'],
  }),
  verifyApplication: operation('POST /applications/{id}/verify', {
    summary: 'Verifies it: allocates the convocation number and creates the certificate.',
    access: 'applications:verify',
    errors: [
      ...decisionErrors,
      'applications.fee_short',
      'applications.no_draft',
      'applications.facts_missing',
      'applications.differs',
      'applications.no_series',
      'applications.number_taken',
    ],
  })
    .input(VerifyApplicationInput)
    .output(z.object({ convocationNumber: z.string(), version: Version })),
  rejectApplication: operation('POST /applications/{id}/reject', {
    summary: 'Rejects it because the fee is short; a further draft brings it back.',
    access: 'applications:reject',
    errors: [...decisionErrors, 'applications.fee_paid'],
  })
    .input(RejectApplicationInput)
    .output(DecisionResult),
  returnApplication: operation('POST /applications/{id}/return', {
    summary: 'Returns it to the receiver because something other than the fee is wrong.',
    access: 'applications:return',
    errors: [...decisionErrors, 'applications.reopen_instead'],
  })
    .input(ReturnApplicationInput)
    .output(DecisionResult),
  takeBackDecision: takeBack('/applications/{id}/take-back', {
    summary: 'Takes back the return or rejection that the caller made minutes ago: it waits again as before.',
    access: 'applications:return',
    errors: ['applications.not_found'],
  }),
  reopenApplication: operation('POST /applications/{id}/reopen', {
    summary:
      'Returns an application to the receiver that was verified by somebody else: its certificate is withheld, keeps its number, and is released by the next verification, which has a printed copy printed again.',
    access: 'applications:reopen',
    errors: [
      'applications.not_found',
      'applications.not_verified',
      'applications.reopened_already',
      'applications.in_print_run',
      'applications.own_work',
      'applications.own_verification',
      'applications.leased',
      'certificates.revoked',
      'records.stale',
    ],
  })
    .input(ReopenApplicationInput)
    .output(DecisionResult),
};

/** Documents printed for an application. */
export const applicationDocuments = {
  receipt: documentOperation('/applications/{id}/receipt', {
    summary:
      'The acknowledgement receipt as it stands now: PDF/A, the candidate’s and the office’s copy on one A4.',
    access: 'applications:read',
    notFound: 'applications.not_found',
    errors: ['papers.letters_missing', 'papers.text_not_exact'],
  }),
};
