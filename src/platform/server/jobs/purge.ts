import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { unscoped } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Job } from './job.ts';

/** What is removed, after how long and how; docs/operations.md has the same three in a table. */
export type Purge = {
  what: string;
  after: string;
  how: string;
  /** Removes it and answers how many. */
  run(services: Services): Promise<number>;
};

/** Removes the rows that these statements delete. */
export function deleting(...statements: RawBuilder<unknown>[]): Purge['run'] {
  return async ({ db }) => {
    let removed = 0;
    for (const statement of statements)
      removed += Number((await statement.execute(unscoped(db))).numAffectedRows ?? 0n);
    return removed;
  };
}

/** Removes the rows of a table whose moment in the column `since` is so long ago. */
export function purgeOfRows(
  what: string,
  { after, table, since }: { after: string; table: keyof DB; since: string },
): Purge {
  const old = sql`delete from ${sql.table(table)} where ${sql.ref(since)} < now() - ${sql.lit(after)}::interval`;
  return { what, after, how: `rows of \`${table}\``, run: deleting(old) };
}

/** At two in the morning in India, and when a worker starts, because its time may have passed while none was there. */
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
          // One that fails does not keep the others; the job is tried again.
          services.log.error({ err: error, what }, 'cannot purge');
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be purged.');
    },
  };
}
