import { sql } from 'kysely';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Destruction } from '../custody-contract.ts';
import { formatRanges, rangesOf } from '../serials.ts';
import type { LockedBlank } from './move-blanks.ts';

export async function listDestructions(db: Db, input: PageRequest) {
  const order = {
    column: 'destructions.first_at',
    type: 'timestamptz',
    id: 'destructions.id',
    idType: 'uuid',
    direction: 'desc',
  } as const;
  const page = await readPage(destructionRows(db), order, input);
  return { rows: page.rows.map(toDestruction), nextCursor: page.nextCursor };
}

/** The record and its sheets, locked; lock the paper first. */
export async function lockDestruction(db: Db, id: string) {
  const row = await db
    .selectFrom('destructions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('stock.no_destruction');
  const { rows: blanks } = await sql<LockedBlank>`
    select b.id, b.serial, b.state, b.held_by as "heldBy"
      from destruction_blanks d join blanks b on b.id = d.blank_id
     where d.destruction_id = ${id} order by b.serial for no key update of b
  `.execute(unscoped(db));
  return { ...row, blanks };
}

/** The paper of a record; what acts on it locks that first. */
export async function paperOfDestruction(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('destructions').select('paper_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw domainError('stock.no_destruction');
  return row.paper_id;
}

/** Every person who ever held one of these sheets. */
export async function holdersOf(db: Db, blankIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.to_holder as id
      from blanks b
      join blank_movements m on m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number
     where b.id = any(${blankIds}::uuid[]) and m.to_holder is not null
  `.execute(unscoped(db));
  return rows.map(({ id }) => id);
}

function destructionRows(db: Db) {
  return unscoped(db)
    .selectFrom('destructions')
    .innerJoin('papers', 'papers.id', 'destructions.paper_id')
    .innerJoin('staff as first', 'first.id', 'destructions.first_witness')
    .leftJoin('staff as second', 'second.id', 'destructions.second_witness')
    .selectAll('destructions')
    .select([
      'papers.name as paper_name',
      'papers.colour',
      'first.name as first_name',
      'second.name as second_name',
      sql<
        string[]
      >`(select array_agg(b.serial order by b.serial) from destruction_blanks d join blanks b on b.id = d.blank_id where d.destruction_id = destructions.id)`.as(
        'serials',
      ),
      sql<string[]>`array(
        select distinct m.to_holder from destruction_blanks d join blanks b on b.id = d.blank_id
          join blank_movements m on m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number
         where d.destruction_id = destructions.id and m.to_holder is not null)`.as('holder_ids'),
    ]);
}

type DestructionRow = Awaited<ReturnType<ReturnType<typeof destructionRows>['executeTakeFirstOrThrow']>>;

function toDestruction(row: DestructionRow): Destruction {
  return {
    id: row.id,
    paper: row.paper_name,
    colour: row.colour,
    method: row.method as Destruction['method'],
    destroyedOn: row.destroyed_on,
    remarks: row.remarks,
    serials: formatRanges(rangesOf(row.serials)),
    quantity: row.serials.length,
    firstWitness: row.first_name,
    firstWitnessId: row.first_witness,
    firstAt: row.first_at.toISOString(),
    secondWitness: row.second_name,
    secondAt: row.second_at?.toISOString() ?? null,
    holderIds: row.holder_ids,
    version: row.version,
  };
}
