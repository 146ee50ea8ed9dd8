import { type StaffMember, staffStatusLabels } from '#features/staff/contract.ts';
import type { ListSheet, SheetColumn } from '#shared/list-sheet.ts';
import { type Application, applicationStatusLabels } from './contract.ts';

/** Every column that a list of applications can have, under the heading that most lists give it. */
const columns = {
  registrationNumber: { header: 'Registration number' },
  examRollNumber: { header: 'Exam roll' },
  candidateName: { header: 'Candidate' },
  courseDegree: { header: 'Course' },
  collegeName: { header: 'College' },
  academicYear: { header: 'Academic year' },
  photo: { header: 'Photo', value: (row) => row.photo.name },
  receipt: { header: 'Bank receipt (DD)', value: (row) => row.receipt.name },
  totalAmount: { header: 'Total amount', kind: 'rupees' },
  paidAmount: { header: 'Paid amount', kind: 'rupees' },
  pendingAmount: { header: 'Pending amount', kind: 'rupees' },
  status: { header: 'Status', value: (row) => applicationStatusLabels[row.status] },
  verifiedBy: { header: 'Verified by' },
  verifiedAt: { header: 'Verified at', kind: 'moment' },
  draftNumbers: { header: 'DD reference number' },
  draftDate: { header: 'DD date', kind: 'day' },
  guideName: { header: 'Guide name' },
  receivedAt: { header: 'Date/Time', kind: 'moment' },
} as const satisfies Record<string, SheetColumn<Application>>;

export type ApplicationColumnName = keyof typeof columns;
export type ApplicationSheet = ListSheet<Application, ApplicationColumnName>;

/** The columns of a payment record, in the specification's order. */
export const paymentColumns = [
  'registrationNumber',
  'examRollNumber',
  'candidateName',
  'courseDegree',
  'collegeName',
  'academicYear',
  'photo',
  'receipt',
  'totalAmount',
  'paidAmount',
  'pendingAmount',
  'status',
  'verifiedBy',
  'verifiedAt',
] as const;

/** A list of applications: the named columns in this order, some under the list's own heading. */
export function applicationSheet(
  name: string,
  names: readonly ApplicationColumnName[],
  headers: Partial<Record<ApplicationColumnName, string>> = {},
): ApplicationSheet {
  const chosen = names.map((key) => {
    const column: SheetColumn<Application> = columns[key];
    return [key, { ...column, header: headers[key] ?? column.header }] as const;
  });
  return { name, columns: Object.fromEntries(chosen) as ApplicationSheet['columns'] };
}

export const totalApplicationsSheet = applicationSheet('total-applications', [
  'registrationNumber',
  'examRollNumber',
  'candidateName',
  'courseDegree',
  'collegeName',
  'academicYear',
  'photo',
  'receipt',
  'draftNumbers',
  'draftDate',
  'totalAmount',
  'paidAmount',
  'pendingAmount',
  'status',
  'verifiedBy',
  'verifiedAt',
  'guideName',
  'receivedAt',
]);

export const manageApplicationsSheet = applicationSheet('manage-application', paymentColumns, {
  registrationNumber: 'College Registration number',
  examRollNumber: 'Exam roll number',
  candidateName: 'Candidate name',
  courseDegree: 'Course/Degree',
  collegeName: 'College name',
  receipt: 'Bank receipt(DD)',
  totalAmount: 'Total Amount',
  paidAmount: 'Paid Amount',
  pendingAmount: 'pending amount',
  verifiedAt: 'Verified on',
});

/** What stands under the application receivers, under the specification's headings. */
export const receivedApplicationsSheet = {
  name: 'received-applications',
  columns: {
    candidateName: { header: 'Student' },
    examRollNumber: { header: 'Exam Roll Number' },
    chosenColour: { header: 'Chosen Color' },
    certificateType: { header: 'Certificate Type' },
    selectedPaper: { header: 'Selected Paper' },
    convocationNumber: { header: 'Convocation Number' },
  },
} as const satisfies ListSheet<Application>;

/** The count is missing where a shared address opens somebody who is not among the loaded rows. */
export type ReceiverRow = StaffMember & { receivedThisMonth?: number };

export const receiversSheet = {
  name: 'application-receiver-management',
  columns: {
    name: { header: 'Name' },
    email: { header: 'Email' },
    code: { header: 'Code' },
    receivedThisMonth: { header: 'Received this month', kind: 'number' },
    status: { header: 'Status', value: (row) => staffStatusLabels[row.status] },
  },
} as const satisfies ListSheet<ReceiverRow>;
