import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { momentText } from '#platform/server/db/audit-chain.ts';
import { digestsOf } from '#platform/server/db/personal-values.ts';
import type { KnownValues, StoredEvent } from './verify-chain.ts';

const batch = 5_000;

/** The columns of an event under their names in `StoredEvent`, except its moment. */
const fields = `hash_version as "hashVersion", personal, sequence, actor_id as "actorId", actor_name as "actorName",
  desk, event, record_type as "recordType", record_id as "recordId", record_label as "recordLabel", before, after,
  college_id as "collegeId", request_id as "requestId", ip, previous_hash as "previousHash", hash`;

type EventRow = Omit<StoredEvent, 'at'> & { at: Date; moment: string };

function toStoredEvent({ at, moment, ...event }: EventRow): StoredEvent {
  return {
    ...event,
    sequence: Number(event.sequence),
    // Version 1 hashed moments with JavaScript's millisecond precision.
    at: event.hashVersion === 1 ? at.toISOString() : moment,
  };
}

/** The events of a live database in order, in batches, so that memory use stays constant. */
export async function* readChain(client: pg.ClientBase): AsyncGenerator<StoredEvent> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<EventRow>(
      `select ${fields}, at, ${momentText('at')} as moment
         from audit_events where sequence > $1 order by sequence limit $2`,
      [after, batch],
    );
    const events = rows.map(toStoredEvent);
    const values = await readValues(client, events);
    for (const event of events) yield { ...event, values: valuesOf(event, values) };
    if (rows.length < batch) return;
    after = events.at(-1)!.sequence;
  }
}

/**
 * The events of an exported bundle: one JSON object per line, as `npm run audit:verify -- --export FILE` writes them.
 */
export async function* readBundle(file: string): AsyncGenerator<StoredEvent> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === '') continue;
    const event = JSON.parse(line) as StoredEvent;
    // Bundles from before hash versions do not name a version.
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

function valuesOf(event: StoredEvent, known: KnownValues): KnownValues {
  const own = [...digestsOf(event, event.personal).values()].flatMap((digest) => {
    const found = known[digest];
    return found ? [[digest, found] as const] : [];
  });
  return Object.fromEntries(own);
}
