import { certificateRecord } from '#features/certificates/columns.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';

export const convocationCertificatesLayout = {
  name: 'convocation-certificates',
  columns: {
    registrationNumber: { header: t`College Reg No`, copied: true, card: 'line', record: certificateRecord },
    examRollNumber: { header: t`Exam roll No`, copied: true, card: 'line', record: certificateRecord },
    studentName: { header: t`Student name`, card: 'title' },
    convocationNumber: {
      header: t`Convocation No`,
      copied: true,
      sortKey: 'convocationNumber',
      card: 'line',
      record: certificateRecord,
    },
  },
} as const satisfies ListLayout<Certificate>;
