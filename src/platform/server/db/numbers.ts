import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The records with gapless numbers: their series and the column of the number. */
const numbered = {
  applications: { series: 'acknowledgement', column: 'acknowledgement_number' },
  print_runs: { series: 'print run', column: 'run_number' },
  deposit_slips: { series: 'deposit slip', column: 'slip_number' },
  bundles: { series: 'bundle', column: 'bundle_number' },
  signing_batches: { series: 'signing batch', column: 'batch_number' },
} as const;

/**
 * Replaces the provisional number of a record that this transaction inserted by the next one of its series. Call it as
 * late as possible: the counter stays locked until the transaction ends.
 */
export async function giveNumber(db: Db, table: keyof typeof numbered, id: string): Promise<number> {
  const { series, column } = numbered[table];
  const { last_number } = await db
    .with('counted', () => counting(db, series))
    // Kysely cannot type an update of a union of tables; each has its column.
    .updateTable(table as 'bundles')
    .from('counted')
    .set({ [column]: sql.ref('last_number') })
    .where('id', '=', id)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/** The next number of a series, for a record that has no provisional one. */
export async function nextNumber(db: Db, series: string): Promise<number> {
  const counter = await counting(db, series).executeTakeFirstOrThrow();
  return counter.last_number;
}

/** The text of a number in SQL, as `numberText` writes it. */
export function numberTextOf(prefix: string, column: string) {
  return sql<string>`number_text(${sql.lit(prefix)}, ${sql.ref(column)})`;
}

/** Gapless: a rollback also undoes the increment. */
function counting(db: Db, series: string) {
  return db
    .insertInto('number_counters')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet((set) => ({ last_number: set('number_counters.last_number', '+', 1) })),
    )
    .returning('last_number');
}
