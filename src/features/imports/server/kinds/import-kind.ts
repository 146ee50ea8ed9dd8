import { type RawBuilder, sql } from 'kysely';
import type { MasterName } from '#shared/masters/masters.ts';

/** What differs between the kinds of uploads on the database's side; `r` is a staged row, `m` the record that it is about. */
export type ImportKindSql = {
  /** The sheet of its template. */
  sheetName: string;
  master: 'students' | 'colleges' | MasterName;
  /** Each row, with its record where the master has it. */
  matched: RawBuilder<unknown>;
  /** Whether the row says something else than its record. */
  differs: RawBuilder<boolean>;
  /** What is wrong between rows, and between rows and master: queries of their columns in `import_faults`. */
  faults(importId: string): RawBuilder<unknown>[];
  /** Bring the records that the file has differently to what it says: the rows of `changed`, with their `master_id`. */
  updates(changed: RawBuilder<unknown>): RawBuilder<unknown>[];
  /** Adds the records that the master lacks, of the rows from `first` up to but not including `end`. */
  insert(importId: string, slice: { first: number; end: number; at: Date }): RawBuilder<unknown>;
};

/** The rows whose value stands in another row as well, of those that agree in the columns `within`. */
export function repeated(
  importId: string,
  { column, field, noun, within = [] }: { column: string; field: string; noun: string; within?: string[] },
) {
  const value = sql.ref(column);
  const given = [...within, column].map((name) => sql`${sql.ref(name)} is not null`);
  const group = [...within.map((name) => sql.ref(name)), sql`lower(${value})`];
  return sql`
    select import_id, row_number, ${field}, 'repeated', ${value},
           ${`A ${noun} of its own; row `}::text || coalesce(before, after) || ' has the same.'
      from (select import_id, row_number, ${value},
                   lag(row_number) over same as before, lead(row_number) over same as after
              from import_rows
             where import_id = ${importId} and ${sql.join(given, sql` and `)}
            window same as (partition by ${sql.join(group)} order by row_number)) as numbered
     where coalesce(before, after) is not null`;
}
