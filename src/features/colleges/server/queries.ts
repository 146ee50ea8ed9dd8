import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import { commandOf } from '#platform/server/command.ts';
import { byName, type Db, fromRow, hasTerm, isAmong, searchForm } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { contains, containsByIndex, type Term } from '#platform/server/db/search-page.ts';
import type { Colleges, DB } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Search } from '#shared/fields.ts';
import { idsOf } from '#shared/ids-of.ts';
import { type CollegeUse, collegeUses } from '../college-uses.ts';
import { College, type collegesContract } from '../contract.ts';

export const collegeCommand = commandOf<typeof collegesContract>();

export const colleges = listQueries({
  order: {
    columns: {
      name: { column: 'colleges.name', type: 'name' },
      convocationFee: { column: 'colleges.convocation_fee', type: 'integer' },
    },
    id: 'colleges.id',
    first: 'name',
  },
  rows: (db, filters: Search) =>
    filtered(db, filters).selectAll('colleges').select(usesOf).select(proposalOf),
  record: toCollege,
});

export async function listCollegeChoices(db: Db) {
  return collegesInScope(db)
    .select(['colleges.id', 'colleges.code', 'colleges.name'])
    .orderBy(byName('colleges.name'))
    .execute();
}

export async function getCollege(db: Db, id: string): Promise<College> {
  const row = await collegesInScope(db)
    .selectAll('colleges')
    .select(usesOf)
    .select(proposalOf)
    .where('colleges.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('colleges.not_found'));
  return toCollege(row);
}

/**
 * Locks a college that a command is about to change. Every row that belongs to it takes a key share lock on it, so
 * `usedBy`, read under this lock, stays true until the transaction ends.
 */
export async function lockCollege(db: Db, id: string): Promise<College> {
  await collegesInScope(db)
    .select('colleges.id')
    .where('colleges.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('colleges.not_found'));
  return getCollege(db, id);
}

/** The colleges in scope: the person's own, or all. */
function collegesInScope(db: Db) {
  const colleges = db.selectFrom('colleges');
  return collegeOf(db) === null ? colleges : colleges.where('colleges.id', '=', collegeOf(db));
}

/** There are hundreds of colleges at most, so a search needs no index. */
function filtered(db: Db, { search }: Search) {
  const colleges = collegesInScope(db);
  if (!search) return colleges;
  const texts = sql`colleges.name, colleges.code, colleges.contact_number, colleges.address`;
  return colleges.where(hasTerm(texts, search));
}

/** For each kind of record that can belong to a college, whether this one has any. */
const usesOf = (eb: ExpressionBuilder<DB, 'colleges'>) =>
  collegeUses.map((table) =>
    eb
      .exists(eb.selectFrom(`${table as 'staff'} as owned`).whereRef('owned.college_id', '=', 'colleges.id'))
      .$castTo<boolean>()
      .as(table),
  );

/** As JSON has it. */
type WaitingProposal = College['proposal'];

const proposalOf = sql<WaitingProposal>`(
  select json_build_object(
           'id', p.id, 'convocationFee', (c.after->>'convocation_fee')::int,
           'proposedBy', coalesce(proposer.name, 'Dikshant'), 'proposedAt', p.proposed_at
         )
    from proposed_changes c
    join proposals p on p.id = c.proposal_id
    left join staff proposer on proposer.id = p.proposed_by
   where c.entity = 'colleges' and c.entry_id = colleges.id and c.action = 'edit' and p.decision is null
     and c.after->>'convocation_fee' <> c.before->>'convocation_fee'
   order by p.proposed_at desc, p.id desc limit 1
)`.as('proposal');

type CollegeRow = Selectable<Colleges> & Record<CollegeUse, boolean> & { proposal: WaitingProposal };

function toCollege(row: CollegeRow): College {
  return fromRow(College, row, {
    email: row.email ?? '',
    usedBy: collegeUses.filter((use) => row[use]),
    proposal: row.proposal && {
      ...row.proposal,
      proposedAt: new Date(row.proposal.proposedAt).toISOString(),
    },
  });
}

/** Searches records by their own text, by college through the short list of colleges, and by what `others` adds. */
export async function termWithCollege<Table extends 'students' | 'reprint_requests'>(
  db: Db,
  table: Table,
  search: string,
  others: readonly RawBuilder<boolean>[] = [],
): Promise<Term<Table>> {
  const term = await searchForm(db, search);
  const colleges = await db
    .selectFrom('colleges')
    .select('id')
    .where(hasTerm(sql`name, code`, search))
    .execute();
  const isOfThem = isAmong(`${table}.college_id`, idsOf(colleges));
  const alternatives = [...(colleges.length > 0 ? [isOfThem] : []), ...others];
  const matchesWith = (hasText: RawBuilder<boolean>) => () =>
    sql<boolean>`(${sql.join([hasText, ...alternatives], sql` or `)})`;
  return {
    term,
    matches: matchesWith(contains(`${table}.search_text`, term)),
    matchesByIndex: matchesWith(containsByIndex(`${table}.search_text`, term)),
  };
}
