import { type StaffMember, staffStatusLabels } from '#features/staff/contract.ts';
import { dayInIndia } from '#shared/format.ts';
import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type Application, applicationStatusLabels } from './contract.ts';

/** Every column that a list of applications can have, in the order of all lists, under the heading that most give it. */
const columns = {
  registrationNumber: { header: t`Registration number` },
  examRollNumber: { header: t`Exam roll` },
  candidateName: { header: t`Candidate` },
  courseDegree: { header: t`Course` },
  collegeName: { header: t`College` },
  academicYear: { header: t`Academic year` },
  photo: { header: t`Photo`, value: (row) => row.photo.name },
  receipt: { header: t`Bank receipt (DD)`, value: (row) => row.receipts.map(({ name }) => name).join(', ') },
  draftNumbers: { header: t`DD reference number` },
  draftDate: { header: t`DD date`, kind: 'day' },
  totalAmount: { header: t`Total amount`, kind: 'rupees' },
  paidAmount: { header: t`Paid amount`, kind: 'rupees' },
  pendingAmount: { header: t`Pending amount`, kind: 'rupees' },
  status: { header: t`Status`, value: (row) => applicationStatusLabels[row.status] },
  verifiedBy: { header: t`Verified by` },
  /** The day alone, where the moment has a column of its own. */
  verifiedOn: {
    header: t`Verified on`,
    kind: 'day',
    value: (row) => row.verifiedAt && dayInIndia(new Date(row.verifiedAt)),
  },
  verifiedAt: { header: t`Verified at`, kind: 'moment' },
  guideName: { header: t`Guide name` },
  receivedAt: { header: t`Date/Time`, kind: 'moment' },
  rejectedBy: { header: t`Rejected by` },
  rejectedAt: { header: t`Rejected at`, kind: 'moment' },
} as const satisfies Record<string, LayoutColumn<Application>>;

export type ApplicationColumnName = keyof typeof columns;
export type ApplicationLayout = ListLayout<Application, ApplicationColumnName>;

function without(names: readonly ApplicationColumnName[], ...left: ApplicationColumnName[]) {
  return names.filter((name) => !left.includes(name));
}

const rejectionColumns = without(Object.keys(columns) as ApplicationColumnName[], 'verifiedOn');
const fullColumns = without(rejectionColumns, 'rejectedBy', 'rejectedAt');
/** The columns of a payment record, in the specification's order. */
export const paymentColumns = without(fullColumns, 'draftNumbers', 'draftDate', 'guideName', 'receivedAt');

/** A list of applications: the named columns in this order, some under the list's own heading. */
export function applicationLayout(
  name: string,
  names: readonly ApplicationColumnName[],
  headers: Partial<Record<ApplicationColumnName, string>> = {},
): ApplicationLayout {
  const chosen = names.map((key) => {
    const column: LayoutColumn<Application> = columns[key];
    return [key, { ...column, header: headers[key] ?? column.header }] as const;
  });
  return { name, columns: Object.fromEntries(chosen) as ApplicationLayout['columns'] };
}

export const totalApplicationsLayout = applicationLayout('total-applications', fullColumns);
export const completedApplicationsLayout = applicationLayout('completed-applications', fullColumns);
export const rejectedApplicationsLayout = applicationLayout('rejected-applications', rejectionColumns);

/** How the lists of payments spell their headings. */
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

/** What stands under the application receivers, under the specification's headings. */
export const receivedApplicationsLayout = {
  name: 'received-applications',
  columns: {
    candidateName: { header: t`Student` },
    examRollNumber: { header: t`Exam Roll Number` },
    chosenColour: { header: t`Chosen Color` },
    certificateType: { header: t`Certificate Type` },
    selectedPaper: { header: t`Selected Paper` },
    convocationNumber: { header: t`Convocation Number` },
  },
} as const satisfies ListLayout<Application>;

/** The count is missing where a shared address opens somebody who is not among the loaded rows. */
export type ReceiverRow = StaffMember & { receivedThisMonth?: number };

export const receiversLayout = {
  name: 'application-receiver-management',
  columns: {
    name: { header: t`Name` },
    email: { header: t`Email` },
    code: { header: t`Code` },
    receivedThisMonth: { header: t`Received this month`, kind: 'number' },
    status: { header: t`Status`, value: (row) => staffStatusLabels[row.status] },
  },
} as const satisfies ListLayout<ReceiverRow>;
