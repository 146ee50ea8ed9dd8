import { sql } from 'kysely';
import { unscoped } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { dayInIndia } from '#shared/format.ts';

/** Adds appended deltas to the totals, so that the dashboard stays fast; the figures do not change. */
export const foldDeltasJob: Job<object> = {
  name: 'fold-dashboard-deltas',
  retryLimit: 2,
  schedule: '* * * * *',
  async handle({ db }) {
    await sql`select fold_dashboard_deltas(${dayInIndia(new Date())}::date)`.execute(unscoped(db));
  },
};
