import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './db/database.ts';
import { hasKey, identityKey } from './db/identity.ts';
import { keyedHash, type Pepper } from './secrets.ts';

/**
 * Events that anonymous clients can cause without limit, and thumbnails, which come by the hundred: counted in one row
 * per subject, network and hour.
 */
const countedKinds = [
  'sign_in_failed',
  'code_refused',
  'reset_code_refused',
  'provider_refused',
  'passkey_refused',
  'thumbnails_viewed',
] as const;
type AccessKind = (typeof countedKinds)[number] | 'signed_in' | 'file_viewed' | 'document_viewed';

export type Access = {
  kind: AccessKind;
  /** The member of staff, or the Email Id that was entered; null if unknown. */
  who: { id: string; name: string } | { email: string } | null;
  /** An address, or the network by which anonymous clients are rate-limited. */
  network: string;
  /** The record that was viewed: its label, and the file's id if it is an upload. */
  record?: { label: string; fileId?: string } | undefined;
};

/**
 * Logs sign-in attempts and access to personal files. Entries are written in batches, so `kill -9` loses the last
 * second, and anonymous clients cannot overload the database.
 */
export type AccessLog = {
  record(access: Access): void;
  /** Writes all waiting entries. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const flushEvery = 1_000;
const rowsPerInsert = 200;
/** Limit while the database is unavailable; further entries are dropped, which the server log reports. */
const maximumWaiting = 10_000;

type Waiting = Access & { count: number };
type Row = {
  kind: AccessKind;
  subject: string;
  staff_id: string | null;
  person: string;
  network: string;
  file_id: string | null;
  record: string | null;
  count: number;
};

export function createAccessLog({ db, pepper, log }: { db: Db; pepper: Pepper; log: Logger }): AccessLog {
  let waiting: Waiting[] = [];
  let counts = new Map<string, Waiting>();
  let dropped = 0;
  /** Entries of the batch that is being written. */
  let underway = 0;
  let writing: Promise<void> = Promise.resolve();

  function record(access: Access): void {
    enqueue({ ...access, count: 1 });
    if (waiting.length === rowsPerInsert) void flush();
  }

  function enqueue(entry: Waiting): void {
    const key = JSON.stringify([entry.kind, entry.who, entry.network]);
    const known = counts.get(key);
    if (known) known.count += entry.count;
    else if (waiting.length + counts.size + underway >= maximumWaiting) dropped += entry.count;
    else if (isCounted(entry.kind)) counts.set(key, entry);
    else waiting.push(entry);
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const batch = [...waiting, ...counts.values()];
    if (dropped > 0) log.error({ dropped }, 'access log: entries were dropped while the database was away');
    dropped = 0;
    waiting = [];
    counts = new Map();
    if (batch.length === 0) return;
    underway = batch.length;
    try {
      const rows = await toRows(db, pepper, batch);
      const [counted, single] = [true, false].map((is) => rows.filter(({ kind }) => isCounted(kind) === is));
      await db.transaction().execute(async (transaction) => {
        await insertSingle(transaction, single!);
        await insertCounted(transaction, counted!);
      });
      underway = 0;
    } catch (error) {
      log.error({ err: error, entries: batch.length }, 'access log: a batch waits for the next attempt');
      underway = 0;
      for (const entry of batch) enqueue(entry);
    }
  }

  const timer = setInterval(() => void flush(), flushEvery);
  timer.unref();
  return {
    record,
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

function isCounted(kind: AccessKind): boolean {
  return (countedKinds as readonly string[]).includes(kind);
}

/** An unknown Email Id is stored as a keyed hash: it may be a password that was entered by mistake. */
async function toRows(db: Db, pepper: Pepper, batch: readonly Waiting[]): Promise<Row[]> {
  const emails = batch.flatMap(({ who }) => (who && 'email' in who ? [who.email.toLowerCase()] : []));
  const found =
    emails.length === 0
      ? []
      : await db
          .selectFrom('staff')
          .innerJoin(
            sql<{ typed: string }>`(select unnest(${emails}::text[]) as typed)`.as('given'),
            (join) => join.on(hasKey('staff.email_key', identityKey(sql.ref('given.typed')))),
          )
          .select(['given.typed', 'staff.id', 'staff.name'])
          .orderBy(sql`lower(staff.email) = given.typed`)
          .execute();
  // The last one is the address as it is written.
  const staff = new Map(found.map((person) => [person.typed, person]));
  return batch.map(({ kind, who, network, record, count }) => {
    const typed = who && 'email' in who ? who.email.toLowerCase() : null;
    const person = typed === null ? (who as { id: string; name: string } | null) : staff.get(typed);
    const subject =
      person?.id ?? (typed === null ? 'nobody' : keyedHash(pepper, `access-log|${typed}`).slice(0, 16));
    return {
      kind,
      subject,
      staff_id: person?.id ?? null,
      person: person?.name ?? subject,
      network,
      file_id: record?.fileId ?? null,
      record: record?.label ?? null,
      count,
    };
  });
}

async function insertSingle(db: Db, rows: readonly Row[]): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await db
      .insertInto('access_log')
      .values(rows.slice(first, first + rowsPerInsert))
      .execute();
  }
}

async function insertCounted(db: Db, rows: readonly Row[]): Promise<void> {
  // One Email Id may occur in two spellings. Sorted, so that two processes lock in the same order.
  const byKey = Map.groupBy(rows, ({ kind, subject, network }) => `${kind} ${subject} ${network}`);
  const sums = [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({ ...same[0]!, count: same.reduce((sum, { count }) => sum + count, 0) }));
  for (let first = 0; first < sums.length; first += rowsPerInsert) {
    await db
      .insertInto('access_log')
      .values(
        sums
          .slice(first, first + rowsPerInsert)
          .map((row) => ({ ...row, hour: sql<Date>`date_trunc('hour', now())` })),
      )
      .onConflict((conflict) =>
        conflict
          .constraint('access_log__counted_in_one_row')
          .doUpdateSet({ count: sql`access_log.count + excluded.count` }),
      )
      .execute();
  }
}
