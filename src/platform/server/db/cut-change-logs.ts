import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/job.ts';
import { unscoped } from './database.ts';
import { positionIndexLock } from './position-index.ts';

const logs = ['application_changes', 'student_changes', 'certificate_changes'] as const;
/** An index that nobody built again until then is little used, and keeps all of the changes in the logs. */
const mostUnseen = 50_000;

/** Keeps the logs of changes short: drops position indexes that are old, then the changes that all others have seen. */
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
        // An index that is being built needs changes that no other does; the next round comes soon.
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
