import type { Job } from '#platform/server/jobs/job.ts';
import { writeCheckpoints } from '../checkpoints/write-checkpoints.ts';

/** Five past midnight in India; the start of a worker makes up for days on which none ran. */
export const writeCheckpointsJob: Job<object> = {
  name: 'write-checkpoints',
  retryLimit: 5,
  schedule: '35 18 * * *',
  catchesUp: true,
  async handle(services) {
    await writeCheckpoints(services);
  },
};
