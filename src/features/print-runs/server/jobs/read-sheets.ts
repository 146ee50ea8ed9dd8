import { formatVerificationCode } from '#features/certificates/rules.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import type { Services } from '#platform/server/context.ts';
import { wholeUniversity } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import { sheetsOfRun } from '../queries.ts';

const photosAtOnce = 8;

/** What the sheets of a run say, in their order, or those without an outcome only. All of it was bound before. */
export async function readSheets(
  services: Services,
  printRunId: string,
  { remaining = false } = {},
): Promise<CertificateSheet[]> {
  const rows = await sheetsOfRun(services.db, wholeUniversity, printRunId)
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .$if(remaining, (query) => query.where('sheets.outcome', 'is', null))
    .orderBy('sheets.position')
    .select([
      'sheets.copy_number as copyNumber',
      'sheets.verification_code',
      'blanks.serial as blankSerial',
      'papers.colour',
      'print_runs.prepared_at',
      'certificates.convocation_number as convocationNumber',
      'applications.candidate_name as candidateName',
      'applications.candidate_name_native as candidateNameNative',
      'applications.academic_year as academicYear',
      'applications.certificate_type as certificateType',
      'applications.mode_of_study as modeOfStudy',
      'colleges.name as college',
      'courses.name as course',
      'files.storage_key',
    ])
    .execute();
  const sheets: CertificateSheet[] = [];
  for (let first = 0; first < rows.length; first += photosAtOnce) {
    const part = rows.slice(first, first + photosAtOnce).map(async (row) => {
      const { prepared_at, storage_key, verification_code, ...words } = row;
      const verificationCode = formatVerificationCode(verification_code);
      return {
        ...words,
        issuedOn: dayInIndia(prepared_at),
        photo: await services.files.getBytes(storage_key),
        verificationCode,
        // The content of the QR code: short, so that its modules stay large on paper.
        verifyUrl: `${services.settings.publicUrl}/verify?n=${words.convocationNumber}&c=${verificationCode}`,
      };
    });
    sheets.push(...(await Promise.all(part)));
  }
  return sheets;
}
