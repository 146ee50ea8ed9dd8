import { applicationSheet, paymentColumns } from '#features/applications/columns.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from './contract.ts';

export const pendingCertificatesSheet = applicationSheet('pending-certificates', paymentColumns);

export const printedCertificatesSheet = {
  name: 'printed-certificates',
  columns: {
    studentName: { header: t`Student` },
    examRollNumber: { header: t`Exam roll number` },
    chosenColour: { header: t`Chosen Color` },
    certificateType: { header: t`Certificate type` },
    selectedPaper: { header: t`Selected paper` },
    convocationNumber: { header: t`Convocation number` },
  },
} as const satisfies ListSheet<Certificate>;
