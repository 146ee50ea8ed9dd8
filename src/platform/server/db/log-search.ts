import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuditRecordType } from '#shared/audit-names.ts';
import type { Db } from './database.ts';
import type { DB } from './tables.ts';

/** Records of one type whose events a search of the audit log finds. */
export type LoggedRecords = {
  type: AuditRecordType;
  /** A query of their ids, as `id`. */
  records: Expression<unknown>;
  /** Of their events only those of these requests: a query of one column. */
  requests?: Expression<unknown>;
};

/**
 * The records within the scope that a term means by what they hold now; their events hold personal values as digests
 * only. `has` says whether a text contains the term, and needs the indexes of a list's search.
 */
export type LogSearch = (
  db: Db,
  term: { typed: string; has: (text: RawBuilder<string>) => RawBuilder<boolean> },
) => readonly LoggedRecords[];

/** Finds records by what their list searches. */
export function bySearchText(
  type: AuditRecordType,
  table: { [Table in keyof DB]: 'search_text' extends keyof DB[Table] ? Table : never }[keyof DB],
): LogSearch {
  return (db, { has }) => {
    // Kysely cannot type a query on a union of tables; all of them have an id.
    const tables = db as unknown as Kysely<Record<string, { id: string }>>;
    const records = tables
      .selectFrom<string>(table)
      .select('id')
      .where(has(sql.ref('search_text')));
    return [{ type, records }];
  };
}
