import { sql } from 'kysely';
import { commandOf } from '#platform/server/command.ts';
import { byName, type Db, fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { Paper } from '../blank-contract.ts';
import type { stockContract } from '../contract.ts';

export const stockCommand = commandOf<typeof stockContract>();

export async function listPapers(db: Db): Promise<Paper[]> {
  const rows = await db
    .selectFrom('papers')
    .leftJoin(blanksAtHand(db).as('at_hand'), 'at_hand.paper_id', 'papers.id')
    .selectAll('papers')
    .select((eb) => [
      eb.fn.coalesce('at_hand.in_store', sql<number>`0`).as('in_store'),
      eb.fn.coalesce('at_hand.issued', sql<number>`0`).as('issued'),
      sql<boolean>`exists (select from blank_receipts r where r.paper_id = papers.id)`.as('has_records'),
    ])
    .orderBy(byName('papers.name'))
    .orderBy(byName('papers.colour'))
    .execute();
  return rows.map((row) => fromRow(Paper, row));
}

/**
 * Blanks at hand by paper, for the store and the print room. Counted from the blanks themselves, by a partial index.
 * `held` are those issued to one person, whose next run uses them first, beginning with `next_serial`.
 */
export function blanksAtHand(db: Db, holderId: string | null = null) {
  return db
    .selectFrom('blanks')
    .where('state', 'in', ['in_store', 'issued'])
    .groupBy('paper_id')
    .select([
      'paper_id',
      sql<number>`count(*) filter (where state = 'in_store')`.as('in_store'),
      sql<number>`count(*) filter (where state = 'issued')`.as('issued'),
      sql<number>`count(*) filter (where state = 'issued' and held_by = ${holderId}::uuid)`.as('held'),
      sql<string | null>`coalesce(
        min(serial) filter (where state = 'issued' and held_by = ${holderId}::uuid), min(serial) filter (where state = 'in_store'))`.as(
        'next_serial',
      ),
    ]);
}

/**
 * The paper, locked, so that acts on its sheets follow each other. The lock allows key share locks, so that receiving
 * applications, which refer to the paper, need not wait.
 */
export async function lockPaper(db: Db, id: string) {
  const paper = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => domainError('stock.not_found'));
  return { ...paper, label: `${paper.name}, ${paper.colour}` };
}

export type LockedPaper = Awaited<ReturnType<typeof lockPaper>>;
