import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import type { AuditEventName, AuditRecordType } from '#shared/audit-names.ts';
import { type Db, toRow, unscoped } from './database.ts';
import { type PersonalValue, removed, seal } from './personal-values.ts';

/** One thing that was done to one record. `before` and `after` hold the fields that changed, in JSON's own types. */
export type AuditEntry = {
  /** `feature.past_verb`, such as `applications.verified`. */
  event: AuditEventName;
  record: { type: AuditRecordType; id: string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Whose record it is: open screens of that college hear of the event, and without one only those of the whole university. */
  collegeId?: string | null;
};

/** Who and what caused the events of one transaction. `desk` is the role in which the person acted. */
export type AuditOrigin = {
  actorId: string | null;
  actorName: string;
  desk: string;
  requestId: string;
  ip: string | null;
  /** Null is the moment of appending by the database's clock, to the microsecond; the demo data tells a history. */
  at: Date | null;
};

/** An event as it is stored beside its two hashes. */
export type ChainedEvent = {
  /** Version 1 has no personal values apart, and its moment ends in milliseconds. */
  hashVersion: 1 | 2;
  /** JSON Pointers of the values in whose place a digest stands. */
  personal: string[];
  sequence: number;
  /** ISO 8601, in version 2 with microseconds. */
  at: string;
  actorId: string | null;
  actorName: string;
  desk: string;
  event: string;
  recordType: string;
  recordId: string;
  recordLabel: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string;
  ip: string | null;
};

/** PostgreSQL takes at most 65,535 parameters in one statement; an event has 17 and five for each personal value. */
const rowsPerInsert = 500;

/** ISO 8601 with microseconds, of a timestamptz. */
export function momentText(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The actor of an event as readers see it, in a query of audit_events. */
export const shownActorName = sql<string>`coalesce(
  (select value from audit_personal_values where digest = audit_events.actor_name),
  case when '/actorName' = any(audit_events.personal) then ${removed} else audit_events.actor_name end)`;

/** What of an event is hashed: RFC 8785 canonical JSON. */
export function canonicalEvent({ hashVersion, personal, ...event }: ChainedEvent): string {
  return canonicalize(hashVersion === 1 ? event : { ...event, hashVersion, personal })!;
}

/** SHA-256 over the previous hash and the event's canonical JSON, in hex. */
export function hashEvent(previousHash: string, event: ChainedEvent): string {
  return createHash('sha256').update(previousHash).update(canonicalEvent(event)).digest('hex');
}

/**
 * Appends events to the chain. The head row is locked here and stays locked to the end of the transaction, so
 * this is the last thing that a transaction does: locks are always taken in the same order.
 */
export async function appendAuditEvents(db: Db, origin: AuditOrigin, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const head = await db
    .selectFrom('audit_head')
    .select(['sequence', 'hash', sql.raw<string>(momentText('clock_timestamp()')).as('clock')])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const at = origin.at?.toISOString().replace('Z', '000Z') ?? head.clock;
  let { sequence, hash } = head;
  const links = entries.map((entry) => {
    sequence += 1;
    const previousHash = hash;
    const { event, values } = chainedEvent(entry, { origin, sequence, at });
    hash = hashEvent(previousHash, event);
    return { event, values, previousHash, hash };
  });
  for (let first = 0; first < links.length; first += rowsPerInsert)
    await insertLinks(db, links.slice(first, first + rowsPerInsert));
}

function chainedEvent(
  { event, record, before = null, after = null }: AuditEntry,
  { origin, sequence, at }: { origin: AuditOrigin; sequence: number; at: string },
): { event: ChainedEvent; values: PersonalValue[] } {
  const { actorId, actorName, desk, requestId, ip } = origin;
  const sealed = seal(
    // As JSON has it, because that is what is read back.
    { actorName, ip, recordLabel: record.label, before: plainJson(before), after: plainJson(after) },
    { actorId, recordType: record.type, sequence, at: new Date(at) },
  );
  return {
    event: {
      ...sealed.event,
      hashVersion: 2,
      personal: sealed.personal,
      sequence,
      at,
      actorId,
      desk,
      event,
      recordType: record.type,
      recordId: record.id,
      requestId,
    },
    values: sealed.values,
  };
}

function plainJson(fields: Record<string, unknown> | null): Record<string, unknown> | null {
  return fields && (JSON.parse(JSON.stringify(fields)) as Record<string, unknown>);
}

type Link = { event: ChainedEvent; values: PersonalValue[]; previousHash: string; hash: string };

/** Events and the values that their digests stand for, in one statement. */
async function insertLinks(db: Db, links: readonly Link[]): Promise<void> {
  const rows = links.map(({ event, previousHash, hash }) => ({
    ...toRow(event),
    before: event.before && JSON.stringify(event.before),
    after: event.after && JSON.stringify(event.after),
    previous_hash: previousHash,
    hash,
  }));
  const values = [...new Map(links.flatMap((link) => link.values).map((row) => [row.digest, row])).values()];
  if (values.length === 0) {
    await unscoped(db).insertInto('audit_events').values(rows).execute();
    return;
  }
  await unscoped(db)
    .with('kept', (query) =>
      query
        .insertInto('audit_personal_values')
        .values(values)
        .onConflict((conflict) => conflict.column('digest').doNothing()),
    )
    .insertInto('audit_events')
    .values(rows)
    .execute();
}
