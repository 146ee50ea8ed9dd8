import { type RawBuilder, sql } from 'kysely';
import { sourceTables } from '#features/masters/server/entry-names.ts';
import { columnsOf } from '#platform/server/db/declared-columns.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { keySeparator } from '../staged-values.ts';
import { type ImportKindSql, repeated, unknownName } from './import-kind.ts';

/**
 * The upload of a master. A row is about the entry that has its key, in any letters, and leaves the key as it is; an empty
 * cell says nothing of its field.
 */
export function masterSql(master: AnyMaster): ImportKindSql {
  const table = sql.table(master.name);
  const names = columnsOf(master.fields);
  const keys = master.key.map((field) => names[field]!);
  const others = Object.values(names).filter((column) => !keys.includes(column));
  const columns = [...keys, ...others].map((column) => sql.ref(column));
  const entry = sql`jsonb_populate_record(null::${table}, r.entry) as e`;
  const key = sql`concat_ws(${sql.lit(keySeparator)}, ${sql.join(
    keys.map((column) => sql`coalesce(m.${sql.ref(column)}::text, '')`),
  )})`;
  return {
    sheetName: master.name,

    event: `${master.name}.imported`,
    master: master.name,
    matched: sql`import_rows r left join ${table} m on lower(${key}) = lower(r.code)`,
    differs: sql`(to_jsonb(m) || (r.entry - ${sql.lit(`{${keys.join()}}`)}::text[]) <> to_jsonb(m))`,

    faults: (importId) => [
      repeated(importId, { column: 'code', field: master.key[0], noun: nounOf(master) }),
      ...(master.isSingle ? [secondEntry(importId, table, key)] : []),
      ...Object.entries(master.fields).flatMap(([field, declared]) =>
        declared.kind === 'entry' ? [unknownEntry(importId, field, names[field]!, declared.of)] : [],
      ),
    ],

    updates: (changed) => {
      const given = others.map((name) => {
        const column = sql.ref(name);
        return sql`${column} = coalesce(e.${column}, m.${column})`;
      });
      return [
        sql`
          update ${table} m set ${sql.join([...given, sql`version = m.version + 1`])}
            from ${changed} as r cross join lateral ${entry}
           where m.id = r.master_id`,
      ];
    },

    insert: (importId, { first, end }) => sql`
      insert into ${table} (id, ${sql.join(columns)})
      select r.new_id, ${sql.join(columns.map((column) => sql`e.${column}`))}
        from import_rows r cross join lateral ${entry}
       where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
       order by r.row_number
          on conflict do nothing`,
  };
}

/** Rows that would add a second entry where there can be one. */
function secondEntry(importId: string, table: RawBuilder<unknown>, key: RawBuilder<unknown>) {
  return sql`
    select r.import_id, r.row_number, null::text, 'taken', r.code, 'The entry that is there already, under its name; there can be one.'
      from import_rows r
     where r.import_id = ${importId}
       and not exists (select from ${table} m where lower(${key}) = lower(r.code))
       and (exists (select from ${table})
            or exists (select from import_rows o where o.import_id = r.import_id and o.row_number < r.row_number))`;
}

function nounOf({ key, fields }: AnyMaster): string {
  return key.map((field) => fields[field]!.label).join(', ');
}

/** The rows that name a record which is not there. */
export function unknownEntry(importId: string, field: string, column: string, of: keyof typeof sourceTables) {
  const { table, name } = sourceTables[of];
  return unknownName(importId, {
    field,
    found: sql`r.entry ->> ${sql.lit(column)}`,
    names: sql`select ${sql.ref(name)} as name from ${sql.table(table)}`,
  });
}
