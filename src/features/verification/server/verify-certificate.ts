import { normaliseVerificationCode } from '#features/certificates/rules.ts';
import type { Services } from '#platform/server/context.ts';
import { fromRow, inScope, wholeUniversity } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import { GenuineSheet, type Verdict } from '../contract.ts';

/**
 * What a stranger may learn of one sheet. Number and code have to belong together; a wrong pair and a number that
 * was never given answer alike, so that nobody can list who graduated.
 */
export async function verifyCertificate(
  services: Services,
  input: { number: string; code: string },
): Promise<Verdict> {
  const university = services.settings.university.name;
  const sheet = await findSheet(services, input);
  if (!sheet) return { verdict: 'unknown', university };
  const common = { convocationNumber: sheet.convocation_number, university };
  if (sheet.certificate_state === 'revoked') {
    const { revoked_at, revocation_reason } = sheet;
    return { ...common, verdict: 'revoked', revokedOn: dayInIndia(revoked_at!), reason: revocation_reason! };
  }
  if (sheet.superseded_at)
    return { ...common, verdict: 'superseded', supersededOn: dayInIndia(sheet.superseded_at) };
  if (!sheet.is_valid) return { ...common, verdict: 'not_issued', sheet: fateOf(sheet) };
  const printedOn = dayInIndia(sheet.outcome_at!);
  return fromRow(GenuineSheet, sheet, { verdict: 'genuine', university, printedOn });
}

/** A sheet that went missing stays missing to strangers, also when it turned up and was booked as spoilt. */
function fateOf(sheet: { outcome: string | null; cancelled_at: Date | null }) {
  if (sheet.cancelled_at) return 'cancelled';
  return sheet.outcome === 'spoilt' || sheet.outcome === 'missing' ? sheet.outcome : 'not_printed';
}

async function findSheet({ db }: Services, { number, code }: { number: string; code: string }) {
  const [year = '', sequence = ''] = number.split(/\s*[/\- ]\s*/);
  return inScope(db, wholeUniversity, 'certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .where('sheets.verification_code', '=', normaliseVerificationCode(code))
    .where('certificates.convocation_year', '=', Number(year))
    .where('certificates.convocation_sequence', '=', Number(sequence))
    .select([
      'certificates.convocation_number',
      'certificates.state as certificate_state',
      'certificates.revoked_at',
      'certificates.revocation_reason',
      'sheets.outcome',
      'sheets.outcome_at',
      'sheets.superseded_at',
      'sheets.cancelled_at',
      'sheets.is_valid',
      'sheets.copy_number',
      'blanks.serial as blank_serial',
      'applications.candidate_name',
      'applications.candidate_name_native',
      'applications.academic_year',
      'applications.certificate_type',
      'colleges.name as college_name',
      'courses.name as course_degree',
    ])
    .executeTakeFirst();
}
