import type { Services } from '#platform/server/context.ts';

/**
 * Work that is queued in a command's transaction and done by a worker, possibly twice: a handler has to be idempotent
 * at any point. Failed attempts are retried `retryLimit` times with growing delays.
 */
export type Job<Data extends object> = {
  name: string;
  retryLimit: number;
  /** After this many seconds even a run with a heartbeat is aborted and retried; default five minutes. */
  expireInSeconds?: number;
  /** A cron expression in UTC, for periodic work. */
  schedule?: string;
  /** Also runs when a worker starts, because its time may have passed without one. */
  catchesUp?: true;
  /** The return value is stored with the finished job. */
  handle(services: Services, data: Data, attempt: { isLast: boolean }): Promise<unknown>;
};
