import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Job } from './job.ts';

/** What is removed, after how long and how; docs/operations.md has the same in a table. */
export type Purge = {
  what: string;
  after: string;
  how: string;
  /** Deletes the expired data and returns how much. */
  run(services: Services): Promise<number>;
};

export function deleting(...statements: RawBuilder<unknown>[]): Purge['run'] {
  return async ({ db }) => {
    let removed = 0;
    for (const statement of statements)
      removed += Number((await statement.execute(db)).numAffectedRows ?? 0n);
    return removed;
  };
}

/** Deletes the rows whose column `since` is older than `after`. */
export function purgeOfRows(
  what: string,
  { after, table, since }: { after: string; table: keyof DB; since: string },
): Purge {
  const old = sql`delete from ${sql.table(table)} where ${sql.ref(since)} < now() - ${sql.lit(after)}::interval`;
  return { what, after, how: `rows of \`${table}\``, run: deleting(old) };
}

/** At 02:00 in India, and when a worker starts, because its time may have passed without one. */
export function nightlyPurge(purges: readonly Purge[]): Job<object> {
  return {
    name: 'nightly-purge',
    retryLimit: 2,
    expireInSeconds: 3_600,
    schedule: '30 20 * * *',
    catchesUp: true,
    async handle(services) {
      const failures: unknown[] = [];
      for (const { what, run } of purges) {
        try {
          const removed = await run(services);
          if (removed > 0) services.log.info({ what, removed }, 'purged');
        } catch (error) {
          // A failure does not stop the other purges; the job is retried.
          services.log.error({ err: error, what }, 'cannot purge');
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be purged.');
    },
  };
}
