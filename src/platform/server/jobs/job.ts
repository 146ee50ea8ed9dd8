import type { Services } from '#platform/server/context.ts';

/**
 * Work that is queued in a command's transaction and done by a worker, possibly twice: a handler has to be safe to
 * run again at any point. `retryLimit` further tries follow a failed one, each later than the last.
 */
export type Job<Data extends object> = {
  name: string;
  retryLimit: number;
  /** After so long even a run that shows signs of life is given up and tried again; five minutes unless named. */
  expireInSeconds?: number;
  /** A cron line in UTC, for work that comes round by itself. */
  schedule?: string;
  /** Also runs once when a worker starts, because its time may have passed while none was there. */
  catchesUp?: true;
  /** What it returns is kept with the finished job. */
  handle(services: Services, data: Data, attempt: { isLast: boolean }): Promise<unknown>;
};
