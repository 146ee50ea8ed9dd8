import { sql } from 'kysely';
import { changesBetween } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { standingAct, takeBackUntil } from '#platform/server/taking-back.ts';
import type { PageRequest } from '#shared/fields.ts';
import { type EntityName, entityNames } from '../entities.ts';
import { Proposal, type ProposalFilters, ProposedChange } from '../proposal-contract.ts';
import { areFourEyesRequired } from './changes.ts';
import { type Change, entityOf } from './entities.ts';

/** A list shows a form's proposal in full, and the first changes of an upload or a pack. */
const shownChanges = 5;

const proposals = listQueries({
  order: newestFirst('proposals.proposed_at', 'proposals.id'),
  queue: ({ state }: ProposalFilters) =>
    state === 'waiting' ? { column: 'proposals.proposed_at', type: 'timestamptz' } : undefined,
  rows: (db, filters: ProposalFilters) => filtered(db, filters),
  record: toProposal,
});

export const { count: countProposals, waiting: waitingAmongProposals } = proposals;

export async function listProposals(db: Db, input: ProposalFilters & PageRequest) {
  const { rows, nextCursor } = await proposals.page(db, input);
  const shown = rows.map(async (row) => ({ ...row, changes: await listChanges(db, row.id, shownChanges) }));
  return { rows: await Promise.all(shown), nextCursor };
}

export async function getProposal(db: Db, id: string): Promise<Proposal> {
  const row = await proposalRows(db).where('proposals.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('proposals.not_found');
  return { ...toProposal(row, db), changes: await listChanges(db, id) };
}

/** Locked until the transaction ends: the first decision wins. */
export async function lockProposal(db: Db, id: string): Promise<Proposal> {
  await db.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute();
  const row = await proposalRows(db).where('proposals.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('proposals.not_found');
  return toProposal(row, db);
}

/** Whether four eyes hold, and how many proposed changes wait per master. */
export async function getFourEyes(db: Db) {
  const { rows } = await sql<{ entity: EntityName; count: number }>`
    select c.entity, count(*) from proposed_changes c join proposals p on p.id = c.proposal_id
     where p.decision is null group by c.entity`.execute(db);
  const waiting = Object.fromEntries(entityNames.map((entity) => [entity, 0])) as Record<EntityName, number>;
  for (const { entity, count } of rows) waiting[entity] = count;
  return { hold: await areFourEyesRequired(db), waiting };
}

/** The changes of a proposal, as the form sends them. */
export async function readChanges(db: Db, id: string): Promise<Change[]> {
  return (await changeRows(db, id)).map(({ entry_id, base_version, ...row }) => ({
    ...row,
    id: entry_id,
    // A check constraint ensures the columns that belong to each action.
    ...(base_version !== null && { version: base_version }),
  })) as Change[];
}

async function listChanges(db: Db, id: string, most?: number): Promise<ProposedChange[]> {
  return (await changeRows(db, id, most)).map((row) => {
    const { before = null, after = null } = row;
    return fromRow(ProposedChange, row, before && after ? changesBetween(before, after) : { before, after });
  });
}

async function changeRows(db: Db, id: string, most = Number.MAX_SAFE_INTEGER) {
  const rows = await db
    .selectFrom('proposed_changes')
    .selectAll()
    .where('proposal_id', '=', id)
    .orderBy('position')
    .limit(most)
    .execute();
  return rows.map((row) => {
    const entity = row.entity as EntityName;
    const ofColumns = (columns: unknown) =>
      columns === null ? undefined : entityOf(entity).ofColumns(columns as object);
    return { ...row, entity, before: ofColumns(row.before), after: ofColumns(row.after) };
  });
}

/** The labels of changes whose entry is no longer in the version that the proposer saw. */
const outdated = sql<string[]>`array(${sql.join(
  entityNames.map(
    (entity) => sql`
      select c.label from proposed_changes c left join ${sql.table(entity)} e on e.id = c.entry_id
       where c.proposal_id = proposals.id and proposals.decision is null and c.entity = ${sql.lit(entity)}
         and c.base_version is distinct from e.version`,
  ),
  sql` union all `,
)})`;

function proposalRows(db: Db) {
  return db
    .selectFrom('proposals')
    .leftJoin('staff as proposer', 'proposer.id', 'proposals.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'proposals.decided_by')
    .selectAll('proposals')
    .select(['proposer.name as proposer', 'decider.name as decider', outdated.as('outdated')])
    .select((eb) =>
      eb
        .selectFrom('proposed_changes')
        .whereRef('proposal_id', '=', 'proposals.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('change_count'),
    );
}

function filtered(db: Db, { search, state }: ProposalFilters) {
  let query = proposalRows(db);
  if (state === 'waiting') query = query.where('proposals.decision', 'is', null);
  else if (state !== 'all') query = query.where('proposals.decision', '=', state);
  if (search)
    query = query.where(
      sql<boolean>`(${hasTerm(sql`proposals.label, proposer.name, decider.name`, search)}
        or exists (select from proposed_changes c where c.proposal_id = proposals.id and ${hasTerm(sql`c.label`, search)}))`,
    );
  return query;
}

function toProposal(row: RowOf<typeof proposalRows>, db: Db): Proposal {
  return fromRow(Proposal, row, {
    state: (row.decision as Proposal['state'] | null) ?? 'waiting',
    proposedBy: row.proposer ?? 'Dikshant',
    proposedById: row.proposed_by,
    decidedBy: row.decider,
    changes: [],
    takeBackUntil: takeBackUntil(db, standingAct.proposal(row)),
  });
}
