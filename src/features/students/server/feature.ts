import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { bySearchText } from '#platform/server/db/log-search.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { awardRecord } from '#shared/award-record.ts';
import { studentsLayout } from '../columns.ts';
import { studentsContract } from '../contract.ts';
import { addStudent } from './commands/add-student.ts';
import { deleteStudent } from './commands/delete-student.ts';
import { editStudent } from './commands/edit-student.ts';
import { findStudents, getStudent, students, withRecord } from './queries.ts';

const studentsPart = partOf(studentsContract, {
  lists: { Students: [students] },
  queries: {
    findStudents,
    getStudent: (db, { id }) => getStudent(db, id),
  },
  exports: [
    exportList(studentsLayout, studentsContract.listStudents, students.page, {
      access: 'students:edit',
      complete: withRecord,
    }),
  ],
  commands: { addStudent, editStudent, deleteStudent },
});

export const server: ServerFeature = {
  parts: { students: studentsPart },
  scoped: { students: 'college_id' },
  constraints: {
    students__registration_unique: { code: 'students.registration_taken', field: 'registrationNumber' },
    students_course_id_fkey: { code: 'students.unknown_course', field: 'courseId' },
    students__roll_unique: { code: 'students.roll_taken', field: 'examRollNumber' },
  },
  logSearches: [bySearchText('student', 'students')],
  personal: {
    student: ['name', 'nameNative', 'address', ...Object.keys(awardRecord)],
  },
};
