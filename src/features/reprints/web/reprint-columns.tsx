import { copyLabel } from '#features/certificates/copy-contract.ts';
import { FileLink } from '#platform/web/components/file-link.tsx';
import type { ColumnLook } from '#platform/web/components/list/layout-columns.tsx';
import type { DetailField } from '#platform/web/components/list/list-declaration.ts';
import { Moment } from '#platform/web/components/moment.tsx';
import { t } from '#shared/words.ts';
import type { pendingReprintsLayout } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import type { ReprintSort } from './reprint-lists.ts';
import { ReprintStatusBadge } from './reprint-status.tsx';

type Looks = Record<keyof typeof pendingReprintsLayout.columns, ColumnLook<ReprintRequest, ReprintSort>>;

/** How every list of reprint requests draws its columns. */
export const reprintLooks: Looks = {
  studentName: { width: 170, sortKey: 'studentName', card: 'title' },
  examRollNumber: { width: 140, sortKey: 'examRollNumber', card: 'line' },
  collegeName: { width: 200, card: 'line' },
  reason: { width: 220, card: 'line' },
  errorPhoto: { width: 190, card: 'hidden', render: (row) => <FileLink file={row.errorPhoto} /> },
  status: { width: 130, card: 'badge', render: (row) => <ReprintStatusBadge status={row.status} /> },
};

/** Everything that is known of a request. */
export function reprintDetails(row: ReprintRequest): DetailField[] {
  return [
    { label: t`Status`, value: <ReprintStatusBadge status={row.status} /> },
    { label: t`Convocation number`, value: row.convocationNumber, copy: row.convocationNumber },
    { label: t`Name`, value: row.studentName },
    { label: t`Exam roll number`, value: row.examRollNumber, copy: row.examRollNumber },
    { label: t`College`, value: `${row.collegeName} (${row.collegeCode})` },
    { label: t`reason for reprint`, value: row.reason },
    {
      label: t`Copy with the error`,
      value: t`${copyLabel(row.copyNumber)}, ${row.blankSerial}`,
      copy: row.blankSerial,
    },
    { label: t`Asked for by`, value: row.requestedBy },
    { label: t`Asked for at`, value: <Moment value={row.requestedAt} /> },
    { label: t`Decided by`, value: row.decidedBy },
    { label: t`Decided at`, value: <Moment value={row.decidedAt} /> },
    { label: t`Why it was rejected`, value: row.remark },
    { label: t`New copy printed at`, value: <Moment value={row.reprintedAt} /> },
  ];
}

/** How a person names a request. */
export function reprintLabel(row: ReprintRequest): string {
  return `${row.studentName}, ${row.convocationNumber}`;
}
