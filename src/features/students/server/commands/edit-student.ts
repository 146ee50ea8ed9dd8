import type { InputOf } from '#platform/contract/operation.ts';
import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  updateRow,
} from '#platform/server/command.ts';
import type { studentsContract } from '../../contract.ts';
import { checkEntry } from '../entry-checks.ts';
import { lockStudent, studentCommand } from '../queries.ts';
import { studentColumns, studentEntryOf, wholeEntry } from '../student-columns.ts';

type Edit = InputOf<typeof studentsContract.editStudent>;

export async function changeStudent(
  transaction: CommandTransaction,
  { id, version, ...typed }: Edit,
): Promise<{ version: number }> {
  const { db, audit } = transaction;
  const row = await lockStudent(db, id);
  const entry = wholeEntry(typed, row);
  await assertVersion(db, { type: 'student', row }, version);
  await checkEntry(transaction, entry, row);

  const changed = await updateRow(db, 'students', row, studentColumns(entry));

  audit({
    event: 'students.edited',
    record: { type: 'student', id, label: entry.registrationNumber },
    collegeId: entry.collegeId,
    ...changesBetween(studentEntryOf(row), entry),
  });
  return changed;
}

export const editStudent = studentCommand('editStudent', changeStudent);
