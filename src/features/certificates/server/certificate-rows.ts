import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#platform/server/db/tables.ts';
import type { Certificate, CertificateState, HandOver } from '../contract.ts';
import { formatBundleNumber } from '../rules.ts';

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
export type Certificates = SelectQueryBuilder<DB, 'certificates', {}>;

/**
 * Certificates joined to what a row of a list shows of them. What is known of the valid copy are subqueries: joins to it
 * would make PostgreSQL plan for longer than it reads.
 */
export function certificateRows(certificates: Certificates) {
  return certificates
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'certificates.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .select([
      'certificates.id',
      'certificates.convocation_number',
      'certificates.state',
      'certificates.created_at',
      'certificates.waiting_since',
      'certificates.printed_at',
      'certificates.withheld_at',
      'certificates.version',
      'applications.candidate_name',
      'applications.registration_number',
      'applications.exam_roll_number',
      'applications.certificate_type',
      'courses.name as course_name',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'papers.id as paper_id',
      'papers.name as paper_name',
      'papers.colour',
    ])
    .select((eb) => [copyOf(eb).as('copy'), handOverOf(eb).as('hand_over')]);
}

/** What JSON says of the valid copy. */
type Copy = {
  serial: string;
  number: number;
  runNumber: number;
  printedBy: string;
  out: Certificate['copyOut'];
};

function validCopy(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('sheets')
    .whereRef('sheets.certificate_id', '=', 'certificates.id')
    .where('sheets.is_valid', '=', true);
}

function copyOf(eb: ExpressionBuilder<DB, 'certificates'>) {
  return validCopy(eb)
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .innerJoin('staff', 'staff.id', 'sheets.outcome_by')
    .select(
      sql<Copy>`json_build_object(
        'serial', blanks.serial, 'number', sheets.copy_number, 'runNumber', print_runs.run_number, 'printedBy', staff.name,
        'out', case when sheets.copy_number > 0 then (
          select json_build_object('copyNumber', former.copy_number, 'reason', (
                   select reason from reprint_requests where sheet_id = former.id and status = 'approved'))
            from sheets former join hand_overs on hand_overs.sheet_id = former.id
           where former.certificate_id = sheets.certificate_id and former.copy_number < sheets.copy_number and surrender is null
             and former.copy_number = (
               select max(last.copy_number) from sheets last join hand_overs on hand_overs.sheet_id = last.id
                where last.certificate_id = sheets.certificate_id and last.copy_number < sheets.copy_number)) end)`.as(
        'copy',
      ),
    );
}

/** The fields of all ways; those of the other ways are null. */
type HandOverFields = {
  way: HandOver['way'];
  at: string;
  by: string;
  collectedBy: string;
  identitySeen: string;
  carrier: string;
  trackingNumber: string;
  postedOn: string;
  bundleId: string;
  bundleNumber: number;
  deliveredTo: string;
  signedOn: string | null;
};

function handOverOf(eb: ExpressionBuilder<DB, 'certificates'>) {
  const fields = sql<HandOverFields>`json_build_object(
    'way', way, 'at', hand_overs.handed_over_at, 'by', staff.name,
    'collectedBy', collected_by, 'identitySeen', hand_overs.identity_seen,
    'carrier', carrier, 'trackingNumber', tracking_number, 'postedOn', posted_on,
    'bundleId', bundle_id, 'bundleNumber', bundle_number, 'deliveredTo', delivered_to, 'signedOn', signed_on)`;
  return validCopy(eb)
    .innerJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .innerJoin('staff', 'staff.id', 'hand_overs.handed_over_by')
    .leftJoin('bundles', 'bundles.id', 'hand_overs.bundle_id')
    .select(fields.as('hand_over'));
}

type CertificateRow = Awaited<ReturnType<ReturnType<typeof certificateRows>['executeTakeFirstOrThrow']>>;

export function toCertificate(row: CertificateRow): Certificate {
  return {
    id: row.id,
    convocationNumber: row.convocation_number,
    studentName: row.candidate_name,
    registrationNumber: row.registration_number,
    examRollNumber: row.exam_roll_number,
    courseDegree: row.course_name,
    collegeCode: row.college_code,
    collegeName: row.college_name,
    chosenColour: row.colour,
    certificateType: row.certificate_type,
    selectedPaper: row.paper_name,
    paperId: row.paper_id,
    state: row.state as CertificateState,
    createdAt: row.created_at.toISOString(),
    waitingSince: row.waiting_since.toISOString(),
    printedAt: row.printed_at?.toISOString() ?? null,
    handOver: row.hand_over && toHandOver(row.hand_over),
    withheldAt: row.withheld_at?.toISOString() ?? null,
    blankSerial: row.copy?.serial ?? null,
    copyNumber: row.copy?.number ?? null,
    runNumber: row.copy?.runNumber ?? null,
    copyOut: row.copy?.out ?? null,
    printedBy: row.copy?.printedBy ?? null,
    version: row.version,
  };
}

function toHandOver(row: HandOverFields): HandOver {
  const {
    by,
    collectedBy,
    identitySeen,
    carrier,
    trackingNumber,
    postedOn,
    bundleId,
    deliveredTo,
    signedOn,
  } = row;
  const handedOver = { at: new Date(row.at).toISOString(), by };
  switch (row.way) {
    case 'in_person':
      return { way: row.way, ...handedOver, collectedBy, identitySeen };
    case 'post':
      return { way: row.way, ...handedOver, carrier, trackingNumber, postedOn };
    case 'bundle': {
      const bundleNumber = formatBundleNumber(row.bundleNumber);
      return { way: row.way, ...handedOver, bundleId, bundleNumber, deliveredTo, signedOn };
    }
  }
}
