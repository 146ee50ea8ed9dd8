import { type RawBuilder, sql } from 'kysely';
import { nameOfEntry } from '#features/masters/declared/master.ts';
import type { AnyMaster } from '#features/masters/declared/masters.ts';
import type { EntrySource } from '#features/masters/declared/named-masters.ts';
import type { Change } from '#features/masters/server/entities.ts';
import { sourceTables } from '#features/masters/server/entry-names.ts';
import { columnsOf, entryOf } from '#platform/server/db/declared-columns.ts';
import { isBlank, mapFields, presetOf } from '#shared/declared-field.ts';
import { keySeparator } from '../staged-values.ts';
import { type ImportKindSql, repeated, unknownName } from './import-kind.ts';

/**
 * The upload of a master. A row is matched by key, in any writing, and never changes the key; an empty cell leaves the
 * field as it is.
 */
export function masterSql(master: AnyMaster): ImportKindSql {
  const table = sql.table(master.name);
  const names = columnsOf(master.fields);
  const keys = master.key.map((field) => names[field]!);
  const key = sql`concat_ws(${sql.lit(keySeparator)}, ${sql.join(
    keys.map((column) => sql`coalesce(m.${sql.ref(column)}::text, '')`),
  )})`;
  const matched = sql`
    import_rows r
    left join (select distinct on (identity_key(${key})) m.* from ${table} m order by identity_key(${key}), m.id) m
      on identity_key(${key}) = identity_key(r.code)`;
  const differs = sql<boolean>`(to_jsonb(m) || (r.entry - ${sql.lit(`{${keys.join()}}`)}::text[]) <> to_jsonb(m))`;
  return {
    sheetName: master.name,

    event: `${master.name}.imported`,
    master: master.name,
    matched,
    differs,

    faults: (importId) => [
      repeated(importId, { column: 'code', field: master.key[0], noun: nounOf(master) }),
      ...(master.isSingle ? [secondEntry(importId, table, key)] : []),
      ...Object.entries(master.fields).flatMap(([field, declared]) =>
        declared.kind === 'entry'
          ? [unknownEntry(importId, { field, column: names[field]!, of: declared.of as EntrySource })]
          : [],
      ),
    ],

    changes: async (db, importId) => {
      const { rows } = await sql<{ new_id: string; entry: object; known: Known | null }>`
        select r.new_id, r.entry, to_jsonb(m) as known from ${matched}
         where r.import_id = ${importId} and (m.id is null or ${differs})
         order by r.row_number`.execute(db);
      return rows.map(({ new_id, entry, known }) => changeOf(master, keys, { id: new_id, entry, known }));
    },
  };
}

type Known = { id: string; version: number };

function changeOf(
  master: AnyMaster,
  keys: readonly string[],
  row: { id: string; entry: object; known: Known | null },
): Change {
  const { name: entity, fields } = master;
  if (!row.known) {
    const given = entryOf(fields, row.entry);
    const after = mapFields(fields, (field, name) =>
      isBlank(given[name]!) ? (presetOf(field) ?? '') : given[name]!,
    );
    return { entity, action: 'add', id: row.id, label: nameOfEntry(master, after), after };
  }
  const { id, version } = row.known;
  const before = entryOf(fields, row.known);
  const said = Object.entries(row.entry).filter(([column]) => !keys.includes(column));
  const after = entryOf(fields, { ...row.known, ...Object.fromEntries(said) });
  return { entity, action: 'edit', id, version, label: nameOfEntry(master, after), before, after };
}

/** Rows that would add a second entry to a master that may have only one. */
function secondEntry(importId: string, table: RawBuilder<unknown>, key: RawBuilder<unknown>) {
  return sql`
    select r.import_id, r.row_number, null::text, 'taken', r.code, 'The entry that is there already, under its name; there can be one.'
      from import_rows r
     where r.import_id = ${importId}
       and not exists (select from ${table} m where identity_key(${key}) = identity_key(r.code))
       and (exists (select from ${table})
            or exists (select from import_rows o where o.import_id = r.import_id and o.row_number < r.row_number))`;
}

function nounOf({ key, fields }: AnyMaster): string {
  return key.map((field) => fields[field]!.label).join(', ');
}

/** The rows that name a missing record. */
export function unknownEntry(
  importId: string,
  {
    field,
    column,
    of,
    by,
  }: {
    field: string;
    column: string;
    of: EntrySource;
    by?: (name: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
) {
  const { table, name } = sourceTables[of];
  return unknownName(importId, {
    field,
    by,
    found: sql`r.entry ->> ${sql.lit(column)}`,
    names: sql`select ${sql.ref(name)} as name from ${sql.table(table)}`,
  });
}
