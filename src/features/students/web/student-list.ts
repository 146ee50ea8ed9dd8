import { client } from '#features/client.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { studentsSheet } from '../columns.ts';
import type { Student } from '../contract.ts';

/** Everything cached of students stands below this key. */
export const studentsKey = ['students'];

export type StudentSort = 'createdAt' | 'name';

export const studentList = listSource<Student, StudentSort>({
  queryKey: [...studentsKey, 'list'],
  sheet: studentsSheet,
  page: client.students.listStudents,
  count: client.students.countStudents,
  row: client.students.getStudent,
});
