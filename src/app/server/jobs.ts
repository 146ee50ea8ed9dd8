import type { PgBoss } from 'pg-boss';
import { contactPurges } from '#features/applications/server/purge-contact-details.ts';
import { writeCheckpointsJob } from '#features/audit/server/checkpoints/write-checkpoints.ts';
import { signInPurges } from '#features/auth/server/purge-sign-ins.ts';
import { resealAuthenticators } from '#features/auth/server/reseal-authenticators.ts';
import { noteTestMail } from '#features/checklist/server/test-mail.ts';
import { foldDeltasJob } from '#features/dashboard/server/jobs/fold-deltas.ts';
import { markStaleJob } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { checkImportJob, listUnfinishedImports } from '#features/imports/server/jobs/check-import.ts';
import { commitImportJob } from '#features/imports/server/jobs/commit-import.ts';
import { importPurges } from '#features/imports/server/purge-imports.ts';
import { universityLook } from '#features/masters/server/university-look.ts';
import { recomposeUnusableFiles } from '#features/print-runs/server/damaged-files.ts';
import {
  composePrintRunJob,
  listUncomposedRuns,
} from '#features/print-runs/server/jobs/compose-print-run.ts';
import type { Services } from '#platform/server/context.ts';
import { cutChangeLogsJob } from '#platform/server/db/cut-change-logs.ts';
import { wholeUniversity } from '#platform/server/db/database.ts';
import { lookOverJob } from '#platform/server/doctor/watch.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { formDraftPurges } from '#platform/server/form-drafts/form-drafts.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { nightlyPurge, type Purge } from '#platform/server/jobs/purge.ts';
import { serverPurges } from '#platform/server/jobs/server-purges.ts';
import { type MailSender, startMailSender } from '#platform/server/mail/mail-sender.ts';
import { checks } from './checks.ts';

/** All purges of expired data. */
export const purges: readonly Purge[] = [
  ...signInPurges,
  ...contactPurges,
  ...formDraftPurges,
  ...importPurges,
  ...serverPurges,
];
export const nightlyPurgeJob = nightlyPurge(purges);
const nightlyLookOverJob = lookOverJob(checks);

const jobs: Job<never>[] = [
  composePrintRunJob,
  checkImportJob,
  commitImportJob,
  deleteFilesJob,
  nightlyPurgeJob,
  foldDeltasJob,
  cutChangeLogsJob,
  markStaleJob,
  writeCheckpointsJob,
  nightlyLookOverJob,
];

/**
 * Workers send a heartbeat at half this interval. A job without one (its worker died, or its completion was lost in a
 * database failover) is retried after it.
 */
const heartbeatSeconds = 15;

/** Creates the queues that commands write to; a web-only process needs them too. */
export async function createQueues(boss: PgBoss): Promise<void> {
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
  await resealAuthenticators(services);
  await recomposeUnusableFiles(services, wholeUniversity);
  for (const run of await listUncomposedRuns(services))
    await services.jobs.send(composePrintRunJob.name, run);
  for (const { importId, state } of await listUnfinishedImports(services)) {
    const job = state === 'checking' ? checkImportJob : commitImportJob;
    await services.jobs.send(job.name, { importId });
  }
  return startMailSender(services, { onTaken: noteTestMail, look: universityLook(services) });
}
