import { contributorsTo } from '#platform/server/db/contributors.ts';
import { type Db, fromRow, type ListQuery, rowsFound } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import type { Since } from '#platform/server/db/waiting-rows.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { QueuedApplication } from '../case-desk-contract.ts';
import { type ApplicationFilters, ListedApplication, ReceivedApplication } from '../contract.ts';
import { type Applications, concessionOf, nameOf, paidByOf, returnedBy, waits } from './application-rows.ts';
import { differsFromMaster } from './differs.ts';

/** Sorting and sums of every list of applications. */
const ordered = {
  order: {
    columns: {
      receivedAt: { column: 'applications.received_at', type: 'timestamptz' },
      waitingSince: { column: 'applications.waiting_since', type: 'timestamptz' },
      registrationNumber: { column: 'applications.registration_number', type: 'text' },
      examRollNumber: { column: 'applications.exam_roll_number', type: 'text' },
      candidateName: { column: 'applications.candidate_name', type: 'name' },
    },
    id: 'applications.id',
    first: '-receivedAt',
  },
  sums: {
    totalAmount: 'applications.total_amount',
    paidAmount: 'applications.paid_amount',
    pendingAmount: 'applications.pending_amount',
  },
} as const;

/** The lists of applications; joins run for the rows of the page only. */
export const listOfApplications = {
  ...ordered,
  queue: ({ show }: ApplicationFilters): Since | undefined =>
    show.startsWith('to_verify') || show === 'overdue' ? ordered.order.columns.waitingSince : undefined,
  show: (db: Db, found: ListQuery<object>) => listedRows(rowsFound(db, found, 'applications')),
  record: (row: RowOf<typeof listedRows>) =>
    fromRow(ListedApplication, row, {
      draftNumbers: row.paid_by.numbers ?? '',
      draftIds: row.paid_by.ids ?? [],
      draftDate: row.paid_by.date,
      receipts: row.paid_by.receipts,
      verifiedBy: row.verifier_name,
      rejectedBy: row.rejecter_name,
      returnedBy: returnedBy(row),
    }),
} as const;

function listedRows(applications: Applications) {
  return applications
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .select([
      'applications.id',
      'applications.version',
      'applications.acknowledgement_number',
      'applications.registration_number',
      'applications.exam_roll_number',
      'applications.candidate_name',
      'applications.academic_year',
      'applications.guide_name',
      'applications.fee_amount',
      'applications.total_amount',
      'applications.paid_amount',
      'applications.pending_amount',
      'applications.status',
      'applications.received_at',
      'applications.verified_at',
      'applications.rejected_at',
      'applications.returned_at',
      'applications.return_reasons',
      'applications.return_remark',
      ...waits,
      'colleges.code as college_code',
      'colleges.name as college_name',
      'courses.name as course_degree',
    ])
    .select((eb) => [
      concessionOf(eb).as('concession'),
      fileOf('applications.photo_file_id').$notNull().as('photo'),
      paidByOf(eb).as('paid_by'),
      nameOf(eb, 'applications.verified_by').as('verifier_name'),
      nameOf(eb, 'applications.rejected_by').as('rejecter_name'),
      nameOf(eb, 'applications.returned_by').as('returner_name'),
    ]);
}

/** The list below the application receivers. */
export const listOfReceivedApplications = {
  ...ordered,
  show: (db: Db, found: ListQuery<object>) => receivedRows(rowsFound(db, found, 'applications')),
  record: (row: RowOf<typeof receivedRows>) =>
    fromRow(ReceivedApplication, row, { receivedById: row.received_by }),
} as const;

function receivedRows(applications: Applications) {
  return applications
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .select([
      'applications.id',
      'applications.version',
      'applications.acknowledgement_number',
      'applications.exam_roll_number',
      'applications.candidate_name',
      'applications.certificate_type',
      'applications.convocation_number',
      'applications.received_by',
      'certificates.id as certificate_id',
      'papers.name as selected_paper',
      'papers.colour as chosen_colour',
    ]);
}

/** The queue of the verify screen. A decision does not change its order, so that it goes on behind what was decided. */
export const listOfCases = {
  ...ordered,
  order: {
    ...ordered.order,
    columns: { ...ordered.order.columns, waitingSince: ordered.order.columns.receivedAt },
  },
  show: (db: Db, found: ListQuery<object>) => queuedRows(rowsFound(db, found, 'applications')),
  record: (row: RowOf<typeof queuedRows>) => fromRow(QueuedApplication, row),
} as const;

function queuedRows(applications: Applications) {
  return applications
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .select([
      'applications.waiting_since',
      'colleges.code as college_code',
      'applications.id',
      'applications.acknowledgement_number',
      'applications.candidate_name',
      'applications.status',
      'applications.pending_amount',
    ])
    .select((eb) => [
      contributorsTo(eb.ref('applications.id')).as('contributor_ids'),
      differsFromMaster(eb).as('differs_from_master'),
    ]);
}

/** One application as a row of the queue, whatever its status. */
export async function getQueued(db: Db, id: string): Promise<QueuedApplication> {
  const row = await queuedRows(db.selectFrom('applications'))
    .where('applications.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('applications.not_found'));
  return listOfCases.record(row);
}
