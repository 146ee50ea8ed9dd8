import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { collegeEntry } from '#dev/testing/factories.ts';

/** One intent to add a college, and every answer that it got until it was done. */
export type Written = { code: string; answers: Answer[] };
type Answer = { status: number; milliseconds: number };

let written = 0;

/** Adds one college, and repeats a busy or broken answer with the same key, as a browser does after a click. */
export async function addCollege(url: string, cookie: string): Promise<Written> {
  written += 1;
  const code = `T${String(written).padStart(7, '0')}`;
  const init = {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(collegeEntry({ code, name: `College ${code}` })),
  };
  const answers: Answer[] = [];
  for (;;) {
    const start = performance.now();
    // Nobody knows whether it was done: counted as not acknowledged.
    const response = await fetch(`${url}/api/colleges`, init).catch(() => null);
    // See above.
    await response?.arrayBuffer().catch(() => null);
    const answer = { status: response?.status ?? 0, milliseconds: performance.now() - start };
    answers.push(answer);
    if (answer.status !== 503 && answer.status !== 0) return { code, answers };
    await delay(50);
  }
}

/** By plain SQL: acknowledged colleges that are not there, and colleges that were added more than once. */
export async function lostAndDoubled(client: pg.Client, done: readonly Written[]) {
  const acknowledged = done.filter(({ answers }) => answers.at(-1)!.status === 200).map(({ code }) => code);
  const { rows } = await client.query<{ lost: number; doubled: number }>(
    `select (select count(*)::int from unnest($1::text[]) as code
              where not exists (select from colleges where colleges.code = code.code)) as lost,
            (select count(*)::int from (
               select record_label from audit_events where event = 'colleges.added' group by record_label
               having count(*) > 1) as twice) as doubled`,
    [acknowledged],
  );
  return { acknowledged: acknowledged.length, ...rows[0]! };
}

/** The statuses that were answered, each with how often. */
export function countStatuses(done: readonly Written[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of done.flatMap(({ answers }) => answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
