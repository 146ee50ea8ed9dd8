import { sql } from 'kysely';
import type { Scope } from '#server/actor.ts';
import type { Db } from '#server/db/database.ts';
import { containing, readPage } from '#server/db/page.ts';
import { refusal } from '#server/refusal.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { AuditEvent, AuditFilters } from '../contract.ts';

export async function listAuditEvents(db: Db, scope: Scope, input: AuditFilters & PageRequest) {
  const page = await readPage(
    filtered(db, scope, input).selectAll('audit_events'),
    {
      column: 'audit_events.sequence',
      type: 'bigint',
      id: 'audit_events.sequence',
      idType: 'bigint',
      direction: 'desc',
    },
    input,
  );
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
  return filtered(db, scope, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

/** An event does not say of which college its record is, so whoever sees one college only is shown none. */
function filtered(db: Db, scope: Scope, filters: AuditFilters) {
  if (scope.collegeId !== null) throw refusal('audit.university_only');
  let query = db.selectFrom('audit_events');
  if (filters.recordType) query = query.where('record_type', '=', filters.recordType);
  if (filters.recordId) query = query.where('record_id', '=', filters.recordId);
  if (filters.search) {
    const text = sql`lower(actor_name || ' ' || event || ' ' || record_label || ' ' || record_type)`;
    query = query.where(text, 'like', containing(filters.search));
  }
  return query;
}
