import { sql } from 'kysely';
import { type NumberedKind, numberPrefixes } from '#shared/number-text.ts';
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
  // Kysely cannot type an update of a union of tables; each has its column.
  const row = await db
    .updateTable(table as 'bundles')
    .set({ [column]: sql`next_number(${series})` })
    .where('id', '=', id)
    .returning(sql<number>`${sql.ref(column)}`.as('number'))
    .executeTakeFirstOrThrow();
  return row.number;
}

/** The text of a number in SQL, as `numberText` writes it. */
export function numberTextOf(kind: NumberedKind, column: string) {
  return sql<string>`number_text(${sql.lit(numberPrefixes[kind])}, ${sql.ref(column)})`;
}
