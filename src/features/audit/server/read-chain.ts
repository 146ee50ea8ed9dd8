import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import type { StoredEvent } from './verify-chain.ts';

const batch = 5_000;

/** The events of a live database in order, a batch at a time, so that memory stays flat. */
export async function* readChain(client: pg.ClientBase): AsyncGenerator<StoredEvent> {
  for (let after = 0; ; ) {
    const { rows } = await client.query(
      'select * from audit_events where sequence > $1 order by sequence limit $2',
      [after, batch],
    );
    for (const row of rows) yield toStoredEvent(row);
    if (rows.length < batch) return;
    after = rows.at(-1).sequence;
  }
}

/** The events of an exported bundle: one JSON object a line, as `npm run audit:verify -- --export FILE` writes them. */
export async function* readBundle(file: string): AsyncGenerator<StoredEvent> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line !== '') yield JSON.parse(line) as StoredEvent;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver gives it
function toStoredEvent(row: any): StoredEvent {
  return {
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
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
