import { type Selectable, sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { preparedQuery } from '#platform/server/db/prepared.ts';
import { assertPrintable } from '#platform/server/db/printed-scripts.ts';
import type { Students } from '#platform/server/db/tables.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { studentAward } from '#shared/award-record.ts';
import { printedValues } from '#shared/declared-field.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { StudentEntry } from '../contract.ts';

type EntryCode = Extract<ErrorCode, `students.${string}`>;

type Asked = {
  collegeId: string;
  /** The college to which the acting person is restricted. */
  ownCollegeId: string | null;
  /** The numbers that are new; a student keeps one that another student has as well. */
  registration: string | null;
  roll: string | null;
  self: string | null;
  courseId: string | null;
};

const checkedColleges = preparedQuery(
  (db, { collegeId, ownCollegeId, registration, roll, self, courseId }: Asked) => {
    const others = db
      .selectFrom('students')
      .where('students.college_id', '=', collegeId)
      .select(sql`1`.as('one'))
      .$if(self !== null, (query) => query.where('students.id', '<>', self));
    return db
      .selectFrom('colleges')
      .select((eb) => [
        eb.exists(others.where('registration_key', '=', identityKey(registration))).as('has_registration'),
        eb.exists(others.where('roll_key', '=', identityKey(roll))).as('has_roll'),
        eb.exists(eb.selectFrom('courses').select('id').where('id', '=', courseId)).as('has_course'),
      ])
      .where('id', '=', collegeId)
      .$if(ownCollegeId !== null, (query) => query.where('id', '=', ownCollegeId))
      .forKeyShare();
  },
);

/**
 * Rejects a college that is deleted or not the person's own, and locks it against deletion. Rejects, at each field,
 * what certificates cannot print, a deleted course, and numbers that another student of the college has; `current` is the student
 * being edited.
 */
export async function checkEntry(
  { db, actor }: Pick<CommandTransaction, 'db' | 'actor'>,
  entry: StudentEntry,
  current?: Pick<Selectable<Students>, 'id' | 'college_id' | 'registration_number' | 'exam_roll_number'>,
): Promise<void> {
  await assertPrintable(db, { nameNative: entry.nameNative, ...printedValues(studentAward, entry) });
  const isKept = (column: 'registration_number' | 'exam_roll_number', number: string) =>
    current?.college_id === entry.collegeId && current[column] === number;
  const [college] = await checkedColleges(db, {
    collegeId: entry.collegeId,
    ownCollegeId: actor.scope.collegeId,
    registration: isKept('registration_number', entry.registrationNumber) ? null : entry.registrationNumber,
    roll: isKept('exam_roll_number', entry.examRollNumber) ? null : entry.examRollNumber,
    self: current?.id ?? null,
    courseId: entry.courseId || null,
  });
  if (!college) throw invalidInput([issue('collegeId', 'students.unknown_college')]);
  const issues = [
    ...(college.has_registration ? [issue('registrationNumber', 'students.registration_taken')] : []),
    ...(college.has_roll ? [issue('examRollNumber', 'students.roll_taken')] : []),
    ...(entry.courseId && !college.has_course ? [issue('courseId', 'students.unknown_course')] : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
}

function issue(path: keyof StudentEntry, code: EntryCode) {
  return fieldError(path, code);
}
