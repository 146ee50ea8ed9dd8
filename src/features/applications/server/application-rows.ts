import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Db, unscoped } from '#server/db/database.ts';
import { type List, readList } from '#server/db/list-page.ts';
import type { Order } from '#server/db/page.ts';
import type { DB } from '#server/db/tables.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Application, ApplicationStatus, ReturnReason } from '../contract.ts';

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
type Applications = SelectQueryBuilder<DB, 'applications', {}>;

/**
 * Applications joined to everything that a row of a list shows. The rarer names are subqueries: each join more would
 * double the time that PostgreSQL takes to plan this, which with ten of them was twenty times that of carrying it out.
 */
export function applicationRows(applications: Applications) {
  return applications
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .innerJoin('files as photo', 'photo.id', 'applications.photo_file_id')
    .innerJoin('files as receipt', 'receipt.id', 'applications.receipt_file_id')
    .innerJoin('staff as receiver', 'receiver.id', 'applications.received_by')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .selectAll('applications')
    .select([
      'colleges.code as college_code',
      'colleges.name as college_name',
      'courses.name as course_name',
      'papers.name as paper_name',
      'papers.colour as colour',
      'photo.original_name as photo_name',
      'photo.media_type as photo_type',
      'photo.byte_size as photo_size',
      'receipt.original_name as receipt_name',
      'receipt.media_type as receipt_type',
      'receipt.byte_size as receipt_size',
      'receiver.name as receiver_name',
      'certificates.id as certificate_id',
      'certificates.convocation_number',
      'certificates.state as certificate_state',
    ])
    .select((eb) => [
      nameOf(eb, 'applications.verified_by').as('verifier_name'),
      nameOf(eb, 'applications.rejected_by').as('rejecter_name'),
      nameOf(eb, 'applications.returned_by').as('returner_name'),
      draftsOf(eb, sql<string>`string_agg(demand_drafts.number, ', ' order by demand_drafts.number)`).as(
        'draft_numbers',
      ),
      draftsOf(eb, sql<string>`max(demand_drafts.drawn_on)::text`).as('draft_date'),
    ]);
}

function nameOf(
  eb: ExpressionBuilder<DB, 'applications'>,
  column: 'applications.verified_by' | 'applications.rejected_by' | 'applications.returned_by',
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
    applicationRows(unscoped(db).selectFrom(found.as('applications')) as unknown as Applications),
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
    photo: {
      id: row.photo_file_id,
      name: row.photo_name,
      mediaType: row.photo_type,
      byteSize: row.photo_size,
    },
    receipt: {
      id: row.receipt_file_id,
      name: row.receipt_name,
      mediaType: row.receipt_type,
      byteSize: row.receipt_size,
    },
    draftNumbers: row.draft_numbers ?? '',
    draftDate: row.draft_date,
    totalAmount: row.total_amount,
    paidAmount: row.paid_amount,
    pendingAmount: row.pending_amount,
    status: row.status as ApplicationStatus,
    receivedBy: row.receiver_name,
    receivedById: row.received_by,
    receivedAt: row.received_at.toISOString(),
    correctedById: row.corrected_by,
    verifiedBy: row.verifier_name,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    rejectedBy: row.rejecter_name,
    rejectedAt: row.rejected_at?.toISOString() ?? null,
    rejectionRemark: row.rejection_remark,
    returnedBy: row.returner_name,
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnReasons: row.return_reasons as ReturnReason[],
    returnRemark: row.return_remark,
    convocationNumber: row.convocation_number,
    certificateId: row.certificate_id,
    certificateState: row.certificate_state,
    version: row.version,
  };
}
