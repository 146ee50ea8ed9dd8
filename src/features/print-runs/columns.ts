import { certificateColumns, certificateRecord } from '#features/certificates/columns.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { PrintRun } from './contract.ts';
import { proofStateLabels, type StoredProof } from './proof-contract.ts';
import { formatRunNumber } from './rules.ts';
import { printRunStateLabels } from './states.ts';

export const printQueueLayout = {
  name: 'print-queue',
  columns: {
    convocationNumber: {
      header: t`Convocation number`,
      copied: true,
      width: 160,
      sortKey: 'convocationNumber',
      card: 'line',
      record: certificateRecord,
    },
    studentName: { header: t`Student`, width: 200, card: 'title' },
    examRollNumber: { header: t`Exam roll number`, copied: true, width: 140, record: certificateRecord },
    collegeName: { header: t`College`, width: 230, card: 'line' },
    chosenColour: { header: t`Chosen Color`, stockWords: ['chosenColour'], width: 110 },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 120 },
    selectedPaper: { header: t`Selected paper`, stockWords: ['selectedPaper'], width: 140 },
    waitingSince: { header: t`Waiting since`, kind: 'moment', width: 150, sortKey: 'waitingSince' },
    waiting: ageColumn(({ waitingSince }) => waitingSince),
  },
} as const satisfies ListLayout<Certificate>;

export const pendingPrintLayout = {
  name: 'pending-print',
  columns: {
    ...certificateColumns,
    collegeName: { header: t`College`, width: 130 },
    waitingSince: {
      header: t`Waiting since`,
      kind: 'moment',
      width: 140,
      sortKey: 'waitingSince',
      card: 'line',
    },
    /** The copy number of the next sheet. */
    nextCopy: {
      header: t`Original or reprint`,
      value: ({ copyNumber, isEarlier }) =>
        copyNumber === null && !isEarlier ? t`Original` : t`Reprint ${(copyNumber ?? 0) + 1}`,
      width: 95,
    },
  },
} as const satisfies ListLayout<Certificate>;

export const completedPrintingLayout = {
  name: 'completed-printing',
  columns: {
    ...certificateColumns,
    collegeName: { header: t`College`, width: 120 },
    run: {
      header: t`Run`,
      value: (row) => (row.runNumber === null ? null : formatRunNumber(row.runNumber)),
      width: 90,
      record: ({ runNumber }) =>
        runNumber === null ? null : { kind: 'run', id: formatRunNumber(runNumber) },
    },
    blankSerial: {
      header: t`Blank serial`,
      copied: true,
      width: 90,
      card: 'line',
      record: ({ blankSerial }) => recordRef('sheet', blankSerial),
    },
    printedBy: { header: t`Printed by`, width: 115 },
    printedAt: { header: t`Printed at`, kind: 'moment', width: 140, sortKey: 'printedAt' },
  },
} as const satisfies ListLayout<Certificate>;

export const printRunsLayout = {
  name: 'print-runs',
  columns: {
    runNumber: {
      header: t`Run`,
      copied: true,
      width: 110,
      card: 'title',
      record: ({ id }) => ({ kind: 'run', id }),
    },
    state: { header: t`State`, value: (row) => printRunStateLabels[row.state], width: 130, card: 'badge' },
    paper: { header: t`Paper`, stockWords: ['paper', 'colour'], width: 200, card: 'line' },
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 130 },
    sheetCount: { header: t`Sheets`, kind: 'number', width: 80 },
    goodCount: { header: t`Good`, kind: 'number', width: 80 },
    spoiltCount: { header: t`Spoilt`, kind: 'number', width: 80 },
    missingCount: { header: t`Missing`, kind: 'number', width: 80 },
    serials: {
      header: t`Serials`,
      value: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : null),
      width: 180,
      card: 'line',
    },
    operator: { header: t`Operator`, width: 150 },
    preparedAt: { header: t`Prepared at`, kind: 'moment', width: 150, card: 'line' },
    closedAt: { header: t`Closed at`, kind: 'moment', width: 150 },
    waiting: ageColumn(({ state, preparedAt }) =>
      state === 'prepared' || state === 'printing' ? preparedAt : null,
    ),
  },
} as const satisfies ListLayout<PrintRun>;

export const proofsLayout = {
  name: 'proofs',
  columns: {
    certificateType: {
      header: t`Certificate type`,
      value: certificateTypeInWords,
      width: 150,
      card: 'title',
    },
    colour: { header: t`Color`, stockWords: ['colour'], width: 110, card: 'line' },
    state: { header: t`State`, value: (row) => proofStateLabels[row.state], width: 180, card: 'badge' },
    templateVersion: { header: t`Template`, width: 110 },
    madeBy: { header: t`Made by`, width: 150, card: 'line' },
    madeAt: { header: t`Made at`, kind: 'moment', width: 150 },
    decidedBy: { header: t`Decided by`, width: 150, card: 'line' },
    decidedAt: { header: t`Decided at`, kind: 'moment', width: 150 },
    remark: { header: t`Remark`, width: 180 },
    waiting: ageColumn(({ state, madeAt }) => (state === 'waiting' ? madeAt : null)),
  },
} as const satisfies ListLayout<StoredProof>;
