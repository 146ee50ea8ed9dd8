import { sql } from 'kysely';
import { unscoped } from '#platform/server/db/database.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { dayInIndia } from '#shared/format.ts';

/** Keeps the dashboard quick: what commands appended goes into the totals. The figures are the same before and after. */
export const foldDeltasJob: Job<object> = {
  name: 'fold-dashboard-deltas',
  retryLimit: 2,
  schedule: '* * * * *',
  async handle({ db }) {
    await sql`select fold_dashboard_deltas(${dayInIndia(new Date())}::date)`.execute(unscoped(db));
  },
};
