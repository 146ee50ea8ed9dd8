import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { studentsContract } from '../contract.ts';
import { addStudent } from './commands/add-student.ts';
import { deleteStudent } from './commands/delete-student.ts';
import { editStudent } from './commands/edit-student.ts';
import { countStudents, findStudents, getStudent, listStudents } from './queries.ts';

const os = implement(studentsContract).$context<RequestContext>();

export const studentsRouter = os.router({
  listStudents: os.listStudents.handler(({ context, input }) =>
    listStudents(context.services.db, actorOf(context).scope, input),
  ),
  countStudents: os.countStudents.handler(({ context, input }) =>
    countStudents(context.services.db, actorOf(context).scope, input),
  ),
  findStudents: os.findStudents.handler(({ context, input }) =>
    findStudents(context.services.db, actorOf(context).scope, input.number),
  ),
  getStudent: os.getStudent.handler(({ context, input }) =>
    getStudent(context.services.db, actorOf(context).scope, input.id),
  ),
  addStudent: os.addStudent.handler(({ context, input }) => addStudent(context, input)),
  editStudent: os.editStudent.handler(({ context, input }) => editStudent(context, input)),
  deleteStudent: os.deleteStudent.handler(({ context, input }) => deleteStudent(context, input)),
});
