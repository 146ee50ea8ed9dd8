import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { Student } from './contract.ts';

export const studentsLayout = {
  name: 'students',
  columns: {
    name: { header: t`Student Name` },
    collegeName: { header: t`College`, value: (row) => `${row.collegeName} (${row.collegeCode})` },
    address: { header: t`Address` },
  },
} as const satisfies ListLayout<Student>;
