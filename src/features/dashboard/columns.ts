import type { Certificate } from '#features/certificates/contract.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { t } from '#shared/words.ts';

export const convocationCertificatesSheet = {
  name: 'convocation-certificates',
  columns: {
    registrationNumber: { header: t`College Reg No` },
    examRollNumber: { header: t`Exam roll No` },
    studentName: { header: t`Student name` },
    convocationNumber: { header: t`Convocation No` },
  },
} as const satisfies ListSheet<Certificate>;
