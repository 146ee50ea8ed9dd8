import { sql } from 'kysely';
import { containing, type Db, toRow, unscoped } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Search } from '#shared/fields.ts';
import { type MasterEntry, type MasterRow, mapFields } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';

/** The column in which each field stands. */
export function columnsOf({ fields }: AnyMaster): Record<string, string> {
  const byColumn = toRow(mapFields(fields, (_field, name) => name));
  return Object.fromEntries(Object.entries(byColumn).map(([column, name]) => [name, column]));
}

export function listOf(master: AnyMaster) {
  const columns = mapFields(
    master.fields,
    ({ kind }, name) =>
      ({
        column: `${master.name}.${columnsOf(master)[name]}`,
        type: kind === 'number' || kind === 'rupees' ? 'integer' : kind === 'day' ? 'date' : 'text',
      }) as const,
  );
  return listQueries({
    order: { columns, id: `${master.name}.id`, first: master.key },
    rows: (db, _scope, { search }: Search) => {
      const rows = entriesOf(db, master);
      if (!search) return rows;
      const texts = Object.values(columnsOf(master)).map((column) => sql.ref(column));
      return rows.where(sql`lower(concat_ws(E'\n', ${sql.join(texts)}))`, 'like', containing(search));
    },
    record: (row) => toEntry(master, row),
  });
}

export async function getEntry(db: Db, master: AnyMaster, id: string): Promise<MasterRow> {
  const row = await entriesOf(db, master).where('id', '=', id).executeTakeFirst();
  if (!row) throw domainError('masters.not_found');
  return toEntry(master, row);
}

/** Locked until the transaction ends: nothing can begin to use it meanwhile, because whatever does takes a key share lock. */
export async function lockEntry(db: Db, master: AnyMaster, id: string): Promise<MasterRow> {
  const locked = await tableOf(db, master).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!locked) throw domainError('masters.not_found');
  return getEntry(db, master, id);
}

/** What was typed, as the columns of the row. */
export function entryColumns(entry: MasterEntry): object {
  return toRow(
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value === '' ? null : value])),
  );
}

// What holds for the table of each master Kysely knows of none in particular.
function tableOf(db: Db, { name }: AnyMaster) {
  return unscoped(db).selectFrom(name as 'courses');
}

function entriesOf(db: Db, master: AnyMaster) {
  const uses = master.usedBy.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} as owner where owner.${sql.ref(column)} = ${sql.ref(`${master.name}.id`)})`,
  );
  const isUsed = uses.length > 0 ? sql.join(uses, sql` or `) : sql`false`;
  return tableOf(db, master).selectAll().select(sql<boolean>`${isUsed}`.as('is_used'));
}

function toEntry(master: AnyMaster, row: { id: string; version: number; is_used: boolean }): MasterRow {
  const columns = new Map(Object.entries(row));
  const fields = Object.entries(columnsOf(master)).map(([name, column]) => [name, columns.get(column) ?? '']);
  return { ...Object.fromEntries(fields), id: row.id, version: row.version, isUsed: row.is_used };
}
