import { reopeningReasonLabels } from '#features/applications/decision-contract.ts';
import { ofCertificate } from '#features/certificates/columns.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import type { FileReference } from '#shared/fields.ts';
import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type ReprintCause, type ReprintRequest, reprintStatusLabels } from './contract.ts';

/** The reason typed, or that the sheet is lost or the data were corrected. */
export function reasonOf({ kind, reason }: Pick<ReprintRequest, 'kind' | 'reason'>): string {
  if (kind === 'lost') return t`Lost`;
  return kind === 'data_corrected' ? t`Data corrected` : reason;
}

/** Why the request was rejected or ended; null if neither. */
export function describeEnd({ endedWith, remark }: Pick<ReprintRequest, 'endedWith' | 'remark'>) {
  if (endedWith === null || remark === null) return remark;
  if (endedWith === 'revoked') return t`The certificate was revoked: ${remark}`;
  const reason = choiceInWords(reopeningReasonLabels, remark);
  return t`The application was reopened (${reason}): the next verification asks for a new copy.`;
}

/** Null for corrected data, which cost nothing, whoever wrote them wrong. */
export function causeOf({ cause, kind }: Pick<ReprintRequest, 'cause' | 'kind'>): ReprintCause | null {
  return kind === 'data_corrected' ? null : cause;
}

/** The status, and whether a pending request waits for its payment. */
export function statusOf({ status, charge }: Pick<ReprintRequest, 'status' | 'charge'>): string {
  if (status === null && charge !== null && charge.pendingAmount > 0) return t`Pending, unpaid`;
  return reprintStatusLabels[status ?? 'pending'];
}

/** The photo of the error, or for a lost sheet the declaration. */
export function evidenceOf({ errorPhoto, declaration }: ReprintRequest): FileReference | null {
  return errorPhoto ?? declaration;
}

/** The columns of both lists in the specification, verbatim. */
const reprintColumns = {
  studentName: { header: t`Name`, sortKey: 'studentName', card: 'title' },
  examRollNumber: {
    header: t`Exam roll number`,
    copied: true,
    sortKey: 'examRollNumber',
    card: 'line',
    record: ofCertificate,
  },
  collegeName: { header: t`College`, card: 'line' },
  reason: { header: t`reason for reprint`, value: (row: ReprintRequest) => reasonOf(row), card: 'line' },
  errorPhoto: {
    header: t`Photo of error`,
    value: (row: ReprintRequest) => evidenceOf(row)?.name ?? null,
    isFile: true,
  },
  status: { header: t`Status`, value: (row: ReprintRequest) => statusOf(row), card: 'badge' },
  waiting: ageColumn((row: ReprintRequest) => {
    if (row.status === null) return row.requestedAt;
    return row.status === 'approved' && row.reprintedAt === null ? row.decidedAt : null;
  }),
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
    requestedAt: { header: t`Asked for at`, kind: 'moment', sortKey: 'requestedAt', card: 'line' },
    decidedBy: { header: t`Decided by` },
    reprintedAt: { header: t`New copy printed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<ReprintRequest>;
