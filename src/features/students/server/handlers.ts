import { partOf } from '#platform/server/contract-part.ts';
import { studentsLayout } from '../columns.ts';
import { studentsContract } from '../contract.ts';
import { addStudent } from './commands/add-student.ts';
import { deleteStudent } from './commands/delete-student.ts';
import { editStudent } from './commands/edit-student.ts';
import { findStudents, getStudent, students } from './queries.ts';

export const studentsPart = partOf(studentsContract, {
  lists: { Students: [students, studentsLayout] },
  queries: {
    findStudents: (db, scope, { number }) => findStudents(db, scope, number),
    getStudent: (db, scope, { id }) => getStudent(db, scope, id),
  },
  commands: { addStudent, editStudent, deleteStudent },
});
