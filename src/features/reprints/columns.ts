import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type ReprintRequest, reprintStatusLabels } from './contract.ts';

/** The columns of both lists of the specification, word for word. */
const reprintColumns = {
  studentName: { header: t`Name` },
  examRollNumber: { header: t`Exam roll number` },
  collegeName: { header: t`College` },
  reason: { header: t`reason for reprint` },
  errorPhoto: { header: t`Photo of error`, value: (row: ReprintRequest) => row.errorPhoto.name },
  status: { header: t`Status`, value: (row: ReprintRequest) => reprintStatusLabels[row.status ?? 'pending'] },
} as const;

export const pendingReprintsLayout = {
  name: 'pending-reprint-approvals',
  columns: reprintColumns,
} as const satisfies ListLayout<ReprintRequest>;

export const approvedReprintsLayout = {
  name: 'approved-for-reprint',
  columns: reprintColumns,
} as const satisfies ListLayout<ReprintRequest>;

export const reprintRequestsLayout = {
  name: 'reprint-requests',
  columns: {
    ...reprintColumns,
    requestedBy: { header: t`Asked for by` },
    requestedAt: { header: t`Asked for at`, kind: 'moment' },
  },
} as const satisfies ListLayout<ReprintRequest>;
