import { type Db, fromRow, toRow } from '#platform/server/db/database.ts';
import { type CollidingRecord, IdentityCollision, maximumListed } from '../contract.ts';
import { fieldsOf, type IdentityTable, identityRecords } from '../identities.ts';

export function openCollisions(db: Db) {
  return db.selectFrom('identity_collisions').where('settled_at', 'is', null);
}

/** With both records of each as they are now. */
export async function listIdentityCollisions(db: Db): Promise<{ rows: IdentityCollision[] }> {
  const rows = await openCollisions(db)
    .selectAll()
    .orderBy('found_at')
    .orderBy('id')
    .limit(maximumListed)
    .execute();
  const records = new Map<string, CollidingRecord>();
  for (const table of new Set(rows.map((row) => row.record as IdentityTable))) {
    const own = rows.filter(({ record }) => record === table);
    const fields = [...new Set(own.flatMap(({ identity }) => fieldsOf({ table, identity })))];
    const ids = own.flatMap(({ first_id, later_id }) => [first_id, later_id]);
    for (const record of await readRecords(db, { table, fields, ids })) records.set(record.id, record);
  }
  return {
    rows: rows.map((row) =>
      fromRow(IdentityCollision, row, {
        table: row.record as IdentityTable,
        first: records.get(row.first_id)!,
        later: records.get(row.later_id)!,
      }),
    ),
  };
}

type Wanted = { table: IdentityTable; fields: readonly string[]; ids: readonly string[] };

/** The records with the college of each, for its audit event. */
export async function readRecords(
  db: Db,
  { table, fields, ids }: Wanted,
): Promise<(CollidingRecord & { collegeId: string | null })[]> {
  const columns = Object.entries(toRow(Object.fromEntries(fields.map((field) => [field, field]))));
  const rows = await db
    // Kysely cannot type a query on a union of tables; all of them have an id.
    .selectFrom(table as 'colleges')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const values = row as unknown as Record<string, string | null>;
    const entered = columns.map(([column, field]) => [field, values[column] ?? '']);
    return {
      id: row.id,
      label: values[identityRecords[table].label]!,
      entered: Object.fromEntries(entered),
      collegeId: table === 'colleges' ? row.id : (values.college_id ?? null),
    };
  });
}
