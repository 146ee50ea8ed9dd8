import type { Certificate } from '#features/certificates/contract.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { type PrintRun, printRunStateLabels } from './contract.ts';

export const printQueueSheet = {
  name: 'print-queue',
  columns: {
    convocationNumber: { header: 'Convocation number' },
    studentName: { header: 'Student' },
    examRollNumber: { header: 'Exam roll number' },
    collegeName: { header: 'College' },
    chosenColour: { header: 'Chosen Color' },
    certificateType: { header: 'Certificate type' },
    selectedPaper: { header: 'Selected paper' },
    createdAt: { header: 'Waiting since', kind: 'moment' },
  },
} as const satisfies ListSheet<Certificate>;

export const printRunsSheet = {
  name: 'print-runs',
  columns: {
    runNumber: { header: 'Run' },
    state: { header: 'State', value: (row) => printRunStateLabels[row.state] },
    paper: { header: 'Paper', value: (row) => `${row.paper}, ${row.colour}` },
    certificateType: { header: 'Certificate type' },
    sheetCount: { header: 'Sheets', kind: 'number' },
    goodCount: { header: 'Good', kind: 'number' },
    spoiltCount: { header: 'Spoilt', kind: 'number' },
    serials: {
      header: 'Serials',
      value: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : null),
    },
    operator: { header: 'Operator' },
    preparedAt: { header: 'Prepared at', kind: 'moment' },
    closedAt: { header: 'Closed at', kind: 'moment' },
  },
} as const satisfies ListSheet<PrintRun>;
