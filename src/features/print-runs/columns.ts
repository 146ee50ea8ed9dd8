import { printedCertificatesLayout } from '#features/certificates/columns.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type PrintRun, printRunStateLabels } from './contract.ts';
import type { Printer } from './printer-contract.ts';
import { type KeptProof, proofStateLabels } from './proof-contract.ts';
import { formatRunNumber } from './rules.ts';

export const printQueueLayout = {
  name: 'print-queue',
  columns: {
    convocationNumber: { header: t`Convocation number` },
    studentName: { header: t`Student` },
    examRollNumber: { header: t`Exam roll number` },
    collegeName: { header: t`College` },
    chosenColour: { header: t`Chosen Color` },
    certificateType: { header: t`Certificate type` },
    selectedPaper: { header: t`Selected paper` },
    waitingSince: { header: t`Waiting since`, kind: 'moment' },
  },
} as const satisfies ListLayout<Certificate>;

export const pendingPrintLayout = {
  name: 'pending-print',
  columns: {
    ...printedCertificatesLayout.columns,
    collegeName: { header: t`College` },
    waitingSince: { header: t`Waiting since`, kind: 'moment' },
    /** Which copy the next sheet will be. */
    nextCopy: {
      header: t`Original or reprint`,
      value: ({ copyNumber }) => (copyNumber === null ? t`Original` : t`Reprint ${copyNumber + 1}`),
    },
  },
} as const satisfies ListLayout<Certificate>;

export const completedPrintingLayout = {
  name: 'completed-printing',
  columns: {
    ...printedCertificatesLayout.columns,
    collegeName: { header: t`College` },
    run: {
      header: t`Run`,
      value: (row) => (row.runNumber === null ? null : formatRunNumber(row.runNumber)),
    },
    blankSerial: { header: t`Blank serial` },
    printedBy: { header: t`Printed by` },
    printedAt: { header: t`Printed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<Certificate>;

export const printRunsLayout = {
  name: 'print-runs',
  columns: {
    runNumber: { header: t`Run` },
    state: { header: t`State`, value: (row) => printRunStateLabels[row.state] },
    paper: { header: t`Paper`, value: (row) => `${row.paper}, ${row.colour}` },
    certificateType: { header: t`Certificate type` },
    sheetCount: { header: t`Sheets`, kind: 'number' },
    goodCount: { header: t`Good`, kind: 'number' },
    spoiltCount: { header: t`Spoilt`, kind: 'number' },
    missingCount: { header: t`Missing`, kind: 'number' },
    serials: {
      header: t`Serials`,
      value: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : null),
    },
    operator: { header: t`Operator` },
    preparedAt: { header: t`Prepared at`, kind: 'moment' },
    closedAt: { header: t`Closed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<PrintRun>;

export const printersLayout = {
  name: 'printers',
  columns: {
    code: { header: t`Printer code` },
    name: { header: t`Printer` },
    xMm: { header: t`X offset (mm)`, kind: 'number' },
    yMm: { header: t`Y offset (mm)`, kind: 'number' },
    operators: { header: t`Operators`, value: (row) => row.operators.join(', ') || null },
  },
} as const satisfies ListLayout<Printer>;

export const proofsLayout = {
  name: 'proofs',
  columns: {
    certificateType: { header: t`Certificate type` },
    colour: { header: t`Color` },
    state: { header: t`State`, value: (row) => proofStateLabels[row.state] },
    templateVersion: { header: t`Template` },
    madeBy: { header: t`Made by` },
    madeAt: { header: t`Made at`, kind: 'moment' },
    decidedBy: { header: t`Decided by` },
    decidedAt: { header: t`Decided at`, kind: 'moment' },
    remark: { header: t`Remark` },
  },
} as const satisfies ListLayout<KeptProof>;
