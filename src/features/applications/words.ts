import { type AwardFact, factsInWords } from '#shared/award-facts.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { t } from '#shared/words.ts';
import { returnReasonLabels } from './decision-contract.ts';
import { applicationStatusLabels } from './states.ts';

type NumbersOfOther = { registrationNumber: string; examRollNumber: string; acknowledgementNumber: number };

const applicationsErrors = {
  'applications.not_found': t`This application does not exist or belongs to another college.`,
  'applications.duplicate': t`An application for this certificate of this candidate (registration number, course and certificate type) was already received.`,
  'applications.other_roll': (data: NumbersOfOther) =>
    t`College Registration number ${data.registrationNumber} has Exam roll number ${data.examRollNumber} in acknowledgement number ${formatAcknowledgement(data.acknowledgementNumber)}. Correct the number that is wrong.`,
  'applications.other_registration': (data: NumbersOfOther) =>
    t`Exam roll number ${data.examRollNumber} has College Registration number ${data.registrationNumber} in acknowledgement number ${formatAcknowledgement(data.acknowledgementNumber)}. Correct the number that is wrong.`,
  'applications.own_work': t`You received or corrected this application yourself, so a second person has to decide on it.`,
  'applications.earlier_unknown': t`No certificate issued before the portal has this number.`,
  'applications.earlier_taken': t`A reprint of this certificate was applied for already.`,
  'applications.earlier_stays': t`The certificate of this application was made already and keeps its number.`,
  'applications.not_pending': t`This application is no longer waiting for a decision.`,
  'applications.leased': (data: { by: string }) =>
    t`${data.by} is verifying this application now, so you cannot decide on it.`,
  'applications.not_correctable': t`Only a returned or rejected application can be corrected.`,
  'applications.reasons_open': (data: { reasons: readonly string[] }) =>
    t`Still as it was returned: ${data.reasons.map((reason) => choiceInWords(returnReasonLabels, reason)).join('; ')}. Change it and tick it, or enter why it stays as it is.`,
  'applications.frozen': t`This application was verified, so only demand drafts can be added. To correct anything else, a case worker or an admin reopens it first.`,
  'applications.reopen_instead': t`This application was verified before, so the receiver cannot correct it when it is returned. Reopen it instead.`,
  'applications.not_verified': t`Only an application that was verified can be reopened.`,
  'applications.reopened_already': t`This application is reopened already and was not verified since.`,
  'applications.own_verification': t`You verified this application yourself, so a second person has to reopen it.`,
  'applications.in_print_run': t`The certificate of this application is in a print run. Reopen it once its sheet has an outcome or the run is withdrawn.`,
  'applications.fee_short': (data: { pending: number }) =>
    t`${formatRupees(data.pending)} of the fee are still pending, so it cannot be verified.`,
  'applications.fee_paid': t`The fee is paid in full, so the application cannot be rejected. Return it if something else is wrong.`,
  'applications.fee_changed': t`The fees were changed just now. Reload the page and check the total.`,
  'applications.concession_too_large': {
    status: 422,
    sentence: (data: { fee: number }) =>
      t`The concession cannot be more than the fee of ${formatRupees(data.fee)}.`,
  },
  'applications.other_total': {
    status: 422,
    sentence: (data: { fee: number; total: number }) =>
      t`The fee is ${formatRupees(data.fee)}, so the total is ${formatRupees(data.total)}. Record a concession for another amount.`,
  },
  'applications.contact_without_consent': {
    status: 422,
    sentence: t`Tick that the candidate consents, or leave the contact details empty.`,
  },
  'applications.no_contact_consent': t`No contact details are kept for this application.`,
  'applications.fee_covered': { status: 422, sentence: t`The drafts above pay the fee in full already.` },
  'applications.draft_twice': { status: 422, sentence: t`This draft is in the list twice.` },
  'applications.differs': t`The application differs from the student master. Look at both and choose why the application is right.`,
  'applications.facts_missing': (data: { facts: readonly AwardFact[] }) =>
    t`The certificate type asks for what the award record lacks: ${factsInWords(data.facts)}. Return the application, so that it is entered.`,
  'applications.no_series': (data: { certificateType: string }) =>
    t`The certificate type ${data.certificateType} has no number series. An admin chooses it under Settings, Certificate types.`,
  'applications.number_taken': t`The next number of the series was given before. An admin looks at the number series under Settings.`,
  'applications.no_draft': t`No demand draft is recorded for this application.`,
  ...withStatus(404, {
    'applications.unknown_number': (data: { acknowledgementNumber: number }) =>
      t`No application has acknowledgement number ${formatAcknowledgement(data.acknowledgementNumber)}, or it belongs to another college.`,
  }),
  ...withStatus(403, {
    'applications.college_out_of_scope': t`You may only work with the applications of your own college.`,
  }),
  ...withStatus(422, {
    'applications.unknown_choice': t`The college, course, paper or certificate type no longer exists. Choose again.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: applicationsErrors,
  events: {
    'applications.contact_purged': t`Contact details removed, their period is over`,
    'applications.contact_consent_withdrawn': t`Consent to contact details withdrawn`,
    'applications.corrected': t`Application corrected`,
    'applications.decision_taken_back': t`Decision taken back`,
    'applications.readmitted': t`Application readmitted`,
    'applications.receipt_printed': t`Receipt printed`,
    'applications.received': t`Application received`,
    'applications.rejected': t`Application rejected`,
    'applications.reopened': t`Application reopened`,
    'applications.returned': t`Application returned`,
    'applications.verified': t`Application verified`,
  },
  sentences: {
    'applications.received': ({ by, drafts }) =>
      drafts === '' ? t`${by} received it` : t`${by} received it with draft ${drafts}`,
    'applications.verified': ({ by, convocationNumber }) =>
      t`${by} verified it: convocation number ${convocationNumber}`,
  },
  records: {
    application: t`application`,
  },
  fields: {
    acknowledgementNumber: t`Acknowledgement number`,
    application: t`Application`,
    applicationId: t`Application`,
    applications: t`Applications`,
    certificateType: t`Certificate type`,
    contactNotice: t`Notice on contact details`,
    contactDetails: t`Contact details`,
    paidAmount: { label: t`Paid amount`, kind: 'rupees' },
    pendingAmount: { label: t`Pending amount`, kind: 'rupees' },
    promisedOn: t`Ready to collect from`,
    totalAmount: { label: t`Total amount`, kind: 'rupees' },
    candidateName: t`Candidate name`,
    candidateNameNative: t`Name in another script`,
    courseDegree: t`Course/Degree`,
    courseId: t`Course/Degree`,
    academicYear: t`Academic year`,
    guideName: t`Guide name`,
    chosenColour: t`Chosen colour`,
    selectedPaper: t`Selected paper`,
    photoFileId: t`Photo`,
    feeAmount: { label: t`Fee amount`, kind: 'rupees' },
    receivedOn: t`Received on`,
    earlierNumber: t`Number of a certificate issued before the portal`,
    replacedReceipts: t`Bank receipt (DD)`,
  },
  waiting: {
    'applications.returned_to_me': {
      label: { one: t`returned to me`, many: t`returned to me` },
      access: 'applications:correct',
      lists: { receiver: 'manageApplication' },
      address: { status: 'returned', sort: 'waitingSince' },
      person: 'receivedBy',
      order: 1,
    },
    'applications.to_verify': {
      label: { one: t`to verify`, many: t`to verify` },
      access: 'applications:verify',
      lists: { case_worker: 'manageApplication' },
      address: { show: 'to_verify' },
      order: 2,
    },
    'applications.fee_short': {
      label: { one: t`with a short fee`, many: t`with a short fee` },
      access: 'applications:read',
      lists: { receiver: 'manageApplication', case_worker: 'manageApplication' },
      address: { status: 'rejected', sort: 'waitingSince' },
      order: 3,
    },
    'applications.overdue': {
      label: { one: t`overdue, 150 days from result`, many: t`overdue, 150 days from result` },
      access: 'applications:read',
      lists: {
        receiver: 'manageApplication',
        case_worker: 'manageApplication',
        admin: 'totalApplications',
        auditor: 'applications',
      },
      address: { show: 'overdue', status: 'pending' },
      order: 4,
      isAlarm: true,
    },
    'applications.overdue_to_print': {
      label: {
        one: t`overdue to print, 150 days from result`,
        many: t`overdue to print, 150 days from result`,
      },
      access: 'applications:read',
      lists: { receiver: 'manageApplication', admin: 'totalApplications', auditor: 'applications' },
      address: { show: 'overdue', status: 'verified' },
      order: 4,
      isAlarm: true,
    },
  },
  states: { application: applicationStatusLabels },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    applicationsWords: typeof words;
  }
}
