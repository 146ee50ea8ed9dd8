import { hash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { momentText } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { digestsOf } from '#shared/chained-event.ts';
import { type Against, type ChainReport, type StoredEvent, verifyEvents } from '../verify-chain.ts';

const batch = 5_000;
const pieceLength = 65_536;

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

/** What reading needs of a connection. */
type Connection = {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
};

type Part = {
  from?: number;
  to?: number;
  /** The numbers of some events between those; by default all. */
  only?: readonly number[] | null;
};

/** The events of a live database in order, in batches, so that memory use stays constant. */
export async function* readChain(
  connection: Connection,
  { from = 1, to = Number.MAX_SAFE_INTEGER, only = null }: Part = {},
): AsyncGenerator<StoredEvent> {
  for (let after = from - 1; ; ) {
    const { rows } = await connection.query(
      `select ${fields}, at, ${momentText('at')} as moment
         from audit_events where sequence > $1 and sequence <= $3 ${only ? 'and sequence = any($4)' : ''}
        order by sequence limit $2`,
      [after, batch, to, ...(only ? [only] : [])],
    );
    const events = (rows as EventRow[]).map(toStoredEvent);
    yield* await withValues(connection, events);
    if (rows.length < batch) return;
    after = events.at(-1)!.sequence;
  }
}

/** `verifyEvents` with the hashes of Node, which takes a quarter of the time of WebCrypto. */
export function verifyChain(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  against: Against,
): Promise<ChainReport> {
  return verifyEvents(events, against, (texts) => texts.map((text) => hash('sha256', text, 'hex')));
}

/** A snapshot of the log as JSON lines, in pieces of some kilobytes: as `eventsIn` reads them. */
export async function* chainLines(db: Db, part?: Part): AsyncGenerator<Buffer> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const connection: Connection = {
    query: (text, values) => snapshot.executeQuery(CompiledQuery.raw(text, values)),
  };
  try {
    let lines = '';
    for await (const event of readChain(connection, part)) {
      lines += `${JSON.stringify(event)}\n`;
      if (lines.length < pieceLength) continue;
      yield Buffer.from(lines);
      lines = '';
    }
    if (lines !== '') yield Buffer.from(lines);
  } finally {
    await snapshot.rollback().execute();
  }
}

/** With the values behind their digests, as far as they are still stored. */
async function withValues(connection: Connection, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const sealed = events.map((event) => [...digestsOf(event, event.personal).values()]);
  const { rows } = await connection.query(
    'select digest, value, salt from audit_personal_values where digest = any($1)',
    [[...new Set(sealed.flat())]],
  );
  const found = rows as { digest: string; value: string; salt: string }[];
  const known = new Map(found.map(({ digest, ...value }) => [digest, value]));
  return events.map((event, place) => {
    const values = sealed[place]!.filter((digest) => known.has(digest)).map((digest) => [
      digest,
      known.get(digest),
    ]);
    return { ...event, values: Object.fromEntries(values) };
  });
}
