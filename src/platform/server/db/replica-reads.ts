import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, unscoped } from './database.ts';

/** Runs a read that never returns older data than the person has already seen or been notified of. */
export type Read = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** Positions in PostgreSQL's write-ahead log, in bytes. */
type Positions = {
  /** Everything visible on the primary is in the log up to here. */
  committed(): Promise<number>;
  /** The replica shows everything up to here. */
  replayed(): Promise<number>;
};

/** How long a replica's position is trusted without asking again. */
const freshMilliseconds = 1_000;
/** A lagging replica is not asked again for this long, … */
const behindMilliseconds = 100;
/** … and one that fails or times out for this long. */
const lostMilliseconds = 5_000;
const patienceMilliseconds = 500;

/**
 * Reads go to the replica if it shows everything that was committed when the read began, else to the primary. So
 * everyone sees their own writes and the changes they were notified of, at every process, without tracking positions
 * per person (decision 80).
 */
export function readsFromReplica({
  primary,
  replica,
  positions = positionsOf(primary, replica),
  log,
}: {
  primary: Db;
  replica: Db;
  positions?: Positions;
  log: Logger;
}): Read {
  let shown = { position: 0, at: Number.NEGATIVE_INFINITY };
  let asking: Promise<void> | null = null;
  let restsUntil = 0;
  const ask = async () => {
    const position = await inTime(positions.replayed());
    shown = { position, at: performance.now() };
  };
  const isInStep = async () => {
    if (performance.now() < restsUntil) return false;
    // A fault of the primary says nothing about the replica.
    const committed = await positions.committed().catch(() => Number.POSITIVE_INFINITY);
    if (committed === Number.POSITIVE_INFINITY) return false;
    if (shown.position >= committed && performance.now() - shown.at < freshMilliseconds) return true;
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
    if (shown.position >= committed) return true;
    restsUntil = performance.now() + behindMilliseconds;
    return false;
  };
  const lose = (error: unknown) => {
    log.warn({ err: error }, 'the replica cannot be read from');
    restsUntil = performance.now() + lostMilliseconds;
  };
  return async (work) => {
    const mayRead = await isInStep().catch((error: unknown) => {
      lose(error);
      return false;
    });
    if (!mayRead) return work(primary);
    try {
      return await work(replica);
    } catch (error) {
      // A domain error of the query itself.
      if (error instanceof ORPCError) throw error;
      if (!isOfRecovery(error)) lose(error);
      return work(primary);
    }
  };
}

/**
 * Errors of a healthy standby: exact counts and jumps read unlogged tables (0A000), replay cancels a conflicting read
 * (40001), and nothing can be written (25006).
 */
function isOfRecovery(error: unknown): boolean {
  return ['0A000', '40001', '25006'].includes((error as { code?: string }).code ?? '');
}

function positionsOf(primary: Db, replica: Db): Positions {
  const positionOf = async (db: Db, of: 'pg_current_wal_flush_lsn' | 'pg_last_wal_replay_lsn') => {
    const { rows } = await sql<{ position: number | null; timeline: number }>`
      select pg_wal_lsn_diff(${sql.raw(of)}(), '0/0')::int8 as position, timeline_id as timeline
        from pg_control_checkpoint()`.execute(unscoped(db));
    return rows[0]!;
  };
  const ofPrimary = () => positionOf(primary, 'pg_current_wal_flush_lsn');
  return {
    committed: async () => (await ofPrimary()).position!,
    replayed: async () => {
      const [own, shown] = await Promise.all([ofPrimary(), positionOf(replica, 'pg_last_wal_replay_lsn')]);
      // After a restore the replica may still be on the old timeline. A server without a replication source has no
      // position.
      return own.timeline === shown.timeline ? (shown.position ?? 0) : 0;
    },
  };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('The replica does not answer in time.')),
    patienceMilliseconds,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
