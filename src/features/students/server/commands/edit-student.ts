import { assertVersion, changesBetween, command, updateRow } from '#platform/server/command.ts';
import type { EditStudentInput } from '../../contract.ts';
import { refuseTaken, refuseUnknownCollege } from '../entry-checks.ts';
import { lockStudent } from '../queries.ts';
import { studentColumns, studentEntryOf } from '../student-columns.ts';

export const editStudent = command(
  'editStudent',
  async (transaction, { id, version, ...entry }: EditStudentInput) => {
    const { db, actor, audit } = transaction;
    const row = await lockStudent(db, actor.scope, id);
    await assertVersion(db, { type: 'student', row }, version);
    await refuseUnknownCollege(transaction, entry);
    await refuseTaken(db, entry, id);

    const changed = await updateRow(db, 'students', row, studentColumns(entry));

    audit({
      event: 'students.edited',
      record: { type: 'student', id, label: entry.registrationNumber },
      collegeId: entry.collegeId,
      ...changesBetween(studentEntryOf(row), entry),
    });
    return changed;
  },
);
