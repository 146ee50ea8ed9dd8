import { sql } from 'kysely';
import { columnsOf } from '#features/masters/server/queries.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { type ImportKindSql, repeated } from './import-kind.ts';

/**
 * The upload of a master. A row is about the entry that has its key, in any letters, and leaves the key as it is; an empty
 * cell says nothing of its field.
 */
export function masterSql(master: AnyMaster): ImportKindSql {
  const table = sql.table(master.name);
  const { [master.key]: keyColumn, ...others } = columnsOf(master);
  const columns = [keyColumn!, ...Object.values(others)].map((column) => sql.ref(column));
  const entry = sql`jsonb_populate_record(null::${table}, r.entry) as e`;
  return {
    sheetName: master.name,

    master: master.name,
    matched: sql`import_rows r left join ${table} m on lower(m.${sql.ref(keyColumn!)}) = lower(r.code)`,
    differs: sql`(not to_jsonb(m) @> (r.entry - ${sql.lit(keyColumn!)}))`,

    faults: (importId) => [
      repeated(importId, { column: 'code', field: master.key, noun: master.fields[master.key]!.label }),
    ],

    updates: (changed) => {
      const given = columns.slice(1).map((column) => sql`${column} = coalesce(e.${column}, m.${column})`);
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
