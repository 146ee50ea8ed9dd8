import { sql } from 'kysely';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { listQueries, newestFirst } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Destruction, type DestructionFilters } from '../custody-contract.ts';
import { formatRanges, rangesOf } from '../serials.ts';
import type { LockedBlank } from './move-blanks.ts';
import { lockPaper } from './papers.ts';

export const destructions = listQueries({
  order: newestFirst('destructions.first_at', 'destructions.id'),
  queue: ({ state }: DestructionFilters) =>
    state === 'open' ? { column: 'destructions.first_at', type: 'timestamptz' } : undefined,
  rows: (db, { state }: DestructionFilters) =>
    destructionRows(db).$if(state === 'open', (query) =>
      query.where('destructions.second_witness', 'is', null),
    ),
  record: (row) =>
    fromRow(Destruction, row, {
      serials: formatRanges(rangesOf(row.serials)),
      quantity: row.serials.length,
      firstWitness: row.first_name,
      firstWitnessId: row.first_witness,
      secondWitness: row.second_name,
    }),
});

/** A record that waits for its second witness, locked after its paper and before its sheets. */
export async function lockOpenDestruction(db: Db, id: string) {
  const ofId = db.selectFrom('destructions').where('id', '=', id);
  const known = await ofId.select('paper_id').executeTakeFirst();
  if (!known) throw domainError('stock.no_destruction');
  const paper = await lockPaper(db, known.paper_id);
  const row = await ofId.selectAll().forUpdate().executeTakeFirst();
  if (!row) throw domainError('stock.no_destruction');
  if (row.second_witness !== null) throw domainError('stock.already_destroyed');
  const { rows: blanks } = await sql<LockedBlank>`
    select b.id, b.serial, b.state, b.held_by as "heldBy"
      from destruction_blanks d join blanks b on b.id = d.blank_id
     where d.destruction_id = ${id} order by b.serial for no key update of b
  `.execute(db);
  return {
    ...row,
    blanks,
    serials: formatRanges(rangesOf(blanks.map(({ serial }) => serial))),
    record: { type: 'destruction', id, label: paper.label } as const,
  };
}

/** Every person who ever held one of these sheets. */
export async function holdersOf(db: Db, blankIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.to_holder as id
      from blanks b
      join blank_movements m on m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number
     where b.id = any(${blankIds}::uuid[]) and m.to_holder is not null
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Every person who ever held one of a destruction's sheets. */
export const holdersOfDestroyed = sql<string[]>`array(
  select distinct m.to_holder from destruction_blanks d join blanks b on b.id = d.blank_id
    join blank_movements m on m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number
   where d.destruction_id = destructions.id and m.to_holder is not null)`;

function destructionRows(db: Db) {
  return db
    .selectFrom('destructions')
    .innerJoin('papers', 'papers.id', 'destructions.paper_id')
    .innerJoin('staff as first', 'first.id', 'destructions.first_witness')
    .leftJoin('staff as second', 'second.id', 'destructions.second_witness')
    .selectAll('destructions')
    .select([
      'papers.name as paper',
      'papers.colour',
      'first.name as first_name',
      'second.name as second_name',
      sql<
        string[]
      >`(select array_agg(b.serial order by b.serial) from destruction_blanks d join blanks b on b.id = d.blank_id where d.destruction_id = destructions.id)`.as(
        'serials',
      ),
      holdersOfDestroyed.as('holder_ids'),
    ]);
}
