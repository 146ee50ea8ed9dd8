import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { codeAlphabet } from '#features/certificates/rules.ts';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { inScope } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import { findEarlierFacts } from './earlier-facts.ts';
import { fingerprintOf } from './proofs.ts';

type Bound = { certificateId: string; blankId: string; copyNumber: number };

/** Binds locked certificates to blanks, in the order of the sheets of a run, and keeps what each sheet is to print. */
export async function bindSheets(
  transaction: CommandTransaction,
  { printRunId, bound }: { printRunId: string; bound: readonly Bound[] },
): Promise<void> {
  const { db } = transaction;
  const printed = await readPrinted(transaction, bound);
  const earlier = await findEarlierFacts(
    transaction,
    bound.map(({ certificateId }) => certificateId),
  );
  const sheets = bound.map((sheet, index) => ({ ...sheet, id: uuid(), position: index + 1 }));
  await db
    .insertInto('sheet_facts')
    .values(
      sheets.map(({ id, certificateId, copyNumber }) => {
        const { photoFileId, words } = printed.get(certificateId)!;
        const facts: SheetFacts = { ...words, ...earlier.get(certificateId), copyNumber };
        return { sheet_id: id, facts: JSON.stringify(facts), photo_file_id: photoFileId };
      }),
    )
    .execute();
  await db
    .insertInto('sheets')
    .values(
      sheets.map(({ id, position, certificateId, blankId, copyNumber }) => ({
        id,
        print_run_id: printRunId,
        position,
        certificate_id: certificateId,
        blank_id: blankId,
        copy_number: copyNumber,
        verification_code: makeVerificationCode(),
      })),
    )
    .execute();
}

/** As the certificate names what is awarded; without a title the code of the course. */
const courseTitle = sql<string>`
  case when courses.degree_title is null then courses.name
       else courses.degree_title || coalesce(' in ' || courses.subject, '') end`;

/**
 * Asked once the certificates are locked and known to be verified: their applications cannot change until the transaction
 * ends, because whoever reopens one needs the lock of its certificate.
 */
async function readPrinted({ db, actor, now }: CommandTransaction, bound: readonly Bound[]) {
  const university = await findUniversity(db);
  const rows = await inScope(db, actor.scope, 'certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .innerJoin('certificate_types', 'certificate_types.name', 'applications.certificate_type')
    .leftJoin('convocations', (join) =>
      join.on(
        sql<boolean>`applications.academic_year = any (string_to_array(convocations.academic_years, ', '))`,
      ),
    )
    .leftJoin('earlier_certificates', 'earlier_certificates.id', 'applications.earlier_certificate_id')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .innerJoin('stored_files', 'stored_files.key', 'files.storage_key')
    .where(
      'certificates.id',
      'in',
      bound.map(({ certificateId }) => certificateId),
    )
    .select(['certificates.id', 'files.id as photoFileId'])
    .select([
      'certificates.convocation_number as convocationNumber',
      'applications.registration_number as registrationNumber',
      'applications.exam_roll_number as examRollNumber',
      'applications.candidate_name as candidateName',
      'applications.candidate_name_native as candidateNameNative',
      courseTitle.as('course'),
      'colleges.name as college',
      'colleges.code as collegeCode',
      'applications.academic_year as academicYear',
      'applications.mode_of_study as modeOfStudy',
      'applications.certificate_type as certificateType',
      sql<string>`coalesce(certificate_types.title, certificate_types.name)`.as('title'),
      sql<string | null>`coalesce(earlier_certificates.issued_on, convocations.held_on)`.as('heldOn'),
      'papers.colour',
      'stored_files.sha256 as photoSha256',
    ])
    .execute();
  const today = dayInIndia(now);
  const holders = await listSigningHolders(db);
  return new Map(
    rows.map(({ id, photoFileId, heldOn, ...row }) => {
      const issuedOn = heldOn ?? today;
      const offices = holdersOn(issuedOn, holders);
      const layoutFingerprint = fingerprintOf(row, university);
      return [id, { photoFileId, words: { ...row, issuedOn, offices, university, layoutFingerprint } }];
    }),
  );
}

/** Ten random characters: 50 bits, which nobody guesses through a throttled page. Each sheet has its own. */
function makeVerificationCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
}
