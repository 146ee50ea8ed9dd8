import type { Kysely } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './tables.ts';

type CollegeTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; college_id: unknown } ? Table : never;
}[keyof DB];

/** The college of a record that was read without it, for its audit event. */
export async function collegeOfRow(db: Db, table: CollegeTable, id: string): Promise<string | null> {
  // Kysely cannot type a query on a union of tables; all of them have id and college.
  const tables = db as unknown as Kysely<Record<string, { id: string; college_id: string | null }>>;
  const row = await tables
    .selectFrom<string>(table)
    .select('college_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.college_id;
}
