import { type NotNull, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { isActive } from '#features/masters/server/active.ts';
import { findContributors } from '#platform/server/db/contributors.ts';
import { byName, type Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { ApplicationDetail } from '../contract.ts';
import { findApplication } from './application-rows.ts';

export async function getApplication(db: Db, id: string): Promise<ApplicationDetail> {
  const application = await findApplication(db, id);
  if (!application) throw domainError('applications.not_found');
  return application;
}

export async function getApplicationByNumber(db: Db, acknowledgementNumber: number) {
  return db
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.acknowledgement_number', '=', acknowledgementNumber)
    .executeTakeFirstOrThrow(() => domainError('applications.unknown_number', { acknowledgementNumber }));
}

/** What the form's selects offer; a person with a college code is offered that college only. */
export async function listApplicationChoices(db: Db) {
  const colleges = await db
    .selectFrom('colleges')
    .select(['id', 'name', 'code', 'convocation_fee as convocationFee'])
    .$if(collegeOf(db) !== null, (query) => query.where('id', '=', collegeOf(db)))
    .orderBy(byName('name'))
    .execute();
  const courses = await db
    .selectFrom('courses')
    .select((eb) => ['id', 'name', eb('names_guide', '=', 'yes').$castTo<boolean>().as('namesGuide')])
    .where(isActive('courses'))
    .orderBy(byName('name'))
    .execute();
  const papers = await db
    .selectFrom('papers')
    .select(['id', 'name', 'colour'])
    .orderBy(byName('name'))
    .orderBy(byName('colour'))
    .execute();
  const types = await db
    .selectFrom('certificate_types')
    .select('name')
    .where(isActive('certificate_types'))
    .orderBy(byName('name'))
    .execute();
  // The fee schedule may name a category that the list of choices lacks; without it, its candidates would pay more.
  const categories = await db
    .selectFrom((db) =>
      db
        .selectFrom('choices')
        .select('value as category')
        .where('list', '=', 'categories')
        .where(isActive('choices'))
        .union(
          db
            .selectFrom('fee_schedule')
            .select('category')
            .where('category', 'is not', null)
            .$narrowType<{ category: NotNull }>(),
        )
        .as('offered'),
    )
    .select('category')
    .distinctOn(sql`lower(category)`)
    .orderBy(sql`lower(category)`)
    .execute();
  return {
    colleges,
    courses,
    papers,
    certificateTypes: types.map((type) => type.name),
    academicYears: academicYears(await earliestYear(db)),
    categories: categories.map(({ category }) => category),
  };
}

/** The year of the oldest certificate issued before the portal, which may be reprinted. */
async function earliestYear(db: Db): Promise<number | null> {
  const oldest = await db
    .selectFrom('earlier_certificates')
    .select((eb) => eb.fn.min('issued_on').as('day'))
    .executeTakeFirst();
  return oldest?.day ? Number(oldest.day.slice(0, 4)) : null;
}

/**
 * The last fifteen academic years, newest first, and further back if certificates from before the portal exist. A
 * convocation may be years after the academic year ends.
 */
function academicYears(earliest: number | null): string[] {
  const thisYear = Number(dayInIndia(new Date()).slice(0, 4));
  const length = Math.max(15, earliest === null ? 0 : thisYear - earliest + 4);
  return Array.from({ length }, (_, index) => thisYear - index).map(
    (year) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
  );
}

/** Locks an application until the transaction ends and reads what a command needs to decide on it. */
export async function lockApplication(db: Db, id: string) {
  const row = await db
    .selectFrom('applications')
    .selectAll('applications')
    .where('applications.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('applications.not_found'));
  // Read under the lock: nobody can be added until the transaction ends.
  const contributor_ids = await findContributors(db, row);
  return { ...row, contributor_ids, ...(await findVerification(db, row)) };
}

/** Its certificate, if it was ever verified, and its open reopening, else the newest one. */
async function findVerification(db: Db, application: { id: string }) {
  const found = await db
    .selectFrom('certificates')
    .where('certificates.application_id', '=', application.id)
    .select(['certificates.id', 'certificates.state'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('reopenings')
          .whereRef('reopenings.application_id', '=', 'certificates.application_id')
          .orderBy('verified_again_at', (order) => order.desc().nullsFirst())
          .limit(1)
          .select(['reopenings.id', 'verified_again_at as verifiedAgainAt']),
      ).as('reopening'),
    )
    .executeTakeFirst();
  const { id = null, state = null, reopening = null } = found ?? {};
  return { certificate_id: id, certificate_state: state, reopening };
}

export type LockedApplication = Awaited<ReturnType<typeof lockApplication>>;

/** How the audit log names an application. */
export function recordOf(row: Pick<LockedApplication, 'id' | 'registration_number' | 'college_id'>) {
  return {
    record: { type: 'application' as const, id: row.id, label: row.registration_number },
    collegeId: row.college_id,
  };
}
