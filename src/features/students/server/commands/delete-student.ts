import { command } from '#platform/server/command.ts';
import { refuseUnless } from '#platform/server/refusal.ts';
import { refuseStale } from '#platform/server/refuse-stale.ts';
import { studentCan } from '../../rules.ts';
import { lockStudent } from '../queries.ts';
import { studentEntryOf } from '../student-columns.ts';

/** Deletes a student for whom no application was received; the audit log keeps who it was. */
export const deleteStudent = command(
  'deleteStudent',
  async ({ db, actor, audit }, { id, version }: { id: string; version: number }) => {
    const row = await lockStudent(db, actor.scope, id);
    await refuseStale(db, { type: 'student', row }, version);
    refuseUnless(studentCan.delete({ hasApplication: row.has_application }));

    await db.deleteFrom('students').where('id', '=', id).execute();

    audit({
      event: 'students.deleted',
      record: { type: 'student', id, label: row.registration_number },
      collegeId: row.college_id,
      before: studentEntryOf(row),
    });
    return {};
  },
);
