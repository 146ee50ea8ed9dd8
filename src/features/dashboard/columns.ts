import type { Certificate } from '#features/certificates/contract.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';

export const convocationCertificatesLayout = {
  name: 'convocation-certificates',
  columns: {
    registrationNumber: { header: t`College Reg No` },
    examRollNumber: { header: t`Exam roll No` },
    studentName: { header: t`Student name` },
    convocationNumber: { header: t`Convocation No` },
  },
} as const satisfies ListLayout<Certificate>;
