import { applicationLayout, paymentColumns } from '#features/applications/columns.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { type RecordRef, recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { Bundle } from './bundle-contract.ts';
import type { Certificate } from './contract.ts';
import { type Revocation, revocationLabels } from './revocation-contract.ts';

export const pendingCertificatesLayout = applicationLayout('pending-certificates', paymentColumns);

/** Links the numbers in a row of certificates to the certificate. */
export function certificateRecord({ id }: Pick<Certificate, 'id'>): RecordRef {
  return { kind: 'certificate', id };
}

/** The same for rows about a certificate, such as requests. */
export function ofCertificate({ certificateId }: { certificateId: string }): RecordRef {
  return { kind: 'certificate', id: certificateId };
}

/** Columns of the sheets from which a page has some chosen. */
export const sheetColumns = {
  courseDegree: {
    header: t`Course`,
    isWide: true,
    value: (one: Pick<Certificate, 'courseDegree' | 'certificateType'>) =>
      `${one.courseDegree}, ${certificateTypeInWords(one)}`,
  },
  blankSerial: {
    header: t`Blank serial`,
    isMonospace: true,
    record: ({ blankSerial }: { blankSerial: string | null }) => recordRef('sheet', blankSerial),
  },
};

/** The columns that the specification gives the lists of certificates. */
export const certificateColumns = {
  studentName: { header: t`Student`, card: 'title' },
  examRollNumber: { header: t`Exam roll number`, copied: true, card: 'line', record: certificateRecord },
  chosenColour: { header: t`Chosen Color`, stockWords: ['chosenColour'] },
  certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
  selectedPaper: { header: t`Selected paper`, stockWords: ['selectedPaper'] },
  convocationNumber: {
    header: t`Convocation number`,
    copied: true,
    sortKey: 'convocationNumber',
    card: 'line',
    record: certificateRecord,
  },
  waiting: ageColumn(
    (row: Certificate) => row.withheldAt ?? (row.state === 'printed' ? row.printedAt : null),
  ),
} as const satisfies ListLayout<Certificate>['columns'];

/** Where the valid copy is, in the words of the filter. */
function placeOf({ withheldAt, handOver, missingSignature }: Certificate): string {
  if (withheldAt) return t`Withheld`;
  if (handOver) return t`Handed over`;
  if (missingSignature === null) return t`To be handed over`;
  return missingSignature.state === 'to_be_signed'
    ? t`Waits for a batch to be signed`
    : t`In signing batch ${missingSignature.batchNumber}`;
}

export const printedCertificatesLayout = {
  name: 'printed-certificates',
  columns: {
    ...certificateColumns,
    place: { header: t`Where it is`, value: placeOf, card: 'badge' },
    collegeName: { header: t`College` },
    bundle: {
      header: t`Bundle`,
      value: ({ handOver }) => (handOver?.way === 'bundle' ? handOver.bundleNumber : null),
      record: ({ handOver }) =>
        handOver?.way === 'bundle' ? { kind: 'bundle', id: handOver.bundleId } : null,
    },
  },
} as const satisfies ListLayout<Certificate>;

export const revocationsLayout = {
  name: 'revocations',
  columns: {
    convocationNumber: { header: t`Convocation number`, copied: true, card: 'line', record: ofCertificate },
    studentName: { header: t`Student`, card: 'title' },
    examRollNumber: { header: t`Exam roll number`, copied: true, record: ofCertificate },
    collegeName: { header: t`College`, card: 'line' },
    reason: { header: t`Reason`, card: 'line' },
    authority: { header: t`Authority` },
    outcome: {
      header: t`Status`,
      value: (row) => revocationLabels[row.outcome ?? 'proposed'],
      card: 'badge',
    },
    proposedBy: { header: t`Proposed by` },
    proposedAt: { header: t`Proposed at`, kind: 'moment' },
    decidedBy: { header: t`Decided by` },
    decidedAt: { header: t`Decided at`, kind: 'moment' },
    waiting: ageColumn(({ outcome, proposedAt }) => (outcome === null ? proposedAt : null)),
  },
} as const satisfies ListLayout<Revocation>;

export const bundlesLayout = {
  name: 'bundles',
  columns: {
    bundleNumber: {
      header: t`Bundle`,
      copied: true,
      card: 'title',
      record: ({ id }) => ({ kind: 'bundle', id }),
    },
    collegeName: { header: t`College`, card: 'line' },
    certificateCount: { header: t`Certificates`, kind: 'number', card: 'line' },
    signedCount: { header: t`Signed by students`, kind: 'number' },
    deliveredTo: { header: t`Handed over to`, card: 'line' },
    designation: { header: t`Designation` },
    handedOverBy: { header: t`Handed over by` },
    handedOverAt: { header: t`Handed over at`, kind: 'moment' },
  },
} as const satisfies ListLayout<Bundle>;
