import { certificateColumns, certificateRecord } from '#features/certificates/columns.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import { formatMonth } from '#shared/format.ts';
import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { PrintRun, Spoilage } from './contract.ts';
import { proofStateLabels, type StoredProof } from './proof-contract.ts';
import { formatRunNumber } from './rules.ts';
import { printRunStateLabels } from './states.ts';

export const printQueueLayout = {
  name: 'print-queue',
  columns: {
    convocationNumber: certificateColumns.convocationNumber,
    studentName: certificateColumns.studentName,
    examRollNumber: { header: t`Exam roll number`, copied: true, record: certificateRecord },
    collegeName: { header: t`College`, card: 'line' },
    chosenColour: { header: t`Chosen Color`, stockWords: ['chosenColour'] },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
    selectedPaper: { header: t`Selected paper`, stockWords: ['selectedPaper'] },
    waitingSince: { header: t`Waiting since`, kind: 'moment', sortKey: 'waitingSince' },
    waiting: ageColumn(({ waitingSince }) => waitingSince),
  },
} as const satisfies ListLayout<Certificate>;

export const pendingPrintLayout = {
  name: 'pending-print',
  columns: {
    ...certificateColumns,
    collegeName: { header: t`College` },
    waitingSince: { header: t`Waiting since`, kind: 'moment', sortKey: 'waitingSince', card: 'line' },
    /** The copy number of the next sheet. */
    nextCopy: {
      header: t`Original or reprint`,
      value: ({ copyNumber, isEarlier }) =>
        copyNumber === null && !isEarlier ? t`Original` : t`Reprint ${(copyNumber ?? 0) + 1}`,
    },
  },
} as const satisfies ListLayout<Certificate>;

export const completedPrintingLayout = {
  name: 'completed-printing',
  columns: {
    ...certificateColumns,
    collegeName: { header: t`College` },
    run: {
      header: t`Run`,
      value: (row) => (row.runNumber === null ? null : formatRunNumber(row.runNumber)),
      record: ({ runNumber }) =>
        runNumber === null ? null : { kind: 'run', id: formatRunNumber(runNumber) },
    },
    blankSerial: {
      header: t`Blank serial`,
      copied: true,
      card: 'line',
      record: ({ blankSerial }) => recordRef('sheet', blankSerial),
    },
    printedBy: { header: t`Printed by` },
    printedAt: { header: t`Printed at`, kind: 'moment', sortKey: 'printedAt' },
  },
} as const satisfies ListLayout<Certificate>;

export const printRunsLayout = {
  name: 'print-runs',
  columns: {
    runNumber: { header: t`Run`, copied: true, card: 'title', record: ({ id }) => ({ kind: 'run', id }) },
    state: { header: t`State`, value: (row) => printRunStateLabels[row.state], card: 'badge' },
    paper: { header: t`Paper`, stockWords: ['paper', 'colour'], card: 'line' },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords },
    sheetCount: { header: t`Sheets`, kind: 'number' },
    goodCount: { header: t`Good`, kind: 'number' },
    spoiltCount: { header: t`Spoilt`, kind: 'number' },
    missingCount: { header: t`Missing`, kind: 'number' },
    serials: {
      header: t`Serials`,
      value: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : null),
      card: 'line',
    },
    operator: { header: t`Operator` },
    preparedAt: { header: t`Prepared at`, kind: 'moment', card: 'line' },
    closedAt: { header: t`Closed at`, kind: 'moment' },
    waiting: ageColumn(({ state, preparedAt }) =>
      state === 'prepared' || state === 'printing' ? preparedAt : null,
    ),
  },
} as const satisfies ListLayout<PrintRun>;

export const proofsLayout = {
  name: 'proofs',
  columns: {
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, card: 'title' },
    colour: { header: t`Color`, stockWords: ['colour'], card: 'line' },
    state: { header: t`State`, value: (row) => proofStateLabels[row.state], card: 'badge' },
    templateVersion: { header: t`Template` },
    madeBy: { header: t`Made by`, card: 'line' },
    madeAt: { header: t`Made at`, kind: 'moment' },
    decidedBy: { header: t`Decided by`, card: 'line' },
    decidedAt: { header: t`Decided at`, kind: 'moment' },
    remark: { header: t`Remark` },
    waiting: ageColumn(({ state, madeAt }) => (state === 'waiting' ? madeAt : null)),
  },
} as const satisfies ListLayout<StoredProof>;

export const spoilageLayout = {
  name: 'spoilage',
  columns: {
    month: { header: t`Month`, value: ({ month }) => formatMonth(month.slice(0, 7)), card: 'line' },
    paper: { header: t`Paper`, stockWords: ['paper', 'colour'], card: 'title' },
    printer: { header: t`Printer`, card: 'line' },
    operator: { header: t`Operator`, card: 'line' },
    sheets: { header: t`Sheets`, kind: 'number', card: 'line' },
    spoilt: { header: t`Spoilt`, kind: 'number', card: 'badge' },
  },
} as const satisfies ListLayout<Spoilage>;
