import { sql } from 'kysely';
import { eventsOfRecords, shownActorName } from '#platform/server/db/audit-chain.ts';
import { type Db, fromRow, rowsFound } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { allNames, currentName } from '#shared/audit-names.ts';
import { type DemandDraftDetail, DraftAllocation, type DraftFilters, Refund } from '../contract.ts';
import { draftRows, toDraft } from './draft-rows.ts';
import { filterDrafts, termOf } from './search-drafts.ts';

export const {
  page: listDrafts,
  count: countDrafts,
  sums: sumDrafts,
  waiting: waitingAmongDrafts,
} = listQueries({
  order: {
    columns: {
      receivedAt: { column: 'demand_drafts.received_at', type: 'timestamptz' },
      validUntil: { column: 'demand_drafts.valid_until', type: 'date' },
      number: { column: 'demand_drafts.number', type: 'text' },
      amount: { column: 'demand_drafts.amount', type: 'integer' },
    },
    id: 'demand_drafts.id',
    first: '-receivedAt',
  },
  queue: ({ state, show }: DraftFilters) => {
    // A draft's age counts from its own date.
    if (state === 'stale' || show === 'going_stale')
      return { column: 'demand_drafts.drawn_on', type: 'date' };
    const isToDeposit = show === 'undeposited' || show === 'without_slip';
    return isToDeposit ? { column: 'demand_drafts.received_at', type: 'timestamptz' } : undefined;
  },
  rows: async (db, filters: DraftFilters) => ({
    table: 'demand_drafts',
    rows: filterDrafts(db.selectFrom('demand_drafts').selectAll('demand_drafts'), filters),
    search: filters.search ? await termOf(db, filters.search) : undefined,
  }),
  show: (db, found) => draftRows(rowsFound(db, found, 'demand_drafts')),
  record: toDraft,
  sums: { amount: 'demand_drafts.amount' },
});

export async function getDraft(db: Db, id: string): Promise<DemandDraftDetail> {
  const row = await draftRows(db.selectFrom('demand_drafts'))
    .select(['demand_drafts.allocated_before', 'demand_drafts.opening_import_id'])
    .where('demand_drafts.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('demand_drafts.not_found'));
  const [allocations, refunds, replaces, history] = await Promise.all([
    listAllocations(db, id),
    listRefunds(db, id),
    db
      .selectFrom('demand_drafts')
      .where('replaced_by', '=', id)
      .orderBy('replaced_at')
      .select(['id', 'number', 'bank'])
      .execute(),
    listHistory(db, row),
  ]);
  const allocatedBefore = row.allocated_before;
  return { ...toDraft(row), allocatedBefore, allocations, refunds, replaces, history };
}

/** Includes candidates who have changed college since. */
async function listAllocations(db: Db, draftId: string): Promise<DemandDraftDetail['allocations']> {
  const rows = await db
    .selectFrom('demand_drafts')
    .innerJoin('allocations', 'allocations.demand_draft_id', 'demand_drafts.id')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .innerJoin('applications', 'applications.id', 'charges.application_id')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .where('demand_drafts.id', '=', draftId)
    .groupBy(['applications.id', 'certificates.state', 'charges.reprint_request_id'])
    .orderBy('allocated_at')
    .orderBy('applications.acknowledgement_number')
    .select([
      'applications.id as application_id',
      'applications.acknowledgement_number',
      'applications.registration_number',
      'applications.candidate_name',
      'applications.status',
      'certificates.state as certificate_state',
      sql<number>`sum(allocations.amount)::integer`.as('amount'),
      sql<Date>`min(allocations.allocated_at)`.as('allocated_at'),
      sql<number>`case when charges.reprint_request_id is null then applications.pending_amount
        else sum(charges.pending_amount)::integer end`.as('pending_amount'),
      sql<
        string | null
      >`case when charges.reprint_request_id is not null then applications.convocation_number end`.as(
        'reprint_of',
      ),
    ])
    .execute();
  return rows.map((row) => fromRow(DraftAllocation, row));
}

async function listRefunds(db: Db, draftId: string): Promise<DemandDraftDetail['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('staff', 'staff.id', 'refunds.refunded_by')
    .where('refunds.demand_draft_id', '=', draftId)
    .orderBy('refunds.refunded_at')
    .selectAll('refunds')
    .select('staff.name as staff_name')
    .execute();
  return rows.map((row) => fromRow(Refund, row, { refundedBy: row.staff_name }));
}

/** Audit events of the draft, and of the opening-balance upload that brought it. */
async function listHistory(
  db: Db,
  draft: { id: string; opening_import_id: string | null },
): Promise<DemandDraftDetail['history']> {
  const rows = await eventsOfRecords(db)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('record_type', 'in', allNames('recordTypes', 'demand_draft')),
          eb('record_id', '=', draft.id),
          // The upload's event says it, of older drafts too.
          eb('event', '<>', 'demand_drafts.opened'),
        ]),
        eb.and([
          eb('record_type', '=', 'import'),
          eb('record_id', '=', draft.opening_import_id),
          eb('event', '=', 'demand_drafts.opening_imported'),
        ]),
      ]),
    )
    .orderBy('sequence')
    .select(['at', shownActorName.as('actor_name'), 'event'])
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.actor_name,
    event: currentName('events', row.event),
  }));
}
