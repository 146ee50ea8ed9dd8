import { v7 as uuid } from 'uuid';
import { refuseTaken, refuseUnknownCollege } from '../entry-checks.ts';
import { studentCommand } from '../queries.ts';
import { studentColumns } from '../student-columns.ts';

export const addStudent = studentCommand('addStudent', async (transaction, entry) => {
  const { db, now, audit } = transaction;
  await refuseUnknownCollege(transaction, entry);
  await refuseTaken(db, entry);

  const id = uuid();
  await db
    .insertInto('students')
    .values({ id, ...studentColumns(entry), created_at: now })
    .execute();

  audit({
    event: 'students.added',
    record: { type: 'student', id, label: entry.registrationNumber },
    collegeId: entry.collegeId,
    after: entry,
  });
  return { id };
});
