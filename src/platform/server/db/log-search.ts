import { type RawBuilder, sql } from 'kysely';
import type { AuditRecordType } from '#shared/audit-names.ts';
import type { DB } from './tables.ts';

/** Records of one type whose events a search of the audit log finds. */
export type LoggedRecords = {
  type: AuditRecordType;
  /** A query of their ids, as `id`. */
  records: RawBuilder<unknown>;
  /** Of their events only those of these requests: a query of one column. */
  requests?: RawBuilder<unknown>;
};

/**
 * The records that a term means by what they hold now; their events hold personal values as digests only. `has` says
 * whether a text contains the term, and needs the indexes of a list's search.
 */
export type LogSearch = (term: {
  typed: string;
  has: (text: RawBuilder<string>) => RawBuilder<boolean>;
}) => readonly LoggedRecords[];

/** Finds records by what their list searches. */
export function bySearchText(
  type: AuditRecordType,
  table: { [Table in keyof DB]: 'search_text' extends keyof DB[Table] ? Table : never }[keyof DB],
): LogSearch {
  return ({ has }) => [
    { type, records: sql`select id from ${sql.table(table)} where ${has(sql.ref('search_text'))}` },
  ];
}
