import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, unscoped } from './database.ts';

/** Reads what a person asked for, and shows nothing older than what they were answered or told of before. */
export type Read = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** A position in PostgreSQL's log, in bytes. */
type Positions = {
  /** Up to here everything that anybody can see on the primary is in the log. */
  committed(): Promise<number>;
  /** Up to here the replica shows it. */
  replayed(): Promise<number>;
};

/** What the replica showed so long ago says nothing of whether it still answers. */
const freshMilliseconds = 1_000;
/** A replica that is behind is not asked again for so long, … */
const behindMilliseconds = 100;
/** … and one that fails or does not answer in time for so long. */
const lostMilliseconds = 5_000;
const patienceMilliseconds = 500;

/**
 * Reads go to the replica when it shows everything that was committed as the read began, else to the primary: so whoever wrote, or was
 * told of a change, sees it, at whichever process, and nobody has to say what they have seen (decision 80).
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
    // What is wrong with the primary says nothing about the replica.
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
      // What the query itself refuses.
      if (error instanceof ORPCError) throw error;
      if (!isOfRecovery(error)) lose(error);
      return work(primary);
    }
  };
}

/**
 * What a server that follows another one does not do, and is well all the same: exact counts and jumps read unlogged tables (0A000), replay
 * goes before a read that is in its way (40001), and nothing is written (25006).
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
      // After a restore the replica may still be of the days that were undone. Of a server that follows nobody there is no position.
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
