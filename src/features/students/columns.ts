import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { Student } from './contract.ts';

export const studentsLayout = {
  name: 'students',
  columns: {
    name: { header: t`Student Name`, width: 240, sortKey: 'name', card: 'title' },
    collegeName: {
      header: t`College`,
      value: (row) => `${row.collegeName} (${row.collegeCode})`,
      width: 370,
      card: 'line',
    },
    address: { header: t`Address`, width: 300, card: 'line' },
  },
} as const satisfies ListLayout<Student>;
