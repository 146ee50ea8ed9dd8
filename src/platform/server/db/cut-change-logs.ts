import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/job.ts';
import { unscoped } from './database.ts';
import { positionIndexLock } from './position-index.ts';

const logs = ['application_changes', 'student_changes', 'certificate_changes'] as const;
/** An index with more unseen changes is little used, and forces the logs to keep all of them. */
const mostUnseen = 50_000;

/** Trims the change logs: drops old position indexes, then the changes that all remaining ones include. */
export const cutChangeLogsJob: Job<object> = {
  name: 'cut-change-logs',
  retryLimit: 2,
  schedule: '*/5 * * * *',
  async handle({ db }) {
    await unscoped(db)
      .transaction()
      .execute(async (transaction) => {
        const lock = await sql<{ isFree: boolean }>`
          select pg_try_advisory_xact_lock(${positionIndexLock}) as "isFree"
        `.execute(transaction);
        // An index being built still needs the changes; the next run is in five minutes.
        if (!lock.rows[0]!.isFree) return;
        const unseenOf = (log: string) =>
          sql`(select count(*) from ${sql.table(log)} where not pg_visible_in_snapshot(xid, snapshot))`;
        await sql`
          delete from position_indexes
           where made_at < now() - interval '1 day' or ${sql.join(logs.map(unseenOf), sql` + `)} > ${mostUnseen}
        `.execute(transaction);
        for (const log of logs)
          await sql`
            delete from ${sql.table(log)}
             where not exists (select from position_indexes where not pg_visible_in_snapshot(xid, snapshot))
          `.execute(transaction);
      });
  },
};
