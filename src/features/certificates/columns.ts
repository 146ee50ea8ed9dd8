import { applicationSheet, paymentColumns } from '#features/applications/columns.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import type { Certificate } from './contract.ts';

export const pendingCertificatesSheet = applicationSheet('pending-certificates', paymentColumns);

export const printedCertificatesSheet = {
  name: 'printed-certificates',
  columns: {
    studentName: { header: 'Student' },
    examRollNumber: { header: 'Exam roll number' },
    chosenColour: { header: 'Chosen Color' },
    certificateType: { header: 'Certificate type' },
    selectedPaper: { header: 'Selected paper' },
    convocationNumber: { header: 'Convocation number' },
  },
} as const satisfies ListSheet<Certificate>;
