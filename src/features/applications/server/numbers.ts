import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { EarlierApplication } from '../contract.ts';
import type { ApplicationEntry, FindEarlierInput } from '../entry-contract.ts';
import type { LockedApplication } from './queries.ts';

const columns = [
  'applications.id',
  'applications.acknowledgement_number as acknowledgementNumber',
  'applications.registration_number as registrationNumber',
  'applications.exam_roll_number as examRollNumber',
  'applications.candidate_name as candidateName',
] as const;

const keys = {
  registrationNumber: 'applications.registration_key',
  examRollNumber: 'applications.roll_key',
} as const;

/** Both numbers are indexed per college. There are few colleges, so each is looked up by joining them. */
export async function findEarlierApplication(
  db: Db,
  { by, number, collegeId }: FindEarlierInput,
): Promise<{ application: EarlierApplication | null }> {
  // Few rows match. With a limit of one, PostgreSQL may instead scan all applications from the newest on.
  const [application] = await db
    .selectFrom('applications')
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .where(keys[by], '=', identityKey(number))
    .$if(collegeId !== undefined, (query) => query.where('colleges.id', '=', collegeId!))
    .orderBy('applications.received_at', 'desc')
    .select(columns)
    .execute();
  return { application: application ?? null };
}

/**
 * One candidate applies once for a certificate: said here before the drafts are looked at, and held by a constraint.
 * Within a college, each registration number belongs to one exam roll number and vice versa. A pair that another
 * application already has is accepted, even if a third one contradicts it.
 */
export async function assertNumbersAgree(
  { db }: CommandTransaction,
  { collegeId, registrationNumber, examRollNumber, courseId, certificateType }: ApplicationEntry,
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
  const [registrationKey, rollKey] = [identityKey(registrationNumber), identityKey(examRollNumber)];
  const others = await db
    .selectFrom('applications')
    .where('applications.college_id', '=', collegeId)
    .where((eb) =>
      eb.or([eb(keys.registrationNumber, '=', registrationKey), eb(keys.examRollNumber, '=', rollKey)]),
    )
    .$if(current !== null, (query) => query.where('applications.id', '<>', current!.id))
    .orderBy('applications.received_at', 'desc')
    .select(columns)
    .select((eb) => [
      eb(keys.registrationNumber, '=', registrationKey).as('hasRegistration'),
      eb(keys.examRollNumber, '=', rollKey).as('hasRoll'),
      eb.and({ 'applications.course_id': courseId, certificate_type: certificateType }).as('isOfCertificate'),
    ])
    .execute();
  if (
    others.some(
      ({ hasRegistration, hasRoll, isOfCertificate }) => hasRegistration && hasRoll && isOfCertificate,
    )
  )
    throw domainError('applications.duplicate');
  if (others.some(({ hasRegistration, hasRoll }) => hasRegistration && hasRoll)) return;
  const withRegistration = others.find(({ hasRegistration }) => hasRegistration);
  if (withRegistration)
    throw domainError('applications.other_roll', EarlierApplication.parse(withRegistration));
  if (others[0]) throw domainError('applications.other_registration', EarlierApplication.parse(others[0]));
}
