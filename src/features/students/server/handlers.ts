import { routerOf } from '#platform/server/router-of.ts';
import { studentsContract } from '../contract.ts';
import { addStudent } from './commands/add-student.ts';
import { deleteStudent } from './commands/delete-student.ts';
import { editStudent } from './commands/edit-student.ts';
import { countStudents, findStudents, getStudent, listStudents } from './queries.ts';

export const studentsRouter = routerOf(studentsContract, {
  queries: {
    listStudents,
    countStudents,
    findStudents: (db, scope, { number }) => findStudents(db, scope, number),
    getStudent: (db, scope, { id }) => getStudent(db, scope, id),
  },
  commands: {
    addStudent,
    editStudent,
    deleteStudent,
  },
});
