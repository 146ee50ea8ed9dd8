import { formatVerificationCode } from '#features/certificates/rules.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { wholeUniversity } from '#platform/server/actor.ts';
import type { Services } from '#platform/server/context.ts';
import { inScope } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/dates.ts';

const photosAtOnce = 8;

/** What the sheets of a run say, in their order, or those without an outcome only. All of it was bound before. */
export async function readSheets(
  services: Services,
  printRunId: string,
  { remaining = false } = {},
): Promise<CertificateSheet[]> {
  const rows = await inScope(services.db, wholeUniversity, 'print_runs')
    .innerJoin('sheets', 'sheets.print_run_id', 'print_runs.id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .where('print_runs.id', '=', printRunId)
    .$if(remaining, (query) => query.where('sheets.outcome', 'is', null))
    .orderBy('sheets.position')
    .select([
      'sheets.copy_number',
      'sheets.verification_code',
      'blanks.serial',
      'papers.colour',
      'print_runs.prepared_at',
      'certificates.convocation_number',
      'applications.candidate_name',
      'applications.candidate_name_native',
      'applications.academic_year',
      'applications.certificate_type',
      'applications.mode_of_study',
      'colleges.name as college_name',
      'courses.name as course_name',
      'files.storage_key',
    ])
    .execute();
  const sheets: CertificateSheet[] = [];
  for (let first = 0; first < rows.length; first += photosAtOnce) {
    const part = rows.slice(first, first + photosAtOnce).map(async (row) => ({
      convocationNumber: row.convocation_number,
      copyNumber: row.copy_number,
      candidateName: row.candidate_name,
      candidateNameNative: row.candidate_name_native,
      course: row.course_name,
      college: row.college_name,
      academicYear: row.academic_year,
      certificateType: row.certificate_type,
      colour: row.colour,
      modeOfStudy: row.mode_of_study,
      issuedOn: dayInIndia(row.prepared_at),
      blankSerial: row.serial,
      photo: await services.files.getBytes(row.storage_key),
      verificationCode: formatVerificationCode(row.verification_code),
      verifyUrl: verifyUrl(services.settings.publicUrl, row.convocation_number, row.verification_code),
    }));
    sheets.push(...(await Promise.all(part)));
  }
  return sheets;
}

/** The content of the QR code: short, so that its modules stay large on paper. */
function verifyUrl(publicUrl: string, convocationNumber: string, code: string): string {
  return `${publicUrl}/verify?n=${convocationNumber}&c=${formatVerificationCode(code)}`;
}
