import { FileLink } from '#web/components/file-link.tsx';
import type { Column, DetailField } from '#web/components/list/list-declaration.ts';
import { Day, Moment } from '#web/components/moment.tsx';
import { Money } from '#web/components/money.tsx';
import { type Application, returnReasonLabels } from '../contract.ts';
import { ApplicationStatusBadge } from './status.tsx';

export type ApplicationSort = 'receivedAt' | 'registrationNumber' | 'examRollNumber' | 'candidateName';
export type ApplicationColumn = Column<Application, ApplicationSort>;

type Headers = Partial<Record<ColumnName, string>>;
type ColumnName = keyof typeof columns;

/** Every column that a list of applications can have, under the heading that most lists give it. */
const columns = {
  registrationNumber: {
    header: 'Registration number',
    width: 180,
    sortKey: 'registrationNumber',
    card: 'line',
  },
  examRollNumber: { header: 'Exam roll', width: 120, sortKey: 'examRollNumber', card: 'line' },
  candidateName: { header: 'Candidate', width: 190, sortKey: 'candidateName', card: 'title' },
  courseDegree: { header: 'Course', width: 125, card: 'hidden' },
  collegeName: { header: 'College', width: 230, card: 'line' },
  academicYear: { header: 'Academic year', width: 110, card: 'hidden' },
  photo: { header: 'Photo', width: 190, card: 'hidden', render: (row) => <FileLink file={row.photo} /> },
  receipt: {
    header: 'Bank receipt (DD)',
    width: 190,
    card: 'hidden',
    render: (row) => <FileLink file={row.receipt} />,
  },
  totalAmount: money('Total amount', (row) => row.totalAmount),
  paidAmount: money('Paid amount', (row) => row.paidAmount),
  pendingAmount: {
    ...money('Pending amount', (row) => row.pendingAmount),
    render: (row) => <Money amount={row.pendingAmount} dashAtZero isDue />,
  },
  status: {
    header: 'Status',
    width: 190,
    card: 'badge',
    render: (row) => <ApplicationStatusBadge status={row.status} />,
  },
  verifiedBy: { header: 'Verified by', width: 140, card: 'hidden' },
  verifiedAt: moment('Verified at', (row) => row.verifiedAt),
  draftNumbers: { header: 'DD reference number', width: 150, card: 'hidden' },
  draftDate: {
    header: 'DD date',
    width: 105,
    card: 'hidden',
    render: (row) => <Day value={row.draftDate} />,
  },
  guideName: { header: 'Guide name', width: 130, card: 'hidden' },
  receivedAt: { ...moment('Date/Time', (row) => row.receivedAt), sortKey: 'receivedAt' },
} as const satisfies Record<string, Omit<ApplicationColumn, 'key'>>;

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

/** The named columns in this order, some under the list's own heading. */
export function applicationColumns(names: readonly ColumnName[], headers: Headers = {}): ApplicationColumn[] {
  return names.map((name) => ({
    key: name,
    ...columns[name],
    ...(headers[name] ? { header: headers[name] } : {}),
  }));
}

function money(header: string, amount: (row: Application) => number): Omit<ApplicationColumn, 'key'> {
  return {
    header,
    width: 125,
    align: 'right',
    card: 'hidden',
    render: (row) => <Money amount={amount(row)} dashAtZero />,
  };
}

function moment(header: string, at: (row: Application) => string | null): Omit<ApplicationColumn, 'key'> {
  return {
    header,
    width: 150,
    card: 'hidden',
    render: (row) => <Moment value={at(row)} />,
  };
}

/** Everything that is known of an application, for its details dialog. */
export function applicationDetails(row: Application): DetailField[] {
  const moments = (label: string, at: string | null): DetailField[] =>
    at ? [{ label, value: <Moment value={at} /> }] : [];
  const text = (label: string, value: string | null): DetailField[] => (value ? [{ label, value }] : []);
  return [
    { label: 'Status', value: <ApplicationStatusBadge status={row.status} /> },
    ...(row.convocationNumber
      ? [{ label: 'Convocation number', value: row.convocationNumber, copy: row.convocationNumber }]
      : []),
    {
      label: 'Acknowledgement number',
      value: row.acknowledgementNumber,
      copy: String(row.acknowledgementNumber),
    },
    { label: 'College Registration number', value: row.registrationNumber, copy: row.registrationNumber },
    { label: 'Exam roll number', value: row.examRollNumber, copy: row.examRollNumber },
    { label: 'Candidate name', value: row.candidateName },
    ...text('Name in Kannada or Devanagari', row.candidateNameNative),
    { label: 'Course/Degree', value: row.courseDegree },
    { label: 'College name', value: `${row.collegeName} (${row.collegeCode})` },
    { label: 'Academic year', value: row.academicYear },
    { label: 'Mode of study', value: row.modeOfStudy },
    ...text('Guide name', row.guideName),
    { label: 'Certificate type', value: row.certificateType },
    { label: 'Chosen Color', value: row.chosenColour },
    { label: 'Selected Paper', value: row.selectedPaper },
    { label: 'Total amount', value: <Money amount={row.totalAmount} /> },
    { label: 'Paid amount', value: <Money amount={row.paidAmount} dashAtZero /> },
    { label: 'Pending amount', value: <Money amount={row.pendingAmount} dashAtZero isDue /> },
    ...(row.draftNumbers
      ? [{ label: 'DD reference number', value: row.draftNumbers, copy: row.draftNumbers }]
      : [{ label: 'DD reference number', value: '-' }]),
    ...(row.draftDate ? [{ label: 'DD date', value: <Day value={row.draftDate} /> }] : []),
    { label: 'Received by', value: row.receivedBy },
    ...moments('Received at', row.receivedAt),
    ...text('Verified by', row.verifiedBy),
    ...moments('Verified at', row.verifiedAt),
    ...text('Rejected by', row.rejectedBy),
    ...moments('Rejected at', row.rejectedAt),
    ...text('Reason of rejection', row.rejectionRemark),
    ...text('Returned by', row.returnedBy),
    ...moments('Returned at', row.returnedAt),
    ...text('Reasons of return', row.returnReasons.map((reason) => returnReasonLabels[reason]).join('; ')),
    ...text('Remark to the receiver', row.returnRemark),
  ];
}
