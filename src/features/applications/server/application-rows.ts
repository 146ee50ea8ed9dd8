import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { contributorsTo } from '#platform/server/db/contributors.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type List, readList } from '#platform/server/db/list-page.ts';
import { type Order, rowsFound } from '#platform/server/db/page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { FileReference } from '#shared/file-reference.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Concession } from '../concession.ts';
import type { Application, ApplicationStatus } from '../contract.ts';
import type { RejectionReason, ReturnReason } from '../decision-contract.ts';

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
type Applications = SelectQueryBuilder<DB, 'applications', {}>;

/**
 * Applications joined to everything that a row of a list shows. Files and the names of people are subqueries: each join
 * more would double the time that PostgreSQL takes to plan this, which with seven was thrice that of carrying it out.
 */
export function applicationRows(applications: Applications) {
  return applications
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .selectAll('applications')
    .select([
      'colleges.code as college_code',
      'colleges.name as college_name',
      'courses.name as course_name',
      'papers.name as paper_name',
      'papers.colour as colour',
      'certificates.id as certificate_id',
      'certificates.convocation_number',
      'certificates.state as certificate_state',
      'certificates.withheld_at as certificate_withheld_at',
    ])
    .select((eb) => [
      contributorsTo(eb.ref('applications.id')).as('contributor_ids'),
      concessionOf(eb).as('concession'),
      fileOf(eb, 'applications.photo_file_id').as('photo'),
      fileOf(eb, 'applications.receipt_file_id').as('receipt'),
      nameOf(eb, 'applications.received_by').$asScalar().$notNull().as('receiver_name'),
      nameOf(eb, 'applications.verified_by').as('verifier_name'),
      nameOf(eb, 'applications.rejected_by').as('rejecter_name'),
      nameOf(eb, 'applications.returned_by').as('returner_name'),
      draftsOf(eb, sql<string>`string_agg(demand_drafts.number, ', ' order by demand_drafts.number)`).as(
        'draft_numbers',
      ),
      draftsOf(eb, sql<string>`max(demand_drafts.drawn_on)::text`).as('draft_date'),
    ]);
}

function fileOf(
  eb: ExpressionBuilder<DB, 'applications'>,
  column: 'applications.photo_file_id' | 'applications.receipt_file_id',
) {
  const reference = sql<FileReference>`json_build_object(
    'id', files.id, 'name', original_name, 'mediaType', media_type, 'byteSize', byte_size)`;
  return eb
    .selectFrom('files')
    .whereRef('files.id', '=', column)
    .select(reference.as('file'))
    .$asScalar()
    .$notNull();
}

function concessionOf(eb: ExpressionBuilder<DB, 'applications'>) {
  const concession = sql<Concession>`json_build_object('amount', amount, 'reason', reason, 'authority', authority)`;
  return eb
    .selectFrom('concessions')
    .whereRef('concessions.application_id', '=', 'applications.id')
    .select(concession.as('concession'))
    .$asScalar();
}

function nameOf(
  eb: ExpressionBuilder<DB, 'applications'>,
  column: `applications.${'received_by' | 'verified_by' | 'rejected_by' | 'returned_by'}`,
) {
  return eb.selectFrom('staff as person').whereRef('person.id', '=', column).select('person.name');
}

function draftsOf(eb: ExpressionBuilder<DB, 'applications'>, aggregate: ReturnType<typeof sql<string>>) {
  return eb
    .selectFrom('allocations')
    .innerJoin('demand_drafts', 'demand_drafts.id', 'allocations.demand_draft_id')
    .whereRef('allocations.application_id', '=', 'applications.id')
    .select(aggregate.as('value'));
}

/** A page of a list of applications; the joins are made for its rows only. */
export async function readApplications(
  db: Db,
  list: List<'applications', object>,
  order: Order,
  page: PageRequest,
): Promise<{ rows: Application[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readList(db, list, order, page, (found) =>
    applicationRows(rowsFound(db, found, 'applications')),
  );
  return { rows: rows.map(toApplication), nextCursor };
}

type ApplicationRow = Awaited<ReturnType<ReturnType<typeof applicationRows>['executeTakeFirstOrThrow']>>;

export function toApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    acknowledgementNumber: row.acknowledgement_number,
    registrationNumber: row.registration_number,
    examRollNumber: row.exam_roll_number,
    candidateName: row.candidate_name,
    candidateNameNative: row.candidate_name_native,
    courseDegree: row.course_name,
    collegeCode: row.college_code,
    collegeName: row.college_name,
    academicYear: row.academic_year,
    guideName: row.guide_name,
    modeOfStudy: row.mode_of_study as Application['modeOfStudy'],
    certificateType: row.certificate_type,
    chosenColour: row.colour,
    selectedPaper: row.paper_name,
    photo: row.photo,
    receipt: row.receipt,
    draftNumbers: row.draft_numbers ?? '',
    draftDate: row.draft_date,
    feeAmount: row.fee_amount,
    concession: row.concession,
    totalAmount: row.total_amount,
    paidAmount: row.paid_amount,
    pendingAmount: row.pending_amount,
    status: row.status as ApplicationStatus,
    receivedBy: row.receiver_name,
    receivedById: row.received_by,
    receivedAt: row.received_at.toISOString(),
    contributorIds: row.contributor_ids,
    verifiedBy: row.verifier_name,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    rejectedBy: row.rejecter_name,
    rejectedAt: row.rejected_at?.toISOString() ?? null,
    rejectionReason: row.rejection_reason as RejectionReason | null,
    rejectionRemark: row.rejection_remark,
    returnedBy: row.returner_name,
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnReasons: row.return_reasons as ReturnReason[],
    returnRemark: row.return_remark,
    convocationNumber: row.convocation_number,
    certificateId: row.certificate_id,
    certificateState: row.certificate_state,
    certificateWithheldAt: row.certificate_withheld_at?.toISOString() ?? null,
    version: row.version,
  };
}
