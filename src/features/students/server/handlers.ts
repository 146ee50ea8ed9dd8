import { partOf } from '#platform/server/contract-part.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import { studentsLayout } from '../columns.ts';
import { studentsContract } from '../contract.ts';
import { addStudent } from './commands/add-student.ts';
import { deleteStudent } from './commands/delete-student.ts';
import { editStudent } from './commands/edit-student.ts';
import { findStudents, getStudent, students, withAward } from './queries.ts';

export const studentsPart = partOf(studentsContract, {
  lists: { Students: [students] },
  queries: {
    findStudents: (db, scope, { number }) => findStudents(db, scope, number),
    getStudent: (db, scope, { id }) => getStudent(db, scope, id),
  },
  exports: [
    exportList(studentsLayout, studentsContract.listStudents, students.page, {
      access: 'students:edit',
      complete: withAward,
    }),
  ],
  commands: { addStudent, editStudent, deleteStudent },
});
