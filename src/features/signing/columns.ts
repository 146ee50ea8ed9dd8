import { ofCertificate } from '#features/certificates/columns.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { SheetToSign, SigningBatch } from './contract.ts';

export const signingBatchesLayout = {
  name: 'signing-batches',
  columns: {
    batchNumber: {
      header: t`Batch`,
      copied: true,
      card: 'title',
      record: ({ id }) => ({ kind: 'signing_batch', id }),
    },
    office: { header: t`Office that signs`, card: 'line' },
    carriedBy: { header: t`Carried by`, card: 'line' },
    sheetCount: { header: t`Sheets`, kind: 'number' },
    outCount: { header: t`Still out`, kind: 'number', card: 'line' },
    signedCount: { header: t`Signed`, kind: 'number' },
    sentBy: { header: t`Sent by` },
    sentAt: { header: t`Sent at`, kind: 'moment' },
    backAt: { header: t`Back at`, kind: 'moment' },
    waiting: ageColumn(({ outCount, sentAt }) => (outCount > 0 ? sentAt : null)),
  },
} as const satisfies ListLayout<SigningBatch>;

export const sheetsToSignLayout = {
  name: 'sheets-to-sign',
  columns: {
    convocationNumber: { header: t`Convocation number`, copied: true, card: 'title', record: ofCertificate },
    studentName: { header: t`Student`, card: 'line' },
    examRollNumber: { header: t`Exam roll number`, copied: true, record: ofCertificate },
    courseDegree: { header: t`Course` },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
    collegeCode: { header: t`College` },
    blankSerial: {
      header: t`Blank serial`,
      copied: true,
      card: 'line',
      record: ({ blankSerial }) => ({ kind: 'sheet', id: blankSerial }),
    },
    runNumber: {
      header: t`Print run`,
      copied: true,
      record: ({ runNumber }) => ({ kind: 'run', id: runNumber }),
    },
    printedAt: { header: t`Printed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<SheetToSign>;
