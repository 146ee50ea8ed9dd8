import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { EarlierApplication, FindEarlierInput } from '../contract.ts';
import type { ApplicationEntry } from '../entry-contract.ts';
import type { LockedApplication } from './queries.ts';

const columns = [
  'applications.id',
  'applications.acknowledgement_number as acknowledgementNumber',
  'applications.registration_number as registrationNumber',
  'applications.exam_roll_number as examRollNumber',
  'applications.candidate_name as candidateName',
] as const;

const written = {
  registrationNumber: sql<string>`lower(applications.registration_number)`,
  examRollNumber: sql<string>`lower(applications.exam_roll_number)`,
};

/** Both numbers are indexed per college. There are few colleges, so each is looked up by joining them. */
export async function findEarlierApplication(
  db: Db,
  { by, number, collegeId }: FindEarlierInput,
): Promise<{ application: EarlierApplication | null }> {
  // Few rows match. With a limit of one, PostgreSQL may instead scan all applications from the newest on.
  const [application] = await db
    .selectFrom('applications')
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .where(written[by], '=', number.toLowerCase())
    .$if(collegeId !== undefined, (query) => query.where('colleges.id', '=', collegeId!))
    .orderBy('applications.received_at', 'desc')
    .select(columns)
    .execute();
  return { application: application ?? null };
}

/**
 * Within a college, each registration number belongs to one exam roll number and vice versa. A pair that another
 * application already has is accepted, even if a third one contradicts it.
 */
export async function assertNumbersAgree(
  { db }: CommandTransaction,
  { collegeId, registrationNumber, examRollNumber }: ApplicationEntry,
  current: LockedApplication | null,
): Promise<void> {
  const isUnchanged =
    current?.college_id === collegeId &&
    current.registration_number === registrationNumber &&
    current.exam_roll_number === examRollNumber;
  if (isUnchanged) return;
  await sql`select applications__lock_numbers(${collegeId}, ${registrationNumber}, ${examRollNumber})`.execute(
    db,
  );
  const others = await db
    .selectFrom('applications')
    .where('applications.college_id', '=', collegeId)
    .where((eb) =>
      eb.or([
        eb(written.registrationNumber, '=', registrationNumber.toLowerCase()),
        eb(written.examRollNumber, '=', examRollNumber.toLowerCase()),
      ]),
    )
    .$if(current !== null, (query) => query.where('applications.id', '<>', current!.id))
    .orderBy('applications.received_at', 'desc')
    .select(columns)
    .execute();
  const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  const withRegistration = others.filter((one) => isSame(one.registrationNumber, registrationNumber));
  if (withRegistration.some((one) => isSame(one.examRollNumber, examRollNumber))) return;
  const [first] = others;
  if (withRegistration[0]) throw domainError('applications.other_roll', withRegistration[0]);
  if (first) throw domainError('applications.other_registration', first);
}
