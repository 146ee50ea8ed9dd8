import { FileLink } from '#web/components/file-link.tsx';
import type { Column, DetailField } from '#web/components/list/list-declaration.ts';
import { type ColumnLook, columnsOf } from '#web/components/list/sheet-columns.tsx';
import { Day, Moment } from '#web/components/moment.tsx';
import { Money } from '#web/components/money.tsx';
import type { ApplicationColumnName, ApplicationSheet } from '../columns.ts';
import { type Application, returnReasonLabels } from '../contract.ts';
import { ApplicationStatusBadge } from './status.tsx';

export type ApplicationSort = 'receivedAt' | 'registrationNumber' | 'examRollNumber' | 'candidateName';

const looks: Record<ApplicationColumnName, ColumnLook<Application, ApplicationSort>> = {
  registrationNumber: { width: 180, sortKey: 'registrationNumber', card: 'line' },
  examRollNumber: { width: 120, sortKey: 'examRollNumber', card: 'line' },
  candidateName: { width: 190, sortKey: 'candidateName', card: 'title' },
  courseDegree: { width: 125, card: 'hidden' },
  collegeName: { width: 230, card: 'line' },
  academicYear: { width: 110, card: 'hidden' },
  photo: { width: 190, card: 'hidden', render: (row) => <FileLink file={row.photo} /> },
  receipt: { width: 190, card: 'hidden', render: (row) => <FileLink file={row.receipt} /> },
  totalAmount: { width: 125, card: 'hidden' },
  paidAmount: { width: 125, card: 'hidden' },
  pendingAmount: {
    width: 125,
    card: 'hidden',
    render: (row) => <Money amount={row.pendingAmount} dashAtZero isDue />,
  },
  status: { width: 190, card: 'badge', render: (row) => <ApplicationStatusBadge status={row.status} /> },
  verifiedBy: { width: 140, card: 'hidden' },
  verifiedAt: { width: 150, card: 'hidden' },
  draftNumbers: { width: 150, card: 'hidden' },
  draftDate: { width: 105, card: 'hidden' },
  guideName: { width: 130, card: 'hidden' },
  receivedAt: { width: 150, sortKey: 'receivedAt', card: 'hidden' },
};

/** The columns of a list of applications as screens draw them. */
export function applicationColumns(sheet: ApplicationSheet): Column<Application, ApplicationSort>[] {
  return columnsOf(sheet, looks);
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
