import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type Db, unscoped } from './database.ts';

/** One thing that was done to one record. `before` and `after` hold the fields that changed, in JSON's own types. */
export type AuditEntry = {
  /** `feature.past_verb`, such as `applications.verified`. */
  event: string;
  record: { type: string; id: string; label: string };
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
  /** Of the whole transaction; stored to the millisecond, which is what the hash covers. */
  at: Date;
};

/** An event as it is hashed: every column but the hash itself, moments in ISO 8601 with milliseconds. */
export type ChainedEvent = Omit<AuditOrigin, 'at'> & {
  sequence: number;
  at: string;
  event: string;
  recordType: string;
  recordId: string;
  recordLabel: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** PostgreSQL takes at most 65,535 parameters in one statement; a row has fifteen. */
const rowsPerInsert = 1_000;

/** SHA-256 over the previous hash and the event's canonical JSON (RFC 8785), in hex. */
export function hashEvent(previousHash: string, event: ChainedEvent): string {
  return createHash('sha256').update(previousHash).update(canonicalize(event)!).digest('hex');
}

/**
 * Appends events to the chain. The head row is locked here and stays locked to the end of the transaction, so
 * this is the last thing that a transaction does: locks are always taken in the same order.
 */
export async function appendAuditEvents(db: Db, origin: AuditOrigin, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const head = await db
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  let { sequence, hash } = head;
  const rows = entries.map((entry) => {
    sequence += 1;
    const event: ChainedEvent = {
      actorId: origin.actorId,
      actorName: origin.actorName,
      desk: origin.desk,
      requestId: origin.requestId,
      ip: origin.ip,
      sequence,
      at: origin.at.toISOString(),
      event: entry.event,
      recordType: entry.record.type,
      recordId: entry.record.id,
      recordLabel: entry.record.label,
      before: entry.before ?? null,
      after: entry.after ?? null,
    };
    const previousHash = hash;
    hash = hashEvent(previousHash, event);
    return {
      sequence,
      at: origin.at,
      actor_id: origin.actorId,
      actor_name: origin.actorName,
      desk: origin.desk,
      event: event.event,
      record_type: event.recordType,
      record_id: event.recordId,
      record_label: event.recordLabel,
      before: event.before && JSON.stringify(event.before),
      after: event.after && JSON.stringify(event.after),
      request_id: origin.requestId,
      ip: origin.ip,
      previous_hash: previousHash,
      hash,
    };
  });
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await unscoped(db)
      .insertInto('audit_events')
      .values(rows.slice(first, first + rowsPerInsert))
      .execute();
  }
}
