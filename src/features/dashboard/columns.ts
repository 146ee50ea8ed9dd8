import type { Certificate } from '#features/certificates/contract.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';

export const convocationCertificatesLayout = {
  name: 'convocation-certificates',
  columns: {
    registrationNumber: { header: t`College Reg No`, width: 140, card: 'line' },
    examRollNumber: { header: t`Exam roll No`, width: 120, card: 'line' },
    studentName: { header: t`Student name`, width: 180, card: 'title' },
    convocationNumber: { header: t`Convocation No`, width: 130, sortKey: 'convocationNumber', card: 'line' },
  },
} as const satisfies ListLayout<Certificate>;
