import { sql } from 'kysely';
import { type Db, hasTerm } from '#platform/server/db/database.ts';
import { columnsOf, entryOf } from '#platform/server/db/declared-columns.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import { columnKindOf, type DeclaredEntry, type FieldValue, mapFields } from '#shared/declared-field.ts';
import type { FileReference, Search } from '#shared/fields.ts';
import type { MasterRow } from '../declared/master.ts';
import type { AnyMaster } from '../declared/masters.ts';

const columnTypes = { text: 'name', number: 'integer', rupees: 'integer', day: 'date' } as const;

export function listOf(master: AnyMaster) {
  const columns = mapFields(master.fields, (field, name) => ({
    column: `${master.name}.${columnsOf(master.fields)[name]}`,
    type: columnTypes[columnKindOf(field)],
  }));
  return listQueries({
    order: { columns, id: `${master.name}.id`, first: master.key[0] },
    rows: (db, { search }: Search) => {
      const rows = entriesOf(db, master);
      if (!search) return rows;
      const texts = Object.values(columnsOf(master.fields)).map((column) => sql.ref(column));
      return rows.where(hasTerm(sql.join(texts), search));
    },
    record: (row) => toEntry(master, row),
  });
}

/** All entries, in no particular order. */
export async function listEntries(db: Db, master: AnyMaster): Promise<MasterRow[]> {
  return (await entriesOf(db, master).execute()).map((row) => toEntry(master, row));
}

export async function getEntry(db: Db, master: AnyMaster, id: string): Promise<MasterRow> {
  const row = await entriesOf(db, master).where('id', '=', id).executeTakeFirst();
  if (!row) throw domainError('masters.not_found');
  return toEntry(master, row);
}

/**
 * Locked until the transaction ends. Nothing can start to refer to the entry meanwhile, because foreign keys take a key
 * share lock.
 */
export async function lockEntry(db: Db, master: AnyMaster, id: string): Promise<MasterRow> {
  const locked = await tableOf(db, master).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!locked) throw domainError('masters.not_found');
  return getEntry(db, master, id);
}

/** A row as the form would send it. */
export function entryOfRow({ fields }: AnyMaster, row: MasterRow): DeclaredEntry {
  return mapFields(fields, ({ kind }, name) => {
    const value = row[name] as FieldValue;
    return kind === 'file' && value !== '' ? (value as FileReference).id : value;
  });
}

function fileColumnsOf(master: AnyMaster): string[] {
  const names = columnsOf(master.fields);
  return Object.keys(names).flatMap((name) => (master.fields[name]!.kind === 'file' ? [names[name]!] : []));
}

/** Column with the details of a file that screens need beside its id. */
function referenceOf(column: string): string {
  return `${column}_reference`;
}

// Kysely cannot type a query on a union of tables; all masters have these columns.
function tableOf(db: Db, { name }: AnyMaster) {
  return unscoped(db, 'An entry of a master is in use if any college uses it.').selectFrom(name as 'courses');
}

function entriesOf(db: Db, master: AnyMaster) {
  const { usedBy } = master;
  const uses = (usedBy === 'is_used' ? [] : usedBy).map(({ table, column, by = 'id' }) =>
    column === undefined
      ? sql`exists (select from ${sql.table(table)})`
      : sql`exists (select from ${sql.table(table)} as owner where owner.${sql.ref(column)} = ${sql.ref(`${master.name}.${by}`)})`,
  );
  const isUsed =
    usedBy === 'is_used'
      ? sql.ref(`${master.name}.is_used`)
      : uses.length > 0
        ? sql.join(uses, sql` or `)
        : sql`false`;
  const files = fileColumnsOf(master).map((column) =>
    fileOf(`${master.name}.${column}`).as(referenceOf(column)),
  );
  return tableOf(db, master)
    .selectAll()
    .select([sql<boolean>`${isUsed}`.as('is_used'), ...files]);
}

function toEntry(master: AnyMaster, row: { id: string; version: number; is_used: boolean }): MasterRow {
  const columns = new Map<string, unknown>(Object.entries(row));
  const names = columnsOf(master.fields);
  const values = entryOf(master.fields, row);
  for (const [name, { kind }] of Object.entries(master.fields))
    if (kind === 'file') values[name] = (columns.get(referenceOf(names[name]!)) ?? '') as FieldValue;
  return { ...values, id: row.id, version: row.version, isUsed: row.is_used };
}
