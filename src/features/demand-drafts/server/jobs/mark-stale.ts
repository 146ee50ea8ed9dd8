import type { Job } from '#platform/server/jobs/job.ts';
import { markStaleDrafts } from '../mark-stale-drafts.ts';

/** Every night, just after midnight in India, the drafts whose validity has passed are marked. */
export const markStaleJob: Job<object> = {
  name: 'mark-stale-drafts',
  retryLimit: 3,
  schedule: '35 18 * * *',
  catchesUp: true,
  async handle(services) {
    await markStaleDrafts(services);
  },
};
