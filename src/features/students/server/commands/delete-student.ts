import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { withoutBlanks } from '#shared/declared-field.ts';
import { studentCan } from '../../rules.ts';
import { studentRecord } from '../../studies.ts';
import { lockStudent, studentCommand } from '../queries.ts';
import { studentEntryOf } from '../student-columns.ts';

/** Deletes a student without an application; the audit log keeps the data. */
export const deleteStudent = studentCommand('deleteStudent', async ({ db, audit }, { id, version }) => {
  const row = await lockStudent(db, id);
  assertAllowed(studentCan.delete({ hasApplication: row.has_application }));
  await assertVersion(db, { type: 'student', row }, version);

  await db.deleteFrom('students').where('id', '=', id).execute();

  audit({
    event: 'students.deleted',
    record: { type: 'student', id, label: row.registration_number },
    collegeId: row.college_id,
    before: withoutBlanks(studentRecord, studentEntryOf(row)),
  });
  return {};
});
