import { type RawBuilder, sql } from 'kysely';
import type { AuditRecordType } from '#shared/audit-names.ts';
import type { DB } from './tables.ts';

/** A search of the audit log, for what its records hold now; events hold personal values as digests only. */
export type LogTerm = {
  typed: string;
  /** Whether a text contains the term; it needs the trigram and bigram indexes of a list's search. */
  has: (text: RawBuilder<string>) => RawBuilder<boolean>;
  /** Whether the event is of one of these records: a query of their ids, as `id`. */
  isOf: (type: AuditRecordType, records: RawBuilder<unknown>) => RawBuilder<boolean>;
};

/** Which events a term finds, as a condition on `audit_events`; null for a term that cannot be meant. */
export type LogSearch = (term: LogTerm) => RawBuilder<boolean> | null;

/** Finds the events of records by what their list searches. */
export function bySearchText(
  type: AuditRecordType,
  table: { [Table in keyof DB]: 'search_text' extends keyof DB[Table] ? Table : never }[keyof DB],
): LogSearch {
  return ({ has, isOf }) =>
    isOf(type, sql`select id from ${sql.table(table)} where ${has(sql.ref('search_text'))}`);
}
