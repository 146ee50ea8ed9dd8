import { sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import type { Db } from '#server/db/database.ts';
import { countList, type List, readList } from '#server/db/list-page.ts';
import { containing } from '#server/db/page.ts';
import { containsByIndex, type Term } from '#server/db/search-page.ts';
import { refusal } from '#server/refusal.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { AuditEvent, AuditFilters } from '../contract.ts';

const newestFirst = {
  column: 'audit_events.sequence',
  type: 'bigint',
  id: 'audit_events.sequence',
  idType: 'bigint',
  direction: 'desc',
} as const;

export async function listAuditEvents(db: Db, scope: Scope, input: AuditFilters & PageRequest) {
  const page = await readList(db, auditList(db, scope, input), newestFirst, input);
  const rows = page.rows.map(
    (row): AuditEvent => ({
      sequence: row.sequence,
      at: row.at.toISOString(),
      actorName: row.actor_name,
      desk: row.desk,
      event: row.event,
      recordType: row.record_type,
      recordId: row.record_id,
      recordLabel: row.record_label,
      before: row.before as Record<string, unknown> | null,
      after: row.after as Record<string, unknown> | null,
      requestId: row.request_id,
      ip: row.ip,
      hash: row.hash,
    }),
  );
  return { rows, nextCursor: page.nextCursor };
}

export async function countAuditEvents(
  db: Db,
  scope: Scope,
  filters: AuditFilters,
): Promise<{ count: number }> {
  return countList(db, auditList(db, scope, filters), newestFirst);
}

/** An event does not say of which college its record is, so whoever sees one college only is shown none. */
function auditList(db: Db, scope: Scope, { recordType, recordId, search }: AuditFilters) {
  if (scope.collegeId !== null) throw refusal('audit.university_only');
  let rows = db.selectFrom('audit_events').selectAll('audit_events');
  if (recordType) rows = rows.where('audit_events.record_type', '=', recordType);
  if (recordId) rows = rows.where('audit_events.record_id', '=', recordId);
  return {
    table: 'audit_events',
    rows,
    search: search ? termOf(search) : undefined,
  } satisfies List<'audit_events', object>;
}

/** Who, what and which record, in the very words of the index. */
function termOf(search: string): Term<'audit_events'> {
  const text = sql<string>`lower(audit_events.actor_name || ' ' || audit_events.event || ' ' || audit_events.record_label || ' ' || audit_events.record_type)`;
  return {
    term: search,
    matches: () => sql<boolean>`${text} like ${containing(search)}`,
    matchesByIndex: () => containsByIndex(text, search),
  };
}
