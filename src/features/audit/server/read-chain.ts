import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { momentText } from '#platform/server/db/audit-chain.ts';
import { digestsOf } from '#platform/server/db/personal-values.ts';
import type { KnownValues, StoredEvent } from './verify-chain.ts';

const batch = 5_000;

/** The events of a live database in order, a batch at a time, so that memory stays flat. */
export async function* readChain(client: pg.ClientBase): AsyncGenerator<StoredEvent> {
  for (let after = 0; ; ) {
    const { rows } = await client.query(
      `select *, ${momentText('at')} as moment from audit_events where sequence > $1 order by sequence limit $2`,
      [after, batch],
    );
    const events = rows.map(toStoredEvent);
    const values = await readValues(client, events);
    for (const event of events) yield { ...event, values: namesOf(event, values) };
    if (rows.length < batch) return;
    after = rows.at(-1).sequence;
  }
}

/** The events of an exported bundle: one JSON object a line, as `npm run audit:verify -- --export FILE` writes them. */
export async function* readBundle(file: string): AsyncGenerator<StoredEvent> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === '') continue;
    const event = JSON.parse(line) as StoredEvent;
    // Bundles of before hash versions do not name theirs.
    yield { ...event, hashVersion: event.hashVersion ?? 1, personal: event.personal ?? [] };
  }
}

async function readValues(client: pg.ClientBase, events: readonly StoredEvent[]): Promise<KnownValues> {
  const digests = events.flatMap((event) => [...digestsOf(event, event.personal).values()]);
  const { rows } = await client.query<{ digest: string; value: string; salt: string }>(
    'select digest, value, salt from audit_personal_values where digest = any($1)',
    [[...new Set(digests)]],
  );
  return Object.fromEntries(rows.map(({ digest, value, salt }) => [digest, { value, salt }]));
}

function namesOf(event: StoredEvent, known: KnownValues): KnownValues {
  const own = [...digestsOf(event, event.personal).values()].flatMap((digest) => {
    const found = known[digest];
    return found ? [[digest, found] as const] : [];
  });
  return Object.fromEntries(own);
}

/** A row as the driver gives it, in the columns' own names. */
type EventRow = {
  hash_version: StoredEvent['hashVersion'];
  personal: string[];
  sequence: number;
  at: Date;
  moment: string;
  actor_id: string | null;
  actor_name: string;
  desk: string;
  event: string;
  record_type: string;
  record_id: string;
  record_label: string;
  before: StoredEvent['before'];
  after: StoredEvent['after'];
  request_id: string;
  ip: string | null;
  previous_hash: string;
  hash: string;
};

function toStoredEvent(row: EventRow): StoredEvent {
  return {
    hashVersion: row.hash_version,
    personal: row.personal,
    sequence: Number(row.sequence),
    // Version 1 hashed what JavaScript's clock has.
    at: row.hash_version === 1 ? row.at.toISOString() : row.moment,
    actorId: row.actor_id,
    actorName: row.actor_name,
    desk: row.desk,
    event: row.event,
    recordType: row.record_type,
    recordId: row.record_id,
    recordLabel: row.record_label,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    ip: row.ip,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
