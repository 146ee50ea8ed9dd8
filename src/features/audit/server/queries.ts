import type { Scope } from '#platform/server/actor.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { countList, type List, readList } from '#platform/server/db/list-page.ts';
import { digestsOf, type Sealable, unseal } from '#platform/server/db/personal-values.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { everyName, type FormerNames, formerNames, todaysName } from '#shared/audit-names.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { AuditEvent, AuditFilters } from '../contract.ts';
import { onDays } from './on-days.ts';
import { termOf } from './search-events.ts';

const newestFirst = {
  column: 'audit_events.sequence',
  type: 'bigint',
  id: 'audit_events.sequence',
  idType: 'bigint',
  direction: 'desc',
} as const;

export async function listAuditEvents(db: Db, scope: Scope, input: AuditFilters & PageRequest) {
  const page = await readList(db, auditList(db, scope, input), newestFirst, input);
  const sealed = page.rows.map((row) => ({
    personal: row.personal,
    event: {
      sequence: row.sequence,
      at: row.at.toISOString(),
      actorName: row.actor_name,
      desk: row.desk,
      event: row.event,
      recordType: row.record_type,
      recordId: row.record_id,
      recordLabel: row.record_label,
      before: row.before as AuditEvent['before'],
      after: row.after as AuditEvent['after'],
      requestId: row.request_id,
      ip: row.ip,
      hash: row.hash,
    },
  }));
  const known = await readValues(db, sealed);
  const rows = sealed.map(({ event, personal }) =>
    inTodaysNames(unseal(event, personal, (digest) => known.get(digest))),
  );
  return { rows, nextCursor: page.nextCursor };
}

/** Without filters the head says it: every event has the next number. */
export async function countAuditEvents(
  db: Db,
  scope: Scope,
  filters: AuditFilters,
): Promise<{ count: number }> {
  const list = auditList(db, scope, filters);
  if (Object.values(filters).every((value) => value === undefined || value === '')) {
    const head = await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
    return { count: head.sequence };
  }
  return countList(db, list, newestFirst);
}

/** An event does not say of which college its record is, so whoever sees one college only is shown none. */
function auditList(db: Db, scope: Scope, filters: AuditFilters) {
  if (scope.collegeId !== null) throw domainError('audit.university_only');
  const { recordType, recordId, search } = filters;
  let rows = db.selectFrom('audit_events').selectAll('audit_events');
  if (recordType) rows = rows.where('audit_events.record_type', 'in', everyName('recordTypes', recordType));
  if (recordId) rows = rows.where('audit_events.record_id', '=', recordId);
  rows = rows.where(onDays('audit_events.at', filters));
  return {
    table: 'audit_events',
    rows,
    search: search ? termOf(filters) : undefined,
  } satisfies List<'audit_events', object>;
}

async function readValues(
  db: Db,
  sealed: readonly { event: Sealable; personal: readonly string[] }[],
): Promise<Map<string, string>> {
  const digests = new Set(sealed.flatMap(({ event, personal }) => [...digestsOf(event, personal).values()]));
  if (digests.size === 0) return new Map();
  const rows = await unscoped(db)
    .selectFrom('audit_personal_values')
    .select(['digest', 'value'])
    .where('digest', 'in', [...digests])
    .execute();
  return new Map(rows.map(({ digest, value }) => [digest, value]));
}

/** The event under the names that its parts have today. */
export function inTodaysNames(event: AuditEvent, former: FormerNames = formerNames): AuditEvent {
  const rename = (fields: AuditEvent['before']) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [todaysName('fields', key, former), value]),
    );
  return {
    ...event,
    event: todaysName('events', event.event, former),
    recordType: todaysName('recordTypes', event.recordType, former),
    desk: todaysName('desks', event.desk, former),
    before: rename(event.before),
    after: rename(event.after),
  };
}
