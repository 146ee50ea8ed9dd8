import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#platform/server/db/connections.ts';
import type { MeasureName, PoolUse } from '#platform/server/metrics/metrics.ts';
import type { Settings } from '#platform/server/settings.ts';

/** One result of a check; a problem requires action. */
export type Finding = { isProblem: boolean; sentence: string };

/** What checks examine: for `npm run doctor` from outside, and in each serving process. */
export type Installation = {
  settings: Settings;
  /** Invalid settings; a process with any does not start. */
  faults: readonly string[];
  /** The owner's URL for doctor, the application role's in a process. */
  databaseUrl: string;
  /** What PUBLIC_URL has to lead to; null if the secret is unknown. */
  id: string | null;
  /** The portal that serves on this machine; null if none does. `pools` is null if it does not report them. */
  portal(): Promise<{ pools: PoolUse[] | null } | null>;
  /** Records a measurement for `/metrics`. */
  measure(name: MeasureName, value: number, labels?: Record<string, string>): void;
};

export type Check = {
  /** Name in `/metrics` and in the table of docs/operations.md. */
  name: string;
  /** Needs no database. */
  isOutside?: true;
  /** Reads everything: processes leave it to the nightly job. */
  isWhole?: true;
  /** Seconds between two runs in a process; default 15. */
  every?: number;
  run(installation: Installation): AsyncIterable<Finding>;
};

export type CheckResult = { check: string; problems: number; findings: Finding[] };

const maximumNamed = 50;
const timeoutMilliseconds = 10_000;

export const ok = (sentence: string): Finding => ({ isProblem: false, sentence });
export const problem = (sentence: string): Finding => ({ isProblem: true, sentence });

/** Runs one check. A timeout or an exception is reported as a problem and never thrown. */
export async function runCheck(
  check: Check,
  installation: Installation,
  timeout = timeoutMilliseconds,
): Promise<CheckResult> {
  const found: CheckResult = { check: check.name, problems: 0, findings: [] };
  const over = new AbortController();
  const add = (finding: Finding) => {
    if (finding.isProblem) found.problems += 1;
    if (!finding.isProblem || found.problems <= maximumNamed)
      found.findings.push({ ...finding, sentence: withoutSecrets(finding.sentence, installation.settings) });
  };
  const run = async () => {
    for await (const finding of check.run(installation)) {
      if (over.signal.aborted) return;
      add(finding);
    }
  };
  try {
    await (check.isWhole ? run() : Promise.race([run(), failAfter(timeout, over.signal)]));
  } catch (error) {
    add(problem(`The check '${check.name}' could not be made: ${reasonOf(error)}.`));
  } finally {
    over.abort();
  }
  if (found.problems > maximumNamed) add(ok(`And ${found.problems - maximumNamed} more of the kind.`));
  return found;
}

async function failAfter(timeout: number, signal: AbortSignal): Promise<never> {
  await delay(timeout, undefined, { signal });
  throw new Error(`no answer within ${timeout / 1_000} seconds`);
}

/** One statement on a separate connection, so that busy pools do not affect it. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  { databaseUrl }: Pick<Installation, 'databaseUrl'>,
  text: string,
): Promise<Row[]> {
  return withClient(databaseUrl, 'query', async (client) => (await client.query<Row>(text)).rows);
}

/** The error's message, without what libraries add. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (cause instanceof Error) return reasonOf(cause);
  const errors = (error as AggregateError).errors;
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0]);
  return (message || code || String(error)).split('\n')[0]!.replace(/\.$/, '');
}

/** Messages of libraries may contain a URL with its password. */
export function withoutSecrets(text: string, settings: Settings): string {
  const urls = [
    settings.smtpUrl,
    settings.databaseUrl,
    settings.databaseOwnerUrl,
    settings.databaseDirectUrl,
  ];
  const passwords = urls.flatMap((url) => {
    const password = url ? URL.parse(url)?.password : '';
    return password ? [password, decodeURIComponent(password)] : [];
  });
  const { secret, previousSecret, checkpointKey, metricsToken, provider } = settings;
  const hidden = [...passwords, secret, previousSecret, checkpointKey, metricsToken, provider?.clientSecret];
  return hidden.reduce<string>((said, one) => (one ? said.replaceAll(one, '…') : said), text);
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `3 hours`, for sentences. */
export function inWords(seconds: number): string {
  const [unit, length] = units.find(([, size]) => seconds >= 2 * size) ?? units.at(-1)!;
  const count = Math.round(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
