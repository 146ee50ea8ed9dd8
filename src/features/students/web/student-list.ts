import { api } from '#features/client.ts';
import { listSource } from '#platform/web/components/list.tsx';
import { studentsLayout } from '../columns.ts';
import type { Student } from '../contract.ts';

export type StudentSort = 'createdAt' | 'name';

export const studentList = listSource<Student, StudentSort>({
  layout: studentsLayout,
  page: api.students.listStudents,
  count: api.students.countStudents,
  row: api.students.getStudent,
  addedBy: ['students.added'],
  recountedAfter: ['students.imported'],
});
