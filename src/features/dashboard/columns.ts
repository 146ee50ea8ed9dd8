import type { Certificate } from '#features/certificates/contract.ts';
import type { StaffMember } from '#features/staff/contract.ts';
import type { ListSheet } from '#shared/list-sheet.ts';
import { roleLabels } from '#shared/roles.ts';

export const convocationCertificatesSheet = {
  name: 'convocation-certificates',
  columns: {
    registrationNumber: { header: 'College Reg No' },
    examRollNumber: { header: 'Exam roll No' },
    studentName: { header: 'Student name' },
    convocationNumber: { header: 'Convocation No' },
  },
} as const satisfies ListSheet<Certificate>;

export const usersSheet = {
  name: 'users',
  columns: {
    name: { header: 'User name' },
    email: { header: 'Email Id' },
    role: { header: 'User Type', value: (row) => roleLabels[row.role] },
    code: { header: 'Code' },
  },
} as const satisfies ListSheet<StaffMember>;
