import { sql } from 'kysely';
import type { Job } from '#server/jobs/job.ts';

/** Removes what nobody came back to: candidates' names are not kept longer than they are of use. */
export const purgeFormDraftsJob: Job<object> = {
  name: 'purge-form-drafts',
  retryLimit: 0,
  schedule: '37 2 * * *',
  async handle({ db }) {
    await db.deleteFrom('form_drafts').where('kept_at', '<', sql<Date>`now() - interval '30 days'`).execute();
  },
};
