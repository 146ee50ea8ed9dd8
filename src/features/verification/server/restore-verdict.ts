import { sql } from 'kysely';
import { normaliseVerificationCode } from '#features/certificates/verification-code.ts';
import type { Db } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Verdict } from '../contract.ts';

type VerifiedNumber = { number: string; code: string };

/** The verdict on a sheet recorded again from paper; without one, whether a restore may have lost this number. */
export async function findRestoreVerdict(
  db: Db,
  question: VerifiedNumber,
  university: string,
): Promise<Verdict> {
  const sheet = await findLostSheet(db, question);
  if (!sheet)
    return { verdict: (await mayBeLost(db, question.number)) ? 'around_restore' : 'unknown', university };
  const common = { convocationNumber: sheet.convocation_number, university };
  if (sheet.revoked_at)
    return {
      ...common,
      verdict: 'revoked',
      revokedOn: dayInIndia(sheet.revoked_at),
      reason: sheet.revocation_reason!,
    };
  if (sheet.outcome_at && sheet.outcome_at > sheet.lost_before)
    return { ...common, verdict: 'superseded', supersededOn: dayInIndia(sheet.outcome_at) };
  return {
    ...common,
    verdict: 'genuine',
    candidateName: sheet.candidate_name,
    candidateNameNative: null,
    courseDegree: sheet.course,
    collegeName: sheet.college,
    academicYear: sheet.academic_year,
    certificateType: sheet.certificate_type,
    copyNumber: 0,
    blankSerial: sheet.serial,
    printedOn: sheet.printed_on,
  };
}

/** Whether a sheet with this number may have been printed in the days that a restore lost. */
export async function mayBeLost(db: Db, number: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select may_be_lost(${number}) as is`.execute(db);
  return rows[0]!.is;
}

const sameNumber = (one: string, other: unknown) =>
  sql<boolean>`certificate_number_key(${sql.ref(one)}) = certificate_number_key(${other})`;

/**
 * Sheets recorded from paper count as printed just before the restore, later than any in the portal: the day on the
 * sheet cannot order two of the same day.
 */
const lostBefore = sql<Date>`coalesce(
  serial_lost_before(lost_sheets.serial), (select max(restored_at) from recoveries where restored_at <= lost_sheets.recorded_at))`;

/** Includes the portal's certificate, which exists if the sheet is a reprint. */
function findLostSheet(db: Db, { number, code }: VerifiedNumber) {
  return db
    .selectFrom('lost_sheets')
    .innerJoin('courses', 'courses.id', 'lost_sheets.course_id')
    .innerJoin('colleges', 'colleges.id', 'lost_sheets.college_id')
    .leftJoin('certificates', (join) =>
      join.on(sameNumber('certificates.convocation_number', sql.ref('lost_sheets.convocation_number'))),
    )
    .leftJoin('sheets', (join) =>
      join.onRef('sheets.certificate_id', '=', 'certificates.id').on('sheets.is_valid', '=', true),
    )
    .where('lost_sheets.confirmed_at', 'is not', null)
    .where('lost_sheets.verification_code', '=', normaliseVerificationCode(code))
    .where(sameNumber('lost_sheets.convocation_number', number))
    .selectAll('lost_sheets')
    .select(['courses.name as course', 'colleges.name as college', 'sheets.outcome_at'])
    .select(lostBefore.as('lost_before'))
    .select(['certificates.revoked_at', 'certificates.revocation_reason'])
    .executeTakeFirst();
}

/**
 * The print day of a newer sheet of this number that was recorded again from paper; null if none is newer than
 * `outcomeAt`.
 */
export async function findReprintOnPaper(db: Db, number: string, outcomeAt: Date): Promise<string | null> {
  const newer = await db
    .selectFrom('lost_sheets')
    .select('printed_on')
    .where('confirmed_at', 'is not', null)
    .where(lostBefore, '>=', outcomeAt)
    .where(sameNumber('convocation_number', number))
    .executeTakeFirst();
  return newer?.printed_on ?? null;
}
