import type { Certificate } from '#features/certificates/contract.ts';
import type { StaffMember } from '#features/staff/contract.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { roleLabels } from '#shared/roles.ts';
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

export const usersSheet = {
  name: 'users',
  columns: {
    name: { header: t`User name` },
    email: { header: t`Email Id` },
    role: { header: t`User Type`, value: (row) => roleLabels[row.role] },
    code: { header: t`Code` },
  },
} as const satisfies ListSheet<StaffMember>;
