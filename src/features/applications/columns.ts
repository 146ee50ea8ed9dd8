import { type StaffMember, staffStatusLabels } from '#features/staff/contract.ts';
import { certificateTypeInWords, choiceInWords } from '#shared/choice-lists.ts';
import { dayInIndia } from '#shared/format.ts';
import { ageColumn, type LayoutColumn, type ListLayout } from '#shared/list-layout.ts';
import { type RecordRef, recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { ListedApplication, ReceivedApplication } from './contract.ts';
import { returnReasonLabels } from './decision-contract.ts';
import { applicationStatusLabels } from './states.ts';

function recordOf({ id }: { id: string }): RecordRef {
  return { kind: 'application', id };
}

/** All columns of the application lists, in their common order and with their usual headings. */
const columns = {
  registrationNumber: {
    header: t`Registration number`,
    copied: true,
    sortKey: 'registrationNumber',
    card: 'line',
    record: recordOf,
  },
  examRollNumber: {
    header: t`Exam roll`,
    copied: true,
    sortKey: 'examRollNumber',
    card: 'line',
    record: recordOf,
  },
  candidateName: { header: t`Candidate`, sortKey: 'candidateName', card: 'title' },
  courseDegree: { header: t`Course` },
  collegeName: { header: t`College`, card: 'line' },
  academicYear: { header: t`Academic year` },
  photo: { header: t`Photo`, value: (row) => row.photo.name, isFile: true },
  receipt: {
    header: t`Bank receipt (DD)`,
    value: (row) => row.receipts.map(({ name }) => name).join(', '),
    isFile: true,
  },
  draftNumbers: { header: t`DD reference number`, copied: true },
  draftDate: { header: t`DD date`, kind: 'day' },
  totalAmount: { header: t`Total amount`, kind: 'rupees' },
  paidAmount: { header: t`Paid amount`, kind: 'rupees' },
  pendingAmount: { header: t`Pending amount`, kind: 'rupees' },
  status: { header: t`Status`, value: (row) => applicationStatusLabels[row.status], card: 'badge' },
  verifiedBy: { header: t`Verified by` },
  /** Only the day; the moment is a column of its own. */
  verifiedOn: {
    header: t`Verified on`,
    kind: 'day',
    value: (row) => row.verifiedAt && dayInIndia(new Date(row.verifiedAt)),
  },
  verifiedAt: { header: t`Verified at`, kind: 'moment' },
  guideName: { header: t`Guide name` },
  receivedAt: { header: t`Date/Time`, kind: 'moment', sortKey: 'receivedAt' },
  rejectedBy: { header: t`Rejected by` },
  rejectedAt: { header: t`Rejected at`, kind: 'moment' },
  returnReasons: {
    header: t`Reasons of return`,
    value: (row) => row.returnReasons.map((reason) => choiceInWords(returnReasonLabels, reason)).join('; '),
    card: 'line',
  },
  returnedBy: { header: t`Returned by`, card: 'line' },
  returnedAt: { header: t`Returned at`, kind: 'moment', card: 'line' },
  /** UGC counts from it. */
  resultDate: { header: t`Result date`, kind: 'day', card: 'line', isOfQueue: true },
  waitingSince: {
    ...ageColumn((row: ListedApplication) => (row.isWaiting ? row.waitingSince : null)),
    sortKey: 'waitingSince',
  },
} as const satisfies Record<string, LayoutColumn<ListedApplication>>;

export type ApplicationColumnName = keyof typeof columns;
export type ApplicationSort =
  | 'receivedAt'
  | 'waitingSince'
  | 'registrationNumber'
  | 'examRollNumber'
  | 'candidateName';
export type ApplicationLayout = ListLayout<ListedApplication, ApplicationColumnName, ApplicationSort>;

function without(names: readonly ApplicationColumnName[], ...left: ApplicationColumnName[]) {
  return names.filter((name) => !left.includes(name));
}

const returnColumns = ['returnReasons', 'returnedBy', 'returnedAt'] as const;
const rejectionColumns = without(
  Object.keys(columns) as ApplicationColumnName[],
  'verifiedOn',
  ...returnColumns,
);
const fullColumns = without(rejectionColumns, 'rejectedBy', 'rejectedAt');
/** The columns of a payment record, in the specification's order. */
export const paymentColumns = without(fullColumns, 'draftNumbers', 'draftDate', 'guideName', 'receivedAt');

/** A list with the named columns in this order; `headers` replaces some of the usual headings. */
export function applicationLayout(
  name: string,
  names: readonly ApplicationColumnName[],
  headers: Partial<Record<ApplicationColumnName, string>> = {},
): ApplicationLayout {
  const chosen = names.map((key) => {
    const column: LayoutColumn<ListedApplication, ApplicationSort> = columns[key];
    return [key, { ...column, header: headers[key] ?? column.header }] as const;
  });
  return { name, columns: Object.fromEntries(chosen) as ApplicationLayout['columns'] };
}

/** The columns that are fields of Row Details. */
export const everyColumnLayout = applicationLayout(
  '',
  without(Object.keys(columns) as ApplicationColumnName[], 'receivedAt'),
  { examRollNumber: t`Exam roll number` },
);
export const totalApplicationsLayout = applicationLayout('total-applications', fullColumns);
export const completedApplicationsLayout = applicationLayout('completed-applications', fullColumns);
export const rejectedApplicationsLayout = applicationLayout('rejected-applications', rejectionColumns);

/** The headings of the payment lists. */
export const paymentHeaders = {
  registrationNumber: t`College Registration number`,
  examRollNumber: t`Exam roll number`,
  candidateName: t`Candidate name`,
  courseDegree: t`Course/Degree`,
  collegeName: t`College name`,
  receipt: t`Bank receipt(DD)`,
  totalAmount: t`Total Amount`,
  paidAmount: t`Paid Amount`,
  pendingAmount: t`pending amount`,
} as const;

export const manageApplicationsLayout = applicationLayout('manage-application', paymentColumns, {
  ...paymentHeaders,
  verifiedAt: t`Verified on`,
});

/** What was returned, with why, by whom and since when, first of all. */
export const returnedApplicationsLayout = applicationLayout(
  'returned-applications',
  [
    'registrationNumber',
    'candidateName',
    ...returnColumns,
    ...without(paymentColumns, 'registrationNumber', 'candidateName'),
  ],
  { ...paymentHeaders, verifiedAt: t`Verified on` },
);

/** The list below the application receivers, with the specification's headings. */
export const receivedApplicationsLayout = {
  name: 'received-applications',
  columns: {
    candidateName: { header: t`Student`, sortKey: 'candidateName', card: 'title' },
    examRollNumber: {
      header: t`Exam Roll Number`,
      copied: true,
      sortKey: 'examRollNumber',
      card: 'line',
      record: recordOf,
    },
    chosenColour: { header: t`Chosen Color`, stockWords: ['chosenColour'], card: 'line' },
    certificateType: { header: t`Certificate Type`, value: certificateTypeInWords, card: 'line' },
    selectedPaper: { header: t`Selected Paper`, stockWords: ['selectedPaper'] },
    convocationNumber: {
      header: t`Convocation Number`,
      copied: true,
      card: 'line',
      record: ({ certificateId }) => recordRef('certificate', certificateId),
    },
  },
} as const satisfies ListLayout<ReceivedApplication>;

/** `receivedThisMonth` is missing when a shared address opens a receiver who is not among the loaded rows. */
export type ReceiverRow = StaffMember & { receivedThisMonth?: number };

export const receiversLayout = {
  name: 'application-receiver-management',
  columns: {
    name: { header: t`Name`, sortKey: 'name', card: 'title' },
    email: { header: t`Email`, sortKey: 'email', card: 'line' },
    code: { header: t`Code`, copied: true, card: 'line' },
    receivedThisMonth: { header: t`Received this month`, kind: 'number', card: 'line' },
    status: { header: t`Status`, value: (row) => staffStatusLabels[row.status], card: 'badge' },
  },
} as const satisfies ListLayout<ReceiverRow>;
