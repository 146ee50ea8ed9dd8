import type { ListSheet } from '#shared/list-sheet.ts';
import type { Student } from './contract.ts';

export const studentsSheet = {
  name: 'students',
  columns: {
    name: { header: 'Student Name' },
    collegeName: { header: 'College', value: (row) => `${row.collegeName} (${row.collegeCode})` },
    address: { header: 'Address' },
  },
} as const satisfies ListSheet<Student>;
