import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import { type Db, fromRow, type QueryOf } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { standingAct, takeBackUntil } from '#platform/server/taking-back.ts';
import type { AwardFact } from '#shared/award-facts.ts';
import { Certificate, HandOver } from '../contract.ts';
import { formatBundleNumber } from '../rules.ts';
import { isReprintAsked } from './hand-overs.ts';
import { type MissingRow, missingSignature, toMissingSignature } from './missing-signatures.ts';

/**
 * Certificates joined to what a list row shows. The facts of the valid copy are subqueries: with joins, PostgreSQL
 * would spend longer planning than reading.
 */
export function certificateRows(certificates: QueryOf<'certificates'>) {
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
      'certificates.revoked_at',
      'certificates.revocation_reason',
      'certificates.revocation_authority',
      'certificates.version',
      'applications.candidate_name as student_name',
      'applications.registration_number',
      'applications.exam_roll_number',
      'applications.certificate_type',
      'courses.name as course_degree',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'papers.id as paper_id',
      'papers.name as selected_paper',
      'papers.colour as chosen_colour',
    ])
    .select((eb) => [
      fileOf('applications.photo_file_id').$notNull().as('photo'),
      copyOf(eb).as('copy'),
      handOverOf(eb).as('hand_over'),
      eb('certificates.earlier_number', 'is not', null).$castTo<boolean>().as('is_earlier'),
      sql<AwardFact[]>`missing_facts(applications)`.as('missing_facts'),
      eb.exists(openReopening(eb)).$castTo<boolean>().as('is_reopened'),
      eb.exists(waitingRevocation(eb)).$castTo<boolean>().as('is_revocation_proposed'),
    ]);
}

function openReopening(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('reopenings')
    .whereRef('reopenings.application_id', '=', 'certificates.application_id')
    .where('verified_again_at', 'is', null);
}

function waitingRevocation(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('revocations')
    .whereRef('revocations.certificate_id', '=', 'certificates.id')
    .where('outcome', 'is', null);
}

/** The valid copy, as the JSON subquery returns it. */
type Copy = Pick<Certificate, 'blankSerial' | 'copyNumber' | 'runNumber' | 'printedBy' | 'copyOut'>;
const noCopy: Copy = { blankSerial: null, copyNumber: null, runNumber: null, printedBy: null, copyOut: null };
type CopyRow = Copy & { missingSignature: MissingRow | null };

function validCopy(eb: ExpressionBuilder<DB, 'certificates'>) {
  return eb
    .selectFrom('sheets')
    .whereRef('sheets.certificate_id', '=', 'certificates.id')
    .where('sheets.is_valid', '=', true);
}

/** On `former`. */
const reasonOfReprint = expressionBuilder<DB>()
  .selectFrom('reprint_requests')
  .where('sheet_id', '=', sql.ref<string>('former.id'))
  .where('status', '=', 'approved')
  .select('reason');

function copyOf(eb: ExpressionBuilder<DB, 'certificates'>) {
  return validCopy(eb)
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .innerJoin('staff', 'staff.id', 'sheets.outcome_by')
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .select(
      sql<CopyRow>`json_build_object(
        'blankSerial', blanks.serial, 'copyNumber', sheets.copy_number, 'runNumber', print_runs.run_number,
        'printedBy', staff.name, 'missingSignature', ${missingSignature}, 'copyOut', case when sheets.copy_number > 0 then (
          select json_build_object('copyNumber', former.copy_number, 'reason', (
${reasonOfReprint}))
            from sheets former join hand_overs on hand_overs.sheet_id = former.id
           where former.certificate_id = sheets.certificate_id and former.copy_number < sheets.copy_number and surrender is null
             and former.copy_number = (
               select max(last.copy_number) from sheets last join hand_overs on hand_overs.sheet_id = last.id
                where last.certificate_id = sheets.certificate_id and last.copy_number < sheets.copy_number)) end)`.as(
        'copy',
      ),
    );
}

/** The fields of all ways of hand-over; those of other ways are null. */
type HandOverFields = {
  way: HandOver['way'];
  at: string;
  byId: string;
  isReprintAsked: boolean;
  bundleNumber: number | null;
};

function handOverOf(certificates: ExpressionBuilder<DB, 'certificates'>) {
  const fields = (eb: ExpressionBuilder<DB, 'hand_overs'>) => sql<HandOverFields>`json_build_object(
    'way', way, 'at', hand_overs.handed_over_at, 'by', staff.name,
    'byId', hand_overs.handed_over_by, 'isReprintAsked', ${isReprintAsked(eb)}, 'collectedBy', collected_by, 'identitySeen', hand_overs.identity_seen,
    'carrier', carrier, 'trackingNumber', tracking_number, 'postedOn', posted_on,
    'bundleId', bundle_id, 'bundleNumber', bundle_number, 'deliveredTo', delivered_to, 'signedOn', signed_on)`;
  return validCopy(certificates)
    .innerJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .innerJoin('staff', 'staff.id', 'hand_overs.handed_over_by')
    .leftJoin('bundles', 'bundles.id', 'hand_overs.bundle_id')
    .select((eb) => fields(eb).as('hand_over'));
}

export function toCertificate(row: RowOf<typeof certificateRows>, db: Db): Certificate {
  return fromRow(Certificate, row, {
    handOver: row.hand_over && toHandOver(row.hand_over),
    ...(row.copy ?? noCopy),
    missingSignature: toMissingSignature(row.copy?.missingSignature ?? null),
    takeBackUntil: takeBackUntil(
      db,
      row.state === 'handed_over' && row.hand_over ? actOf(row.hand_over) : null,
    ),
  });
}

function actOf({ way, byId, at, isReprintAsked }: HandOverFields) {
  return standingAct.handOver({
    way,
    handed_over_by: byId,
    handed_over_at: at,
    is_reprint_asked: isReprintAsked,
  });
}

/** Parsing with the contract drops the other ways' fields. */
function toHandOver({ at, bundleNumber, ...fields }: HandOverFields): HandOver {
  return HandOver.parse({
    ...fields,
    at: new Date(at).toISOString(),
    bundleNumber: bundleNumber === null ? null : formatBundleNumber(bundleNumber),
  });
}
