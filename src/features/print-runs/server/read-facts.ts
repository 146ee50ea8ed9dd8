import { sql } from 'kysely';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { dayInIndia } from '#shared/format.ts';

/** The title as the certificate names it; without one, the course's code. */
const degreeTitle = sql<string>`coalesce(courses.degree_title, courses.name)`;
const courseTitle = sql<string>`
  ${degreeTitle} || case when courses.degree_title is null then '' else coalesce(' in ' || courses.subject, '') end`;

/** What a sheet can print of the award record, without unknown values. */
const awardFacts = sql<SheetFacts['award']>`
  jsonb_strip_nulls(jsonb_build_object(
    'division', award_records.division,
    'cgpa', trim_scale(award_records.cgpa)::text,
    'cgpaScale', award_records.cgpa_scale::text,
    'percentage', trim_scale(award_records.percentage)::text,
    'examinationMonth', award_records.examination_month,
    'rank', award_records.rank
  ))`;

const degreeFacts = sql<SheetFacts['degree']>`
  jsonb_build_object(
    'title', ${degreeTitle},
    'titles', coalesce(courses.degree_titles, '{}'),
    'subject', case when courses.degree_title is null then '' else coalesce(courses.subject, '') end,
    'subjects', coalesce(courses.subjects, '{}'),
    'faculty', coalesce(courses.faculty, '')
  )`;

/** Null for a year without a convocation. */
const convocationFacts = sql<SheetFacts['convocation'] | null>`
  case when convocations.id is not null then jsonb_build_object(
    'name', coalesce(convocations.name, convocations.number::text),
    'place', coalesce(convocations.place, ''),
    'ordinance', coalesce(convocations.ordinance, ''),
    'resolution', coalesce(
      (
        select ${resolutionOf('rolls')}
        from roll_entries join rolls on rolls.id = roll_entries.roll_id
        where roll_entries.certificate_id = certificates.id and roll_entries.struck_at is null and rolls.resolved_at is not null
      ),
      ${resolutionOf('convocations')}
    )
  ) end`;

/** The resolution of the candidate's roll, possibly a supplement, takes precedence over the convocation's. */
function resolutionOf(table: 'rolls' | 'convocations') {
  const [body, number, day] = ['body', 'number', 'date'].map((part) =>
    sql.ref(`${table}.resolution_${part}`),
  );
  return sql`concat_ws(', ', nullif(concat_ws(' ', ${body}, ${number}), ''), to_char(${day}, 'FMDD FMMonth YYYY'))`;
}

/**
 * What sheets of these certificates or applications would print now, without university and template; in no particular
 * order. Certificates have to be locked and verified: reopening an application needs the lock of its certificate, so
 * they cannot change until the transaction ends.
 */
export async function readFacts(
  { db, now }: Pick<CommandTransaction, 'db' | 'now'>,
  { of, ids }: { of: 'certificates.id' | 'applications.id'; ids: readonly string[] },
) {
  const rows = await db
    .selectFrom('applications')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .innerJoin('certificate_types', 'certificate_types.name', 'applications.certificate_type')
    .leftJoin('award_records', 'award_records.application_id', 'applications.id')
    .leftJoin('convocations', (join) =>
      join.on(
        sql<boolean>`applications.academic_year = any (string_to_array(convocations.academic_years, ', '))`,
      ),
    )
    .leftJoin('earlier_certificates', 'earlier_certificates.id', 'applications.earlier_certificate_id')
    .innerJoin('files', 'files.id', 'applications.photo_file_id')
    .innerJoin('stored_files', 'stored_files.key', 'files.storage_key')
    .where(of, 'in', ids)
    .select(['certificates.id as certificateId', 'applications.id as applicationId'])
    .select(['applications.college_id as collegeId', 'files.id as photoFileId'])
    .select([
      sql<string>`coalesce(certificates.convocation_number, '')`.as('convocationNumber'),
      'applications.registration_number as registrationNumber',
      'applications.exam_roll_number as examRollNumber',
      'applications.candidate_name as candidateName',
      'applications.candidate_name_native as candidateNameNative',
      courseTitle.as('course'),
      degreeFacts.as('degree'),
      awardFacts.as('award'),
      convocationFacts.as('convocation'),
      sql<Record<string, string>>`coalesce(certificate_types.titles, '{}')`.as('titles'),
      'colleges.name as college',
      'colleges.code as collegeCode',
      'applications.academic_year as academicYear',
      'applications.mode_of_study as modeOfStudy',
      'applications.certificate_type as certificateType',
      sql<string>`coalesce(certificate_types.title, certificate_types.name)`.as('title'),
      sql<string | null>`coalesce(earlier_certificates.issued_on, convocations.held_on)`.as('heldOn'),
      'papers.colour',
      'stored_files.sha256 as photoSha256',
      sql<true | null>`case certificate_types.signed_by when 'hand' then true end`.as('isSignedByHand'),
    ])
    // Whether the type is signed by hand cannot change until the sheets are bound.
    .forShare('certificate_types')
    .execute();
  const today = dayInIndia(now);
  const holders = await listSigningHolders(db);
  return rows.map(
    ({
      certificateId,
      applicationId,
      collegeId,
      photoFileId,
      heldOn,
      convocation,
      isSignedByHand,
      ...row
    }) => {
      const issuedOn = heldOn ?? today;
      const signing = holdersOn(issuedOn, holders);
      const facts = {
        ...row,
        ...(convocation && { convocation }),
        ...(isSignedByHand && { isSignedByHand }),
        issuedOn,
        // A sheet signed by hand has no pictures of signatures.
        offices: isSignedByHand ? signing.map((office) => ({ ...office, signatureKey: null })) : signing,
      };
      return { certificateId, applicationId, collegeId, photoFileId, facts };
    },
  );
}
