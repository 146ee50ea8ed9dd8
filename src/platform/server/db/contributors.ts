import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Everybody who ever received or changed this record, from the table `contributors`, which triggers fill. */
export function contributorsTo(recordId: Expression<string>): RawBuilder<string[]> {
  return sql<
    string[]
  >`array(select staff_id from contributors where record_id = ${recordId} order by first_at, staff_id)`;
}

/** The same for a locked row: the result stays true until the transaction ends. */
export async function findContributors(db: Db, record: { id: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('contributors')
    .select('staff_id')
    .where('record_id', '=', record.id)
    .execute();
  return rows.map((row) => row.staff_id);
}
