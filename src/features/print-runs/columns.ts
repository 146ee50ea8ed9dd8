import type { Certificate } from '#features/certificates/contract.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { t } from '#shared/words.ts';
import { type PrintRun, printRunStateLabels } from './contract.ts';

export const printQueueSheet = {
  name: 'print-queue',
  columns: {
    convocationNumber: { header: t`Convocation number` },
    studentName: { header: t`Student` },
    examRollNumber: { header: t`Exam roll number` },
    collegeName: { header: t`College` },
    chosenColour: { header: t`Chosen Color` },
    certificateType: { header: t`Certificate type` },
    selectedPaper: { header: t`Selected paper` },
    createdAt: { header: t`Waiting since`, kind: 'moment' },
  },
} as const satisfies ListSheet<Certificate>;

export const printRunsSheet = {
  name: 'print-runs',
  columns: {
    runNumber: { header: t`Run` },
    state: { header: t`State`, value: (row) => printRunStateLabels[row.state] },
    paper: { header: t`Paper`, value: (row) => `${row.paper}, ${row.colour}` },
    certificateType: { header: t`Certificate type` },
    sheetCount: { header: t`Sheets`, kind: 'number' },
    goodCount: { header: t`Good`, kind: 'number' },
    spoiltCount: { header: t`Spoilt`, kind: 'number' },
    serials: {
      header: t`Serials`,
      value: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : null),
    },
    operator: { header: t`Operator` },
    preparedAt: { header: t`Prepared at`, kind: 'moment' },
    closedAt: { header: t`Closed at`, kind: 'moment' },
  },
} as const satisfies ListSheet<PrintRun>;
