import type { PgBoss } from 'pg-boss';
import { recordTestMail } from '#features/checklist/server/test-mail.ts';
import { universityBranding } from '#features/masters/server/university-branding.ts';
import type { Services } from '#platform/server/context.ts';
import { nightlyCheckJob } from '#platform/server/doctor/monitoring.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { nightlyPurge } from '#platform/server/jobs/purge.ts';
import { type MailSender, startMailSender } from '#platform/server/mail/mail-sender.ts';
import { checks, jobs as declaredJobs, purges, workerStarts } from './features.ts';

export const nightlyPurgeJob = nightlyPurge(purges);
const jobs: Job<never>[] = [...declaredJobs, nightlyPurgeJob, nightlyCheckJob(checks)];

/**
 * Workers send a heartbeat at half this interval. A job without one (its worker died, or its completion was lost in a
 * database failover) is retried after it.
 */
const heartbeatSeconds = 15;

/**
 * Creates the queues that commands write to; a web-only process needs them too. A queue of an earlier version goes with
 * its schedule, because nobody works on its jobs.
 */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name } of await boss.getQueues())
    if (!name.startsWith('__') && !jobs.some((job) => job.name === name)) await boss.deleteQueue(name);
  for (const job of jobs) {
    const options = {
      retryLimit: job.retryLimit,
      retryBackoff: true,
      expireInSeconds: job.expireInSeconds ?? 300,
      heartbeatSeconds,
    };
    await boss.createQueue(job.name, options);
    // createQueue leaves an existing queue unchanged.
    await boss.updateQueue(job.name, options);
  }
}

/**
 * Starts working on jobs, including those of a process that died. `stop` ends the sending of mails; pg-boss stops the
 * jobs.
 */
export async function startWorker(shared: Services): Promise<MailSender> {
  const services = { ...shared, db: shared.jobDb, commandDb: shared.jobDb };
  for (const job of jobs) {
    if (job.schedule) await services.jobs.schedule(job.name, job.schedule);
    if (job.catchesUp) await services.jobs.send(job.name, {});
    await services.jobs.work(
      job.name,
      { includeMetadata: true, pollingIntervalSeconds: 0.5 },
      async ([taken]) => {
        if (!taken) return;
        const isLast = taken.retryCount >= taken.retryLimit;
        const count = (outcome: string) => services.metrics.jobs.inc({ queue: job.name, outcome });
        try {
          // Each job knows the type of its own data.
          const output = await job.handle(services, taken.data as never, { isLast });
          count('done');
          return output;
        } catch (error) {
          count('failed');
          throw error;
        }
      },
    );
  }
  for (const start of workerStarts) await start(services);
  return startMailSender(services, { onAccepted: recordTestMail, branding: universityBranding(services) });
}
