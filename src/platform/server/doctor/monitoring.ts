import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '#platform/server/context.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { type Check, type CheckResult, rowsOf, runCheck } from './check.ts';
import { ownInstallation } from './installation.ts';

const roundMilliseconds = 15_000;
const defaultEvery = 15;

/** Repeats the quick checks for `/metrics`; the findings of the nightly job are read from it. */
export function startMonitoring(services: Services, checks: readonly Check[]): { stop(): Promise<void> } {
  const over = new AbortController();
  const checkedAt = new Map<string, number>();
  const isDue = ({ name, every = defaultEvery }: Check) =>
    performance.now() - (checkedAt.get(name) ?? Number.NEGATIVE_INFINITY) >
    every * 1_000 - roundMilliseconds / 2;
  const quick = checks.filter(({ isWhole }) => !isWhole).map(oneAtATime);
  const note = createCheckGauges(services);

  async function round(): Promise<void> {
    const installation = ownInstallation(services);
    let hasDatabase = true;
    for (const check of quick.filter(isDue)) {
      if (over.signal.aborted) return;
      if (!check.isOutside && !hasDatabase) continue;
      checkedAt.set(check.name, performance.now());
      const found = await runCheck(check, installation);
      note(found);
      if (check.name === 'database') hasDatabase = found.problems === 0;
    }
    if (hasDatabase) await readNightlyCheck(services, note);
  }

  const running = (async () => {
    while (!over.signal.aborted) {
      await round().catch((error) => services.log.warn({ err: error }, 'the checks could not be made'));
      // Aborted when the watch stops.
      await delay(roundMilliseconds, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await Promise.race([running, delay(2_000)]);
    },
  };
}

/** A check of a hanging disk blocks one of Node's few threads for files and DNS: never run a second one beside it. */
export function oneAtATime(check: Check): Check {
  let isUnderWay = false;
  return {
    ...check,
    async *run(installation) {
      if (isUnderWay) throw new Error('the one before it has not ended');
      isUnderWay = true;
      try {
        yield* check.run(installation);
      } finally {
        isUnderWay = false;
      }
    },
  };
}

/** Logs when a problem appears and when it is solved. */
function createCheckGauges({ metrics, log, settings }: Services) {
  // A demo always has problems, such as no backup; its terminal is for people.
  const levels = settings.demo ? (['debug', 'debug'] as const) : (['error', 'info'] as const);
  const known = new Map<string, boolean>();
  return ({ check, problems, findings }: CheckResult): void => {
    const isProblem = problems > 0;
    metrics.problem.set({ check }, isProblem ? 1 : 0);
    if (check === 'files') metrics.gauges.dikshant_file_problems.set(problems);
    if ((known.get(check) ?? false) === isProblem) return;
    known.set(check, isProblem);
    const sentences = findings.filter((one) => one.isProblem).map(({ sentence }) => sentence);
    if (isProblem) log[levels[0]]({ check, sentences: sentences.slice(0, 5) }, 'problem');
    else log[levels[1]]({ check }, 'the problem is gone');
  };
}

const nightlyCheckName = 'look-over';

/** Reads every file and the whole audit chain; at 02:45 in India. */
export function nightlyCheckJob(checks: readonly Check[]): Job<object> {
  return {
    name: nightlyCheckName,
    retryLimit: 1,
    expireInSeconds: 3 * 3_600,
    schedule: '15 21 * * *',
    async handle(services) {
      const looks: CheckResult[] = [];
      for (const check of checks.filter(({ isWhole }) => isWhole)) {
        const found = await runCheck(check, ownInstallation(services));
        looks.push(found);
      }
      return { looks };
    },
  };
}

async function readNightlyCheck(services: Services, note: (found: CheckResult) => void): Promise<void> {
  const [row] = await rowsOf<{ looks: CheckResult[]; at: Date }>(
    services,
    `select output->'looks' as looks, completed_on as at from pgboss.job
      where name = '${nightlyCheckName}' and state = 'completed' order by completed_on desc limit 1`,
  );
  if (!row) return;
  services.metrics.gauges.dikshant_look_over_timestamp_seconds.set(row.at.getTime() / 1_000);
  for (const found of row.looks) note(found);
}
