import { setTimeout as delay } from 'node:timers/promises';
import { newestEndIn } from '#platform/server/backup/backup-folder.ts';
import type { PoolUse } from '#platform/server/metrics/metrics.ts';
import { type Check, type Installation, inWords, ok, problem, reasonOf, rowsOf } from './check.ts';

/** A mail that waits longer is late. */
const maximumMailSeconds = 120;
/**
 * Mail servers count logins: after a success the next login attempt comes after this time, as long as mails are sent.
 */
const acceptedMilliseconds = 900_000;
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
/** A job that waits longer has no worker. */
const maximumWaitingSeconds = 900;
const maximumBackupSeconds = 36 * 3_600;

/** The last successful login at the mail server, by address. */
const acceptedAt = new Map<string, number>();

/** Whether the mail server accepts our login, and mails are sent. */
export const mailCheck: Check = {
  name: 'mail',
  every: 60,
  async *run(installation) {
    const [row] = await rowsOf<{ waiting: number; age: number | null }>(
      installation,
      `select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as age
         from outbox where sent_at is null and given_up_at is null`,
    );
    const { waiting, age } = row!;
    installation.measure('dikshant_mails_waiting', waiting);
    installation.measure('dikshant_mails_oldest_waiting_seconds', age ?? 0);
    if (age !== null && age > maximumMailSeconds)
      yield problem(`${waiting} mails wait, the oldest for ${inWords(age)}. The log of a worker says why.`);
    const { smtpUrl, demo } = installation.settings;
    if (smtpUrl === null) {
      if (demo) yield ok('In demo mode mails are shown and not sent.');
      return;
    }
    const wasTaken =
      performance.now() - (acceptedAt.get(smtpUrl) ?? Number.NEGATIVE_INFINITY) < acceptedMilliseconds;
    if (waiting === 0 && wasTaken) return yield ok('The mail server took the portal, and no mail waits.');
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: smtpUrl, ...smtpTimeouts });
    try {
      acceptedAt.delete(smtpUrl);
      await transport.verify();
      acceptedAt.set(smtpUrl, performance.now());
      yield ok('The mail server takes the portal.');
    } catch (error) {
      yield problem(
        `The mail server of SMTP_URL does not take the portal: ${reasonOf(error)}. Nobody gets a code.`,
      );
    } finally {
      transport.close();
    }
  },
};

/** Whether background jobs finish. */
export const jobsCheck: Check = {
  name: 'jobs',
  async *run(installation) {
    const rows = await rowsOf<JobRow>(
      installation,
      `select q.name, s.state, coalesce(j.count, 0)::int as count, q.expire_seconds as allowed, coalesce(j.age, 0)::float8 as age
         from pgboss.queue q cross join (values ('created'), ('retry'), ('active'), ('failed')) as s (state)
         left join (
           select name, state::text, count(*), max(extract(epoch from now() - case when state = 'active' then started_on else start_after end)) as age
             from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state
         ) as j on j.name = q.name and j.state = s.state
        where q.name !~ '^__'`,
    );
    let isWell = true;
    for (const { name, state, count, age, allowed } of rows) {
      const labels = { queue: name, state };
      installation.measure('dikshant_jobs', count, labels);
      if (state === 'failed') continue;
      installation.measure('dikshant_job_oldest_seconds', Math.max(0, age), labels);
      const isStuck = state === 'active' && age > allowed + 60;
      const isLeft = state !== 'active' && age > maximumWaitingSeconds;
      isWell &&= !isStuck && !isLeft;
      if (isStuck)
        yield problem(
          `The job ${name} is stuck: it has been running for ${inWords(age)}, where ${inWords(allowed)} are allowed. Restart the worker.`,
        );
      if (isLeft)
        yield problem(`The job ${name} has been waiting for ${inWords(age)}. Does a worker run (SERVICES)?`);
    }
    if (isWell) yield ok('No job is stuck.');
  },
};
type JobRow = { name: string; state: string; count: number; allowed: number; age: number };

/** Whether requests get database connections. */
export const poolCheck: Check = {
  name: 'pool',
  isOutside: true,
  async *run({ portal }) {
    const first = await portal();
    if (first === null) return yield ok('The portal is stopped here: its connections were left out.');
    if (first.pools === null)
      return yield ok('The connections of the portal were left out: METRICS_TOKEN is not set.');
    // A single exhausted reading may be a short burst.
    if (!first.pools.some(isExhausted)) return yield ok('The pools of connections have room.');
    await delay(1_000);
    const second = (await portal())?.pools ?? [];
    const still = second.filter(
      (pool) => isExhausted(pool) && first.pools!.some((one) => one.kind === pool.kind && isExhausted(one)),
    );
    for (const { kind, waiting, most } of still)
      yield problem(
        `The pool of connections for ${kind} is exhausted: all ${most} are in use and ${waiting} callers wait. Something holds them: a lock, a slow statement, a crowd.`,
      );
    if (still.length === 0) yield ok('The pools of connections have room.');
  },
};

function isExhausted({ busy, most, waiting }: PoolUse): boolean {
  return waiting > 0 && busy >= most;
}

/** Whether there is a recent backup. */
export const backupCheck: Check = {
  name: 'backup',
  isOutside: true,
  every: 60,
  async *run({ settings, measure }: Installation) {
    if (settings.databaseUrl)
      return yield ok('An external database is backed up by its own means: they are not looked at.');
    const endedAt = await newestEndIn(settings.backupDirectory);
    if (!endedAt)
      return yield problem('There is no backup. Run npm run backup, and every night from now on.');
    const age = (Date.now() - endedAt.getTime()) / 1_000;
    measure('dikshant_backup_age_seconds', age);
    yield age > maximumBackupSeconds
      ? problem(
          `The newest backup is ${inWords(age)} old. Find out why npm run backup does not run every night.`,
        )
      : ok(`The newest backup is ${inWords(age)} old.`);
  },
};
