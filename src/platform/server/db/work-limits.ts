const second = 1_000;
const minute = 60 * second;

/** What one kind of work may take of the database; times in milliseconds, 0 for no limit. */
export type WorkLimits = {
  /** Most connections of the pool in one process. */
  connections: number;
  /** Most callers that wait for a connection; further ones are refused at once. */
  waiting: number;
  /** Longest wait for a connection. */
  wait: number;
  statement: number;
  lock: number;
  /** After this the server ends a transaction whose process has stopped talking, and frees its locks. */
  idleInTransaction: number;
  /** Longest use of one connection, enforced in this process: it holds even when the database answers nothing. */
  hold: number;
};

/**
 * The one table of time limits (docs/operations.md lists it, decision 29 explains it). For commands three rules hold:
 * lock < idleInTransaction, so that a paused process cannot take over the lock that its next transaction waits for;
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
  /** Transactions of requests, on connections of their own: readers never wait behind writers. */
  command: {
    connections: 10,
    waiting: 100,
    wait: 2 * second,
    statement: 7 * second,
    lock: 4 * second,
    idleInTransaction: 5 * second,
    hold: 7 * second,
  },
  /** Lists as files; idle while the reader of the file is slow. */
  export: {
    connections: 4,
    waiting: 4,
    wait: 3 * second,
    statement: 2 * minute,
    lock: 4 * second,
    idleInTransaction: 3 * minute,
    hold: 0,
  },
  /** Background work, including what a request leaves to it. */
  job: {
    connections: 6,
    waiting: 1_000,
    wait: 30 * second,
    statement: 5 * minute,
    lock: 30 * second,
    idleInTransaction: 10 * second,
    hold: 0,
  },
  /** The job queue's own bookkeeping. */
  queue: {
    connections: 4,
    waiting: 1_000,
    wait: 10 * second,
    statement: 30 * second,
    lock: 10 * second,
    idleInTransaction: 10 * second,
    hold: 60 * second,
  },
  /** Bulk uploads; a second run of one upload waits for the first. */
  import: {
    connections: 1,
    waiting: 0,
    wait: 10 * second,
    statement: 30 * minute,
    lock: 10 * minute,
    idleInTransaction: minute,
    hold: 0,
  },
  /** Changes of the schema and other work of the owner. */
  migration: {
    connections: 1,
    waiting: 0,
    wait: 10 * second,
    statement: 0,
    lock: minute,
    idleInTransaction: minute,
    hold: 0,
  },
  /** Reading everything in one snapshot: checking the audit chain, copies of the database. */
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
