import { v7 as uuid } from 'uuid';
import { withoutBlanks } from '#shared/declared-field.ts';
import { studentRecord } from '../../studies.ts';
import { checkEntry } from '../entry-checks.ts';
import { studentCommand } from '../queries.ts';
import { studentColumns, wholeEntry } from '../student-columns.ts';

export const addStudent = studentCommand('addStudent', async (transaction, entry) => {
  const { db, now, audit } = transaction;
  await checkEntry(transaction, entry);

  const id = uuid();
  await db
    .insertInto('students')
    .values({ id, ...studentColumns(wholeEntry(entry)), created_at: now })
    .execute();

  audit({
    event: 'students.added',
    record: { type: 'student', id, label: entry.registrationNumber },
    collegeId: entry.collegeId,
    after: withoutBlanks(studentRecord, entry),
  });
  return { id };
});
