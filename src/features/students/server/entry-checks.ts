import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { preparedQuery } from '#platform/server/db/prepared.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { StudentEntry } from '../contract.ts';

type TakenCode = Extract<ErrorCode, `students.${string}`>;

const collegeRows = preparedQuery(
  (db, { collegeId, ofCollege }: { collegeId: string; ofCollege: string | null }) =>
    db
      .selectFrom('colleges')
      .select('id')
      .where('id', '=', collegeId)
      .$if(ofCollege !== null, (query) => query.where('id', '=', ofCollege))
      .forKeyShare(),
);

/** Refuses a college that is gone or not the person's, and holds on to it: nobody deletes it under the student. */
export async function refuseUnknownCollege(
  { db, actor }: Pick<CommandTransaction, 'db' | 'actor'>,
  { collegeId }: Pick<StudentEntry, 'collegeId'>,
): Promise<void> {
  const found = await collegeRows(db, { collegeId, ofCollege: actor.scope.collegeId });
  if (found.length === 0) throw invalidInput([issue('collegeId', 'students.unknown_college')]);
}

const sameNumberRows = preparedQuery(
  (db, { collegeId, registration, roll }: { collegeId: string; registration: string; roll: string }) =>
    inScope(db, { collegeId }, 'students')
      .select([
        'students.id',
        sql<boolean>`lower(registration_number) = ${registration}`.as('has_registration'),
      ])
      .select(sql<boolean>`coalesce(lower(exam_roll_number) = ${roll}, false)`.as('has_roll'))
      .where((eb) =>
        eb.or([
          eb(sql`lower(registration_number)`, '=', registration),
          eb(sql`lower(exam_roll_number)`, '=', roll),
        ]),
      ),
);

/** Refuses numbers that another student of the college has, each at its field; `self` is the student that is edited. */
export async function refuseTaken(db: Db, entry: StudentEntry, self?: string): Promise<void> {
  const others = await sameNumberRows(db, {
    collegeId: entry.collegeId,
    registration: entry.registrationNumber.toLowerCase(),
    roll: entry.examRollNumber.toLowerCase(),
  });
  const taken = others.filter(({ id }) => id !== self);
  const issues = [
    ...(taken.some((other) => other.has_registration)
      ? [issue('registrationNumber', 'students.registration_taken')]
      : []),
    ...(taken.some((other) => other.has_roll) ? [issue('examRollNumber', 'students.roll_taken')] : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
}

function issue(path: keyof StudentEntry, code: TakenCode) {
  return fieldError(path, code);
}
