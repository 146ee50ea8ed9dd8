import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { studentsSheet } from '../columns.ts';
import type { Student } from '../contract.ts';

/** Everything cached of students stands below this key. */
export const studentsKey = ['students'];

export type StudentSort = 'createdAt' | 'name';

export const studentList: ListSource<Student, StudentSort, Record<string, string>> = {
  queryKey: [...studentsKey, 'list'],
  fetchPage: ({ search, sort, offset, limit, cursor }, options) =>
    client.students.listStudents({ search, sort, offset, limit, cursor }, options),
  fetchCount: ({ search }, options) => client.students.countStudents({ search }, options),
  exportOf: ({ search, sort }) => ({ sheet: studentsSheet, input: { search, sort } }),
  fetchRow: (id, options) => client.students.getStudent({ id }, options),
};
