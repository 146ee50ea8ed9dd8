import { type RawBuilder, sql } from 'kysely';
import type { MasterName } from '#features/masters/declared/named-masters.ts';
import type { Change } from '#features/masters/server/entities.ts';
import type { Db } from '#platform/server/db/database.ts';
import { identityKey } from '#platform/server/db/identity.ts';
import type { AuditEventName, AuditRecordType } from '#shared/audit-names.ts';

/** A fault of a row compared with other rows and records; found again at each comparison. */
export type RelativeFault = {
  row_number: number;
  field: string;
  code: 'unknown' | 'repeated' | 'taken';
  found: string;
  wanted: string;
};

/** The SQL that differs by kind of upload; `r` is a staged row, `m` its record in the master. */
export type ImportKindSql = {
  /** The worksheet name of its template. */
  sheetName: string;
  /** The audit event, one per file. */
  event: AuditEventName;
  /** The table that is written to. */
  master: 'students' | 'colleges' | 'blank_receipts' | 'demand_drafts' | 'earlier_certificates' | MasterName;
  /** Locks more than the master until the transaction ends, where needed. */
  lock?: RawBuilder<unknown>;
  /** Each row, with its record if the master has one. */
  matched: RawBuilder<unknown>;
  /** Whether the row differs from its record. */
  differs: RawBuilder<boolean>;
  /** What a row adds to the sum of new rows, in sheets or rupees. */
  counts?: RawBuilder<number>;
  /** Faults between rows, and between rows and master: queries that return the columns of `import_faults`. */
  faults(importId: string): RawBuilder<unknown>[];
  /** Of an opening balance: an event for each record that the upload made. */
  opened?: Opened;
  /** Faults that SQL alone cannot find. */
  findFaults?: (db: Db, importId: string) => Promise<RelativeFault[]>;
} & (WrittenByEntry | (WrittenAtOnce & Partial<WrittenByEntry>));

type Opened = {
  event: AuditEventName;
  type: AuditRecordType;
  /** The records of the rows from `first` up to but excluding `end`, in the order of the file. */
  records(importId: string, slice: { first: number; end: number }): RawBuilder<OpenedRecord>;
};

type OpenedRecord = {
  id: string;
  label: string;
  college_id: string | null;
  after: Record<string, unknown>;
};

/** For lists of hundreds of thousands: a few statements write everything. */
export type WrittenAtOnce = {
  /** Update the records that differ; `changed` holds their rows, with `master_id`. */
  updates(changed: RawBuilder<unknown>): RawBuilder<unknown>[];
  /** Inserts the rows from `first` up to but excluding `end` that the master lacks. */
  insert(importId: string, slice: { first: number; end: number; at: Date }): RawBuilder<unknown>;
  /** Follow-up statements after all inserts. */
  follow?(importId: string, at: Date): RawBuilder<unknown>[];
};

/**
 * For short lists: each entry has its own event, and waits for a second person where four eyes hold. A kind that is
 * written at once needs this only where it has to wait.
 */
type WrittenByEntry = { changes(db: Db, importId: string): Promise<Change[]> };

/** The rows whose value occurs in another row, among rows that agree in the columns `within`. */
export function repeated(
  importId: string,
  { column, field, noun, within = [] }: { column: string; field: string; noun: string; within?: string[] },
) {
  const value = sql.ref(column);
  const keys = [...within.map((name) => identityKey(sql.ref(name))), identityKey(value)];
  return repeatedKey(importId, { shown: value, keys, field, noun });
}

/** The rows whose combination of keys occurs in another row; `shown` is the value in the report. */
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

/** The rows whose field names a missing record; `names` selects the existing ones as `name`, to be told apart by `by`. */
export function unknownName(
  importId: string,
  {
    field,
    found,
    names,
    by = (name) => name,
  }: {
    field: string;
    found: RawBuilder<unknown>;
    names: RawBuilder<unknown>;
    by?: (name: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
) {
  return sql`
    select r.import_id, r.row_number, ${field}, 'unknown', ${found}, known.wanted
      from import_rows r,
           (select coalesce('One of: ' || string_agg(name, ', '), 'None is there yet')
                   || case when count(*) > 5 then ' …' else '' end || '.' as wanted
              from (select name from (${names}) as every order by 1 limit 6) as first) as known
     where r.import_id = ${importId} and ${found} is not null
       and not exists (select from (${names}) as every where ${by(sql.ref('every.name'))} = ${by(found)})`;
}
