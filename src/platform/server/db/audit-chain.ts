import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import pg from 'pg';
import type { AuditEventName, AuditRecordType } from '#shared/audit-names.ts';
import { type ChainedEvent, canonicalEvent } from '#shared/chained-event.ts';
import type { Db } from './database.ts';
import { type PersonalValue, redactPersonalValues, removed } from './personal-values.ts';
import { unscoped } from './scope.ts';

/** One action on one record. `before` and `after` hold the changed fields as plain JSON. */
export type AuditEntry = {
  /** `feature.past_verb`, such as `applications.verified`. */
  event: AuditEventName;
  record: { type: AuditRecordType; id: string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /**
   * The record's college, whose people read the event and whose open screens are notified; null is for the whole
   * university alone.
   */
  collegeId?: string | null;
};

/** Who and what caused the events of one transaction. `desk` is the role in which the person acted. */
export type AuditOrigin = {
  actorId: string | null;
  actorName: string;
  desk: string;
  requestId: string;
  ip: string | null;
  /** Null: the database's time of appending, in microseconds. Demo data is backdated. */
  at: Date | null;
};

export type { ChainedEvent } from '#shared/chained-event.ts';

/** SQL that formats a timestamptz as ISO 8601 with microseconds. */
export function momentText(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The actor's name for display, in a query of audit_events. */
export const shownActorName = sql<string>`coalesce(
  (select value from audit_personal_values where digest = audit_events.actor_name),
  case when '/actorName' = any(audit_events.personal) then ${removed} else audit_events.actor_name end)`;

/**
 * Events of every college, for those of a record that the caller may read: what it belongs to, such as an upload or a
 * print run, may be of no college. The log itself is narrowed.
 */
export function eventsOfRecords(db: Db) {
  return unscoped(db, 'Whoever may read a record reads what happened to it.').selectFrom('audit_events');
}

/** A database that reads what every college's past was, for those who narrow it by what the events themselves say. */
export function wholePast(db: Db): Db {
  return unscoped(db, 'The newest event of a record says to which college it belonged.');
}

/** SHA-256 over the previous hash and the event's canonical JSON, in hex. */
export function hashEvent(previousHash: string, event: ChainedEvent): string {
  return createHash('sha256').update(previousHash).update(canonicalEvent(event)).digest('hex');
}

/**
 * Appends events to the chain. This locks the head row until the transaction ends, so it has to be the last step of a
 * transaction: locks are always taken in the same order.
 */
export async function appendAuditEvents(
  db: Db,
  origin: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`select audit_events__append(${appended(origin, entries)})`.execute(db);
}

/** `appendAuditEvents` as one statement with inlined values, to be sent together with the commit. */
export function appendStatement(origin: AuditOrigin, entries: readonly AuditEntry[]): string {
  return `select audit_events__append(${pg.escapeLiteral(appended(origin, entries))})`;
}

/** The argument of the database function, which adds time, sequence number and previous hash. */
function appended(origin: AuditOrigin, entries: readonly AuditEntry[]): string {
  const values = new Map<string, PersonalValue & { place: number }>();
  const events = entries.map((entry, index) => {
    const sealed = redactedEvent(entry, origin);
    for (const value of sealed.values)
      if (!values.has(value.digest)) values.set(value.digest, { ...value, place: index + 1 });
    return aroundMoment(sealed.event);
  });
  return JSON.stringify({ at: origin.at, events, values: [...values.values()] });
}

type UnchainedEvent = Omit<ChainedEvent, 'at' | 'sequence'>;

/**
 * The canonical JSON of an event in two pieces: before its time, and between time and sequence number. Canonical JSON
 * sorts by name: `actorId`, `actorName` and `after` come before `at`, and `sequence` comes last.
 */
function aroundMoment({ actorId, actorName, after, ...event }: UnchainedEvent): [string, string] {
  const before = canonicalize({ actorId, actorName, after })!;
  const behind = canonicalize(event)!;
  return [`${before.slice(0, -1)},"at":"`, `",${behind.slice(1, -1)},"sequence":`];
}

function redactedEvent(
  { event, record, before = null, after = null, collegeId = null }: AuditEntry,
  { actorId, actorName, desk, requestId, ip, at }: AuditOrigin,
): { event: UnchainedEvent; values: PersonalValue[] } {
  const sealed = redactPersonalValues(
    // As plain JSON, because that is what is read back.
    { actorName, ip, recordLabel: record.label, before: plainJson(before), after: plainJson(after) },
    { actorId, recordType: record.type, at: at ?? new Date() },
  );
  return {
    event: {
      ...sealed.event,
      hashVersion: 3,
      personal: sealed.personal,
      actorId,
      desk,
      event,
      recordType: record.type,
      recordId: record.id,
      collegeId,
      requestId,
    },
    values: sealed.values,
  };
}

function plainJson(fields: Record<string, unknown> | null): Record<string, unknown> | null {
  return fields && (JSON.parse(JSON.stringify(fields)) as Record<string, unknown>);
}
