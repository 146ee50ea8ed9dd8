import type { Scope } from '#platform/server/actor.ts';
import { shownActorName } from '#platform/server/db/audit-chain.ts';
import { type Db, inScope, unscoped } from '#platform/server/db/database.ts';
import { orderOf, readPage, rowsFound } from '#platform/server/db/page.ts';
import { matching, searchPage } from '#platform/server/db/search-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { everyName, todaysName } from '#shared/audit-names.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { DemandDraftDetail, DraftFilters } from '../contract.ts';
import { draftRows, toDraft } from './draft-rows.ts';
import { filterDrafts, matchesOf } from './search-drafts.ts';

const sortColumns = {
  receivedAt: { column: 'demand_drafts.received_at', type: 'timestamptz' },
  validUntil: { column: 'demand_drafts.valid_until', type: 'date' },
  number: { column: 'demand_drafts.number', type: 'text' },
  amount: { column: 'demand_drafts.amount', type: 'integer' },
} as const;
type SortName = keyof typeof sortColumns;

export async function listDrafts(
  db: Db,
  scope: Scope,
  input: DraftFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, { id: 'demand_drafts.id', idType: 'uuid' });
  const drafts = filterDrafts(inScope(db, scope, 'demand_drafts').selectAll('demand_drafts'), input);
  const found = input.search
    ? await searchPage(
        db,
        {
          table: 'demand_drafts',
          rows: drafts,
          term: input.search,
          ...(await matchesOf(db, input.search)),
        },
        order,
        input,
      )
    : { rows: drafts, page: input };
  const page = await readPage(found.rows, order, found.page, (rows) =>
    draftRows(rowsFound(db, rows, 'demand_drafts')),
  );
  return { rows: page.rows.map(toDraft), nextCursor: page.nextCursor };
}

export async function countDrafts(db: Db, scope: Scope, filters: DraftFilters): Promise<{ count: number }> {
  let drafts = filterDrafts(inScope(db, scope, 'demand_drafts'), filters);
  if (filters.search) drafts = matching(drafts, (await matchesOf(db, filters.search)).matchesByIndex);
  return drafts.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
}

export async function getDraft(db: Db, scope: Scope, id: string): Promise<DemandDraftDetail> {
  const row = await draftRows(inScope(db, scope, 'demand_drafts'))
    .where('demand_drafts.id', '=', id)
    .executeTakeFirst();
  if (!row) throw domainError('demand_drafts.not_found');
  const [allocations, refunds, replaces, history] = await Promise.all([
    listAllocations(db, id),
    listRefunds(db, id),
    unscoped(db)
      .selectFrom('demand_drafts')
      .where('replaced_by', '=', id)
      .orderBy('replaced_at')
      .select(['id', 'number', 'bank'])
      .execute(),
    listHistory(db, id),
  ]);
  return { ...toDraft(row), allocations, refunds, replaces, history };
}

/** Of a draft that the caller may see; a candidate who changed college since is named all the same. */
async function listAllocations(db: Db, draftId: string): Promise<DemandDraftDetail['allocations']> {
  const rows = await unscoped(db)
    .selectFrom('allocations')
    .innerJoin('applications', 'applications.id', 'allocations.application_id')
    .where('allocations.demand_draft_id', '=', draftId)
    .orderBy('allocations.allocated_at')
    .orderBy('applications.acknowledgement_number')
    .select([
      'applications.id as applicationId',
      'applications.acknowledgement_number as acknowledgementNumber',
      'applications.registration_number as registrationNumber',
      'applications.candidate_name as candidateName',
      'applications.status',
      'applications.pending_amount as pendingAmount',
      'allocations.amount',
      'allocations.allocated_at',
    ])
    .execute();
  return rows.map(({ allocated_at, ...row }) => ({ ...row, allocatedAt: allocated_at.toISOString() }));
}

async function listRefunds(db: Db, draftId: string): Promise<DemandDraftDetail['refunds']> {
  const rows = await unscoped(db)
    .selectFrom('refunds')
    .innerJoin('staff', 'staff.id', 'refunds.refunded_by')
    .where('refunds.demand_draft_id', '=', draftId)
    .orderBy('refunds.refunded_at')
    .select([
      'refunds.id',
      'refunds.amount',
      'refunds.paid_to as paidTo',
      'refunds.reference',
      'staff.name as refundedBy',
      'refunds.refunded_at',
    ])
    .execute();
  return rows.map(({ refunded_at, ...row }) => ({ ...row, refundedAt: refunded_at.toISOString() }));
}

/** What the audit log says of the draft. */
async function listHistory(db: Db, draftId: string): Promise<DemandDraftDetail['history']> {
  const rows = await db
    .selectFrom('audit_events')
    .where('record_type', 'in', everyName('recordTypes', 'demand_draft'))
    .where('record_id', '=', draftId)
    .orderBy('sequence')
    .select(['at', shownActorName.as('actor_name'), 'event'])
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.actor_name,
    event: todaysName('events', row.event),
  }));
}
