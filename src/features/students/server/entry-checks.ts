import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { StudentEntry } from '../contract.ts';

type TakenCode = Extract<ErrorCode, `students.${string}`>;

/** Refuses a college that is gone or not the person's, and holds on to it: nobody deletes it under the student. */
export async function refuseUnknownCollege(
  { db, actor }: Pick<CommandTransaction, 'db' | 'actor'>,
  { collegeId }: Pick<StudentEntry, 'collegeId'>,
): Promise<void> {
  await db
    .selectFrom('colleges')
    .select('id')
    .where('id', '=', collegeId)
    .$if(actor.scope.collegeId !== null, (query) => query.where('id', '=', actor.scope.collegeId))
    .forKeyShare()
    .executeTakeFirstOrThrow(() => invalidInput([issue('collegeId', 'students.unknown_college')]));
}

/** Refuses numbers that another student of the college has, each at its field; `self` is the student that is edited. */
export async function refuseTaken(db: Db, entry: StudentEntry, self?: string): Promise<void> {
  const registration = entry.registrationNumber.toLowerCase();
  const roll = entry.examRollNumber.toLowerCase();
  const others = await inScope(db, { collegeId: entry.collegeId }, 'students')
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
    )
    .execute();
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
