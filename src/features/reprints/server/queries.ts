import { type SelectQueryBuilder, sql } from 'kysely';
import { chargeOfReprint } from '#features/charges/server/charges-of.ts';
import { termWithCollege } from '#features/colleges/server/queries.ts';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, fromRow, isAmong, rowsFound } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { standingAct, takeBackUntil } from '#platform/server/taking-back.ts';
import type { AwardFact } from '#shared/award-facts.ts';
import { type ReprintFilters, ReprintRequest } from '../contract.ts';

export const reprintRequests = listQueries({
  order: {
    columns: {
      requestedAt: { column: 'reprint_requests.requested_at', type: 'timestamptz' },
      studentName: { column: 'reprint_requests.candidate_name', type: 'name' },
      examRollNumber: { column: 'reprint_requests.exam_roll_number', type: 'text' },
    },
    id: 'reprint_requests.id',
    first: '-requestedAt',
  },
  queue: ({ status, copy }: ReprintFilters) => {
    if (status === 'pending') return { column: 'reprint_requests.requested_at', type: 'timestamptz' };
    const isToPrint = status === 'approved' && copy === 'waiting';
    return isToPrint ? { column: 'reprint_requests.decided_at', type: 'timestamptz' } : undefined;
  },
  rows: async (db, filters: ReprintFilters) => ({
    table: 'reprint_requests',
    rows: filterRequests(db.selectFrom('reprint_requests').selectAll('reprint_requests'), filters),
    search: filters.search ? await termOf(db, filters.search) : undefined,
  }),
  show: (db, found) => reprintRows(rowsFound(db, found, 'reprint_requests')),
  record: toReprintRequest,
});

export async function getReprintRequest(db: Db, id: string): Promise<ReprintRequest> {
  const row = await reprintRows(db.selectFrom('reprint_requests'))
    .where('reprint_requests.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('reprints.not_found'));
  return toReprintRequest(row, db);
}

/** Its own text, the college, and all numbers printed on the candidate's papers. */
async function termOf(db: Db, search: string) {
  const { certificates } = await findNumbered(db, search);
  const isOfCertificate = isAmong('reprint_requests.certificate_id', certificates);
  return termWithCollege(db, 'reprint_requests', search, certificates.length > 0 ? [isOfCertificate] : []);
}

function filterRequests<Row>(
  query: SelectQueryBuilder<DB, 'reprint_requests', Row>,
  { list, status, payment, copy, certificateId, collegeId, ...days }: ReprintFilters,
) {
  let filtered = query;
  if (list === 'open') {
    // No decision is possible on a request that ended otherwise, or that a verification decided.
    filtered = filtered.where('reprinted_at', 'is', null).where('ended_with', 'is', null);
    filtered = filtered.where('kind', '<>', 'data_corrected');
  }
  if (list === 'approved') filtered = filtered.where('status', '=', 'approved');
  if (list === 'print_room') {
    filtered = filtered.where((eb) =>
      // An admin at the print room's desk acts for its staff.
      eb.or([eb('status', '=', 'approved'), eb('requested_desk', 'in', ['printer', 'admin'])]),
    );
  }
  if (status === 'pending') filtered = filtered.where('status', 'is', null);
  else if (status !== 'all') filtered = filtered.where('status', '=', status);
  if (payment !== 'all') {
    filtered = filtered.where(({ exists, not, selectFrom }) => {
      const isDue = exists(
        selectFrom('charges')
          .whereRef('charges.reprint_request_id', '=', 'reprint_requests.id')
          .where('charges.pending_amount', '>', 0),
      );
      return payment === 'unpaid' ? isDue : not(isDue);
    });
  }
  if (copy !== 'all') filtered = filtered.where('reprinted_at', copy === 'waiting' ? 'is' : 'is not', null);
  if (collegeId !== 'all') filtered = filtered.where('college_id', '=', collegeId);
  if (days.from || days.to) filtered = filtered.where(onDays('reprinted_at', days));
  if (certificateId) filtered = filtered.where('certificate_id', '=', certificateId);
  return filtered;
}

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
type Requests = SelectQueryBuilder<DB, 'reprint_requests', {}>;

/** The joins and columns of a list row. */
function reprintRows(requests: Requests) {
  return requests
    .innerJoin('certificates', 'certificates.id', 'reprint_requests.certificate_id')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('colleges', 'colleges.id', 'reprint_requests.college_id')
    .innerJoin('sheets', 'sheets.id', 'reprint_requests.sheet_id')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('staff as requester', 'requester.id', 'reprint_requests.requested_by')
    .leftJoin('staff as decider', 'decider.id', 'reprint_requests.decided_by')
    .selectAll('reprint_requests')
    .select([
      'certificates.convocation_number',
      'certificates.state as certificate_state',
      'certificates.withheld_at as certificate_withheld_at',
      'colleges.code as college_code',
      'colleges.name as college_name',
      'sheets.copy_number',
      'blanks.serial as blank_serial',
    ])
    .select(['requester.name as requester', 'decider.name as decider'])
    .select([
      fileOf('reprint_requests.error_photo_file_id').as('error_photo'),
      fileOf('reprint_requests.declaration_file_id').as('declaration'),
      chargeOfReprint(sql.ref('reprint_requests.id')).as('charge'),
      concessionOf.as('concession'),
      reasonOfEnd.as('reason_of_end'),
      sql<AwardFact[]>`missing_facts(applications)`.as('missing_facts'),
    ]);
}

/** Read from its source: requests that ended in earlier versions have an English sentence as their remark. */
const reasonOfEnd = sql<string | null>`case reprint_requests.ended_with
  when 'revoked' then certificates.revocation_reason
  when 'reopened' then (
    select case when reason = 'other' then coalesce(remark, reason) else reason end
      from reopenings
     where application_id = certificates.application_id and reopened_at = reprint_requests.decided_at)
end`;

const concessionOf = sql<ReprintRequest['concession']>`(
  select json_build_object('amount', amount, 'reason', reason, 'authority', authority, 'recordedById', recorded_by)
    from concessions where concessions.reprint_request_id = reprint_requests.id)`;

function toReprintRequest(row: RowOf<typeof reprintRows>, db: Db): ReprintRequest {
  return fromRow(ReprintRequest, row, {
    studentName: row.candidate_name,
    requestedBy: row.requester,
    requestedById: row.requested_by,
    decidedBy: row.decider,
    remark: row.reason_of_end ?? row.remark,
    takeBackUntil: takeBackUntil(db, standingAct.approval(row, { state: row.certificate_state })),
  });
}
