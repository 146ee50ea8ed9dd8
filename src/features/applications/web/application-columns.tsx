import { Anchor, Tooltip } from '@mantine/core';
import { type Icon, IconArrowBackUp, IconDiscount2 } from '@tabler/icons-react';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { addressOf } from '#platform/web/api/address-of.ts';
import type { Cells, DetailField } from '#platform/web/components/list.tsx';
import {
  Day,
  FileLink,
  Moment,
  Money,
  StatusBadge,
  type StatusTone,
} from '#platform/web/components/values.tsx';
import type { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { describeConcession } from '../concession.ts';
import {
  type Application,
  type ApplicationStatus,
  applicationDocuments,
  applicationStatusLabels,
} from '../contract.ts';
import { rejectionReasonLabels, returnReasonLabels } from '../decision-contract.ts';
import classes from './application-columns.module.css';

/** How every list of applications draws its columns. */
export const applicationCells: Cells<Application> = {
  collegeName: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
  photo: (row) => <FileLink file={row.photo} />,
  receipt: (row) => <Receipts files={row.receipts} />,
  totalAmount: (row) => <TotalAmount application={row} />,
  pendingAmount: (row) => <Money amount={row.pendingAmount} dashAtZero isDue />,
  status: (row) => <ApplicationStatusBadge status={row.status} />,
};

/** Everything that is known of an application, for its details dialog. */
export function applicationDetails(row: Application): DetailField[] {
  return [
    { label: t`Status`, value: <ApplicationStatusBadge status={row.status} /> },
    { label: t`Convocation number`, value: row.convocationNumber, copy: row.convocationNumber },
    {
      label: t`Acknowledgement number`,
      value: row.acknowledgementNumber,
      copy: String(row.acknowledgementNumber),
    },
    {
      label: t`Receipt`,
      value: (
        <Anchor
          href={addressOf(applicationDocuments.receipt, { id: row.id })}
          target="_blank"
          rel="noopener"
          inherit
        >
          {t`Receipt (PDF)`}
        </Anchor>
      ),
    },
    {
      label: t`College Registration number`,
      column: 'registrationNumber',
      value: row.registrationNumber,
      copy: row.registrationNumber,
    },
    {
      label: t`Exam roll number`,
      column: 'examRollNumber',
      value: row.examRollNumber,
      copy: row.examRollNumber,
    },
    { label: t`Candidate name`, column: 'candidateName', value: row.candidateName },
    { label: t`Name in Kannada or Devanagari`, value: row.candidateNameNative },
    { label: t`Course/Degree`, column: 'courseDegree', value: row.courseDegree },
    { label: t`College name`, column: 'collegeName', value: `${row.collegeName} (${row.collegeCode})` },
    { label: t`Academic year`, value: row.academicYear },
    { label: t`Mode of study`, value: row.modeOfStudy },
    { label: t`Guide name`, column: 'guideName', value: row.guideName },
    { label: t`Certificate type`, column: 'certificateType', value: row.certificateType },
    { label: t`Chosen Color`, value: row.chosenColour },
    { label: t`Selected Paper`, value: row.selectedPaper },
    { label: t`Concession`, value: row.concession && describeConcession(row.feeAmount, row.concession) },
    { label: t`Total amount`, column: 'totalAmount', value: <TotalAmount application={row} /> },
    { label: t`Paid amount`, value: <Money amount={row.paidAmount} dashAtZero /> },
    { label: t`Pending amount`, value: <Money amount={row.pendingAmount} dashAtZero isDue /> },
    {
      label: t`DD reference number`,
      column: 'draftNumbers',
      value: row.draftNumbers,
      copy: row.draftNumbers,
    },
    { label: t`DD date`, value: row.draftDate ? <Day value={row.draftDate} /> : '-' },
    { label: t`Received by`, value: row.receivedBy },
    { label: t`Received at`, column: 'receivedAt', value: <Moment value={row.receivedAt} /> },
    { label: t`Verified by`, value: row.verifiedBy },
    { label: t`Verified at`, column: 'verifiedAt', value: <Moment value={row.verifiedAt} /> },
    { label: t`Rejected by`, value: row.rejectedBy },
    { label: t`Rejected at`, column: 'rejectedAt', value: <Moment value={row.rejectedAt} /> },
    { label: t`Reason of rejection`, value: rejectionOf(row) },
    { label: t`Returned by`, value: row.returnedBy },
    { label: t`Returned at`, value: <Moment value={row.returnedAt} /> },
    {
      label: t`Reasons of return`,
      value: row.returnReasons.map((reason) => returnReasonLabels[reason]).join('; '),
    },
    { label: t`Remark to the receiver`, value: row.returnRemark },
  ];
}

/** The first of them; how many more there are, with their names on hover. */
function Receipts({ files }: { files: readonly FileReference[] }) {
  const [first, ...others] = files;
  if (!first) return '-';
  return (
    <span className={classes.receipts}>
      <FileLink file={first} />
      {others.length > 0 && (
        <span title={others.map(({ name }) => name).join(', ')}>{t`+${others.length}`}</span>
      )}
    </span>
  );
}

const statusLooks: Record<ApplicationStatus, { tone: StatusTone; icon?: Icon }> = {
  received: { tone: 'waiting' },
  returned: { tone: 'waiting', icon: IconArrowBackUp },
  verified: { tone: 'good' },
  rejected: { tone: 'bad' },
};

export function ApplicationStatusBadge({ status }: Pick<Application, 'status'>) {
  return <StatusBadge {...statusLooks[status]} label={applicationStatusLabels[status]} />;
}

function rejectionOf({ rejectionReason, rejectionRemark }: Application): string {
  const reason = rejectionReason && rejectionReasonLabels[rejectionReason];
  return [reason, rejectionRemark].filter(Boolean).join('; ');
}

/** What an application has to pay, with a mark when that is less than the fee. */
export function TotalAmount({
  application: { totalAmount, feeAmount, concession },
}: {
  application: Pick<Application, 'totalAmount' | 'feeAmount' | 'concession'>;
}) {
  if (!concession) return <Money amount={totalAmount} />;
  const words = describeConcession(feeAmount, concession);
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className={classes.total}>
        <IconDiscount2 size={16} role="img" aria-label={t`Concession`} />
        <Money amount={totalAmount} />
      </span>
    </Tooltip>
  );
}
