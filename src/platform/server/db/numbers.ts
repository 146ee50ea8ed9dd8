import { type Kysely, sql } from 'kysely';
import { type NumberedKind, numberPrefixes } from '#shared/number-text.ts';
import type { Db } from './database.ts';
import type { DB } from './tables.ts';

/** A record with a gapless number: its series and the column of the number. */
type Numbered = { [Table in keyof DB]: { table: Table; column: keyof DB[Table]; series: string } }[keyof DB];

/**
 * Replaces the provisional number of a record that this transaction inserted by the next one of its series. Call it as
 * late as possible: the counter stays locked until the transaction ends.
 */
export async function assignNumber(db: Db, { table, column, series }: Numbered, id: string): Promise<number> {
  const numbered = db as unknown as Kysely<Record<string, { id: string } & Record<string, unknown>>>;
  const row = await numbered
    .updateTable<string>(table)
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
