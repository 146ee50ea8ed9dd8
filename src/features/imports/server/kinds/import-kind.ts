import { type RawBuilder, sql } from 'kysely';
import type { Change } from '#features/masters/server/entities.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { MasterName } from '#shared/masters/named-masters.ts';

/** What is wrong with a row seen with other rows and records; each comparison finds it anew. */
export type RelativeFault = {
  row_number: number;
  field: string;
  code: 'unknown' | 'repeated' | 'taken';
  found: string;
  wanted: string;
};

/** What differs between the kinds of uploads on the database's side; `r` is a staged row, `m` the record that it is about. */
export type ImportKindSql = {
  /** The sheet of its template. */
  sheetName: string;
  /** In the audit log, one for each file. */
  event: AuditEventName;
  /** The table that is written to. */
  master: 'students' | 'colleges' | 'blank_receipts' | 'demand_drafts' | 'earlier_certificates' | MasterName;
  /** Keeps everybody else from writing until the transaction ends, where more than the master has to stand still. */
  lock?: RawBuilder<unknown>;
  /** Each row, with its record where the master has it. */
  matched: RawBuilder<unknown>;
  /** Whether the row says something else than its record. */
  differs: RawBuilder<boolean>;
  /** What a row counts for in the sum of the new ones, in sheets or rupees. */
  counts?: RawBuilder<number>;
  /** What is wrong between rows, and between rows and master: queries of their columns in `import_faults`. */
  faults(importId: string): RawBuilder<unknown>[];
  /** The same, where it takes more than SQL. */
  findFaults?: (db: Db, importId: string) => Promise<RelativeFault[]>;
} & (WrittenByEntry | (WrittenAtOnce & Partial<WrittenByEntry>));

/** Of a list of hundreds of thousands: a few statements write all of it. */
export type WrittenAtOnce = {
  /** Bring the records that the file has differently to what it says: the rows of `changed`, with their `master_id`. */
  updates(changed: RawBuilder<unknown>): RawBuilder<unknown>[];
  /** Adds the records that the master lacks, of the rows from `first` up to but not including `end`. */
  insert(importId: string, slice: { first: number; end: number; at: Date }): RawBuilder<unknown>;
  /** What follows from all that was added. */
  follow?(importId: string, at: Date): RawBuilder<unknown>[];
};

/**
 * Of a short list: each entry has its own event, and waits for a second person where four eyes hold. What is written at once
 * otherwise is written by entry only where it waits.
 */
type WrittenByEntry = { changes(db: Db, importId: string): Promise<Change[]> };

/** The rows whose value stands in another row as well, of those that agree in the columns `within`. */
export function repeated(
  importId: string,
  { column, field, noun, within = [] }: { column: string; field: string; noun: string; within?: string[] },
) {
  const value = sql.ref(column);
  const keys = [...within.map((name) => sql.ref(name)), sql`lower(${value})`];
  return repeatedKey(importId, { shown: value, keys, field, noun });
}

/** The rows whose keys stand together in another row as well; `shown` is what the report says was found. */
export function repeatedKey(
  importId: string,
  { shown, keys, field, noun }: { shown: RawBuilder<unknown>; keys: RawBuilder<unknown>[] } & Noun,
) {
  const given = keys.map((key) => sql`${key} is not null`);
  return sql`
    select import_id, row_number, ${field}, 'repeated', found,
           ${`A ${noun} of its own; row `}::text || coalesce(before, after) || ' has the same.'
      from (select import_id, row_number, ${shown} as found,
                   lag(row_number) over same as before, lead(row_number) over same as after
              from import_rows
             where import_id = ${importId} and ${sql.join(given, sql` and `)}
            window same as (partition by ${sql.join(keys)} order by row_number)) as numbered
     where coalesce(before, after) is not null`;
}

type Noun = { field: string; noun: string };

/** The rows whose field names a record that is not there; `names` selects those that are, as `name`. */
export function unknownName(
  importId: string,
  { field, found, names }: { field: string; found: RawBuilder<unknown>; names: RawBuilder<unknown> },
) {
  return sql`
    select r.import_id, r.row_number, ${field}, 'unknown', ${found}, known.wanted
      from import_rows r,
           (select coalesce('One of: ' || string_agg(name, ', '), 'None is there yet')
                   || case when count(*) > 5 then ' …' else '' end || '.' as wanted
              from (select name from (${names}) as every order by 1 limit 6) as first) as known
     where r.import_id = ${importId} and ${found} is not null
       and not exists (select from (${names}) as every where every.name = ${found})`;
}
