import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf } from '../harness/openapi.ts';
import { ask, type Json } from '../harness/people.ts';
import { eventually, postmasterPid } from '../harness/portal.ts';
import { treeOf } from '../harness/processes.ts';
import { between, letters } from '../harness/random.ts';
import { emptyUniversity, type University } from '../set-up/a-university.ts';
import { soundSettings } from './a-faults.ts';
import { scrape } from './a-metrics.ts';

// Build: "`/healthz`, `/readyz` (database, queue, screens, migrations)". What /readyz says of screens that go away is asked
// in a3, in a copy of the sources.

let university: University;

beforeAll(async () => {
  university = await emptyUniversity(soundSettings());
});
afterAll(() => university?.remove());

async function ready(): Promise<{ status: number; checks: Record<string, Json>; text: string }> {
  const { status, body, text } = await ask(university.portal, 'GET', '/readyz');
  expect(body?.checks, `/readyz has no checks: ${text}`).toBeTypeOf('object');
  return { status, checks: body.checks, text };
}

/** Adapt the pattern, not the demand: a check is found by a word in its name. */
function check(checks: Record<string, Json>, like: RegExp): Json {
  const [name] = Object.keys(checks).filter((key) => like.test(key));
  if (!name) throw new Error(`/readyz has no check like ${like}: ${Object.keys(checks).join(', ')}`);
  return checks[name];
}

const isWell = (value: Json) =>
  value === true || /^(ok|true|ready|well)$/i.test(String(value?.status ?? value?.ok ?? value));

/** Connections come and go: one that has just ended is no fault. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('Build /healthz and /readyz', () => {
  test('Build: a ready portal names database, queue, screens and migrations, all well, with 200', async () => {
    const { status, checks, text } = await ready();
    expect(status, text).toBe(200);
    for (const like of [/database/i, /queue|job/i, /screen/i, /migration/i])
      expect(isWell(check(checks, like)), `${like} in ${text}`).toBe(true);
  });

  test('Build: /healthz and /readyz ask for no session, tell no secrets, and are kept by no cache', async () => {
    for (const address of ['/healthz', '/readyz']) {
      const answer = await ask(university.portal, 'GET', address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get('cache-control') ?? '', `cache-control of ${address}`).toMatch(
        /no-store|no-cache/,
      );
      expect(answer.headers.getSetCookie(), address).toEqual([]);
      for (const secret of [university.env.SECRET!, university.directory])
        expect(answer.text, address).not.toContain(secret);
    }
  });

  test('Build: a migration that is missing makes /readyz 503 and names migrations, not the database; it is well again after', async () => {
    const [last] = await university.portal.sql('select * from migrations order by name desc limit 1');
    await university.portal.sql('delete from migrations where name = $1', [last!.name]);
    try {
      await eventually(
        async () => {
          const { status, checks } = await ready();
          return status === 503 && !isWell(check(checks, /migration/i));
        },
        { within: 20_000, what: `/readyz is 503 with its check of migrations without ${last!.name}` },
      );
      const { checks } = await ready();
      expect(isWell(check(checks, /database/i)), 'the database itself answers').toBe(true);
      expect((await ask(university.portal, 'GET', '/healthz')).status, 'the process lives').toBe(200);
    } finally {
      await university.portal.sql('insert into migrations (name, sha256, applied_at) values ($1, $2, $3)', [
        last!.name,
        last!.sha256,
        last!.applied_at,
      ]);
    }
    await eventually(async () => (await ready()).status === 200, {
      within: 20_000,
      what: '/readyz is 200 again',
    });
  });

  test('Build: a migration of a later release makes /readyz 503 and names migrations', async () => {
    const name = `99${between(10, 99)}-${letters(8)}.sql`;
    await university.portal.sql('insert into migrations (name, sha256, applied_at) values ($1, $2, now())', [
      name,
      'e'.repeat(64),
    ]);
    try {
      await eventually(
        async () => {
          const { status, checks } = await ready();
          return status === 503 && !isWell(check(checks, /migration/i));
        },
        { within: 20_000, what: `/readyz is 503 with its check of migrations after ${name} came` },
      );
    } finally {
      await university.portal.sql('delete from migrations where name = $1', [name]);
    }
  });

  test('Build: a queue that cannot be asked makes /readyz 503 and names the queue alone', async () => {
    await university.portal.sql('alter table pgboss.job rename to job_away');
    await university.portal.sql('alter table pgboss.version rename to version_away');
    await university.portal.sql('alter table pgboss.queue rename to queue_away');
    try {
      await eventually(
        async () => {
          const { status, checks } = await ready();
          return status === 503 && !isWell(check(checks, /queue|job/i)) && isWell(check(checks, /database/i));
        },
        { within: 20_000, what: '/readyz is 503 with its check of the queue, the database well' },
      );
    } finally {
      await university.portal.sql('alter table pgboss.job_away rename to job');
      await university.portal.sql('alter table pgboss.version_away rename to version');
      await university.portal.sql('alter table pgboss.queue_away rename to queue');
    }
    await eventually(async () => (await ready()).status === 200, {
      within: 30_000,
      what: '/readyz is 200 again',
    });
  });

  test('Build: a stopped database makes /readyz 503 within seconds while /healthz stays 200', async () => {
    // SIGSTOP to every process of the database: connections stand, nothing answers, as on a hung disk.
    const processes = treeOf(postmasterPid(university.directory));
    for (const pid of processes) signal(pid, 'SIGSTOP');
    try {
      const began = Date.now();
      await eventually(
        async () => {
          const { status, checks } = await ready();
          return status === 503 && !isWell(check(checks, /database/i));
        },
        { within: 20_000, what: '/readyz is 503 with its check of the database' },
      );
      expect(Date.now() - began).toBeLessThan(20_000);
      expect((await ask(university.portal, 'GET', '/healthz')).status).toBe(200);
    } finally {
      for (const pid of processes) signal(pid, 'SIGCONT');
    }
    await eventually(async () => (await ready()).status === 200, {
      within: 30_000,
      what: '/readyz is 200 again',
    });
  });

  test('Build: /healthz, /readyz and /metrics are addresses of the server and no operations of the API that need a session', async () => {
    const declared = (await operationsOf(university.portal)).map(({ path }) => path);
    for (const address of ['/healthz', '/readyz', '/metrics'])
      expect(declared).not.toContain(`/api${address}`);
    const page = await scrape(university.portal);
    expect(page.headers.get('content-type'), '/metrics is neither a page nor JSON').toMatch(
      /^text\/plain|openmetrics/,
    );
  });
});
