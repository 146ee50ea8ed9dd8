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
      width: 95,
      card: 'title',
      record: ({ id }) => ({ kind: 'signing_batch', id }),
    },
    office: { header: t`Office that signs`, width: 160, card: 'line' },
    carriedBy: { header: t`Carried by`, width: 140, card: 'line' },
    sheetCount: { header: t`Sheets`, kind: 'number', width: 80 },
    outCount: { header: t`Still out`, kind: 'number', width: 80, card: 'line' },
    signedCount: { header: t`Signed`, kind: 'number', width: 80 },
    sentBy: { header: t`Sent by`, width: 120 },
    sentAt: { header: t`Sent at`, kind: 'moment', width: 155 },
    backAt: { header: t`Back at`, kind: 'moment', width: 155 },
    waiting: ageColumn(({ outCount, sentAt }) => (outCount > 0 ? sentAt : null)),
  },
} as const satisfies ListLayout<SigningBatch>;

export const sheetsToSignLayout = {
  name: 'sheets-to-sign',
  columns: {
    convocationNumber: {
      header: t`Convocation number`,
      copied: true,
      width: 130,
      card: 'title',
      record: ofCertificate,
    },
    studentName: { header: t`Student`, width: 150, card: 'line' },
    examRollNumber: { header: t`Exam roll number`, copied: true, width: 115, record: ofCertificate },
    courseDegree: { header: t`Course`, width: 150 },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 110 },
    collegeCode: { header: t`College`, width: 90 },
    blankSerial: {
      header: t`Blank serial`,
      copied: true,
      width: 100,
      card: 'line',
      record: ({ blankSerial }) => ({ kind: 'sheet', id: blankSerial }),
    },
    runNumber: {
      header: t`Print run`,
      copied: true,
      width: 100,
      record: ({ runNumber }) => ({ kind: 'run', id: runNumber }),
    },
    printedAt: { header: t`Printed at`, kind: 'moment', width: 140 },
  },
} as const satisfies ListLayout<SheetToSign>;
