const second = 1_000;
const minute = 60 * second;

/** Database limits of one kind of work; times in milliseconds, 0 for no limit. */
export type WorkLimits = {
  /** Pool size in one process. */
  connections: number;
  /** How many callers may wait for a connection; further ones are refused at once. */
  waiting: number;
  /** Longest wait for a connection. */
  wait: number;
  statement: number;
  lock: number;
  /** After this the server ends a transaction of a process that stopped responding, and frees its locks. */
  idleInTransaction: number;
  /**
   * Longest use of one connection, enforced in this process, so that it holds even if the database does not respond.
   */
  hold: number;
};

/**
 * All time limits (listed in docs/operations.md, explained in decision 29). Three rules hold for commands: lock <
 * idleInTransaction, so that a paused process cannot take over the lock that its next transaction waits for;
 * idleInTransaction < hold; and wait + hold < 10 seconds, in which every write is answered.
 */
export const workLimits = {
  /** Reads of requests, and their single statements outside a transaction. */
  query: {
    connections: 10,
    waiting: 100,
    wait: 3 * second,
    statement: 10 * second,
    lock: 2 * second,
    idleInTransaction: 5 * second,
    hold: 12 * second,
  },
  /** Transactions of requests, on their own connections: readers never wait behind writers. */
  command: {
    connections: 10,
    waiting: 100,
    wait: 2 * second,
    statement: 7 * second,
    lock: 4 * second,
    idleInTransaction: 5 * second,
    hold: 7 * second,
  },
  /** Exports; idle while the client reads slowly. */
  export: {
    connections: 4,
    waiting: 4,
    wait: 3 * second,
    statement: 2 * minute,
    lock: 4 * second,
    idleInTransaction: 3 * minute,
    hold: 0,
  },
  /** Background work, including what requests hand over. */
  job: {
    connections: 6,
    waiting: 1_000,
    wait: 30 * second,
    statement: 5 * minute,
    lock: 30 * second,
    idleInTransaction: 10 * second,
    hold: 0,
  },
  /** The job queue itself. */
  queue: {
    connections: 4,
    waiting: 1_000,
    wait: 10 * second,
    statement: 30 * second,
    lock: 10 * second,
    idleInTransaction: 10 * second,
    hold: 60 * second,
  },
  /** Bulk uploads; a second run of the same upload waits for the first. */
  import: {
    connections: 1,
    waiting: 0,
    wait: 10 * second,
    statement: 30 * minute,
    lock: 10 * minute,
    idleInTransaction: minute,
    hold: 0,
  },
  /** Schema changes and other work of the owner. */
  migration: {
    connections: 1,
    waiting: 0,
    wait: 10 * second,
    statement: 0,
    lock: minute,
    idleInTransaction: minute,
    hold: 0,
  },
  /** Reads in one snapshot: verifying the audit chain, copying the database. */
  backup: {
    connections: 1,
    waiting: 0,
    wait: 10 * second,
    statement: 0,
    lock: 10 * second,
    idleInTransaction: 10 * minute,
    hold: 0,
  },
} as const satisfies Record<string, WorkLimits>;

export type KindOfWork = keyof typeof workLimits;
