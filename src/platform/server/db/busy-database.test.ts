import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { statusOf } from '#dev/testing/status-of.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
const owner = await fileClient(portal.ownerUrl);

type Answer = { status: number; code: string | undefined; retryAfter: string | null; milliseconds: number };

let codes = 0;
const nextCode = () => `C${String(++codes).padStart(5, '0')}`;

/** One new college; repeated with the same key it is the same intent. */
async function addCollege(
  server?: string,
  code = nextCode(),
  key: string = crypto.randomUUID(),
): Promise<Answer> {
  const start = performance.now();
  const response = await admin.fetch(
    '/api/colleges',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        name: `College ${code}`,
        code,
        contactNumber: '0821 1234567',
        address: 'Mysuru',
        convocationFee: 700,
      }),
    },
    server,
  );
  const body = (await response.json()) as { code?: string };
  return {
    status: response.status,
    code: body.code,
    retryAfter: response.headers.get('retry-after'),
    milliseconds: performance.now() - start,
  };
}

/** Adds a college however often it is refused, and tells its code; what was answered on the way joins `answers`. */
async function addCollegeStubbornly(server: string, answers: Answer[]): Promise<string> {
  const [code, key] = [nextCode(), crypto.randomUUID()];
  for (; ; await delay(20)) {
    const answer = await addCollege(server, code, key);
    answers.push(answer);
    if (answer.status !== 503) return code;
  }
}

/** Keeps every writer waiting until it is released. */
const lockAuditHead = () => lock('select from audit_head for update');

/** Takes a lock on a connection of its own, and answers what releases it. */
async function lock(statement: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; ${statement}`);
  return () => client.end();
}

/** Transactions of the portal that wait for a lock. */
async function waitForLockWaits(least: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows[0].count).toBeGreaterThanOrEqual(least);
    },
    { timeout: 30_000, interval: 20 },
  );
}

longTest(
  'twenty cut connections under load: the process lives, nothing acknowledged is lost or doubled',
  async () => {
    const server = await startCrashableServer(portal);
    const added: string[] = [];
    const answers: Answer[] = [];
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
      server.kill();
    });
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) added.push(await addCollegeStubbornly(server.url, answers));
    });
    const isRefused = () => answers.some(({ status }) => status === 503);
    // One that is cut between two transactions is made anew unnoticed: until at least one request has lost its own.
    for (let cut = 0; cut < 20 || !isRefused(); ) {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'dikshant%'
          and (xact_start is not null or random() < 0.3)
        order by xact_start
        limit 2`,
      );
      cut += rowCount!;
      await delay(10);
      expect(server.isAlive()).toBe(true);
    }
    isOver = true;
    await Promise.all(clients);
    expect(server.isAlive()).toBe(true);
    expect(new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`))).toEqual(
      new Set(['200 ', '503 request.busy']),
    );
    for (const { status, retryAfter } of answers) expect(retryAfter !== null).toBe(status === 503);
    const { rows } = await owner.query(
      `select code, (select count(*)::int from audit_events where event = 'colleges.added' and record_id = colleges.id::text)
              as events
       from colleges where code = any ($1)`,
      [added],
    );
    expect(rows).toHaveLength(added.length);
    expect(rows.filter(({ events }) => events !== 1)).toEqual([]);
  },
);

longTest(
  'while a writer keeps the audit chain, reads go on and writes are answered with 503 within 10 seconds',
  async () => {
    const release = await lockAuditHead();
    const writes = Array.from({ length: 150 }, () => addCollege());
    await waitForLockWaits(10);
    const reads = await Promise.all(Array.from({ length: 20 }, () => statusOf(admin, '/api/colleges')));
    expect(new Set(reads)).toEqual(new Set([200]));
    const answers = await Promise.all(writes);
    await release();
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 request.busy']),
    );
    expect(answers.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(10_000);
    expect(await addCollege()).toMatchObject({ status: 200 });
  },
);

longTest('a server paused inside a transaction costs the others seconds', async () => {
  const server = await startCrashableServer(portal);
  onTestFinished(() => {
    server.resume();
    server.kill();
  });
  const code = nextCode();
  const release = await lock('lock table colleges in share mode');
  // Its answer is not what is looked at.
  const paused = addCollege(server.url, code).catch(() => null);
  await waitForLockWaits(1);
  server.pause();
  await release();
  const start = performance.now();
  const answers: Answer[] = [];
  do answers.push(await addCollege(undefined, code));
  while (answers.at(-1)!.status === 503 && performance.now() - start < 15_000);
  expect(answers.at(-1)).toMatchObject({ status: 200 });
  expect(performance.now() - start).toBeLessThan(10_000);
  server.resume();
  expect(await paused).toMatchObject({ status: 503, code: 'request.busy' });
  expect(server.isAlive()).toBe(true);
});

longTest(
  'a server paused as it waits for the audit chain keeps nobody waiting: its transaction ends without it',
  async () => {
    const server = await startCrashableServer(portal);
    onTestFinished(() => {
      server.resume();
      server.kill();
    });
    const [code, key] = [nextCode(), crypto.randomUUID()];
    const release = await lockAuditHead();
    const paused = addCollege(server.url, code, key).catch(() => null);
    await waitForLockWaits(1);
    server.pause();
    await release();
    expect(await addCollege()).toMatchObject({ status: 200 });
    const { rows } = await owner.query(
      `select count(*)::int as count from audit_events join colleges on record_id = colleges.id::text where code = $1`,
      [code],
    );
    expect(rows).toEqual([{ count: 1 }]);
    server.resume();
    await paused;
    expect(await addCollege(server.url, code, key)).toMatchObject({ status: 200 });
  },
);

longTest('600 requests at once are all answered, none with 500, and /healthz as well', async () => {
  const flood = Array.from({ length: 600 }, () => statusOf(admin, '/api/colleges'));
  const health = await statusOf(portal.anonymous, '/healthz');
  const statuses = new Set(await Promise.all(flood));
  expect(health).toBe(200);
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

describe('a full disk', () => {
  test('of the database has its own sentence', async () => {
    await owner.query(`
      create function refuse_full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on colleges for each row execute function refuse_full_disk()`);
    onTestFinished(async () => {
      await owner.query('drop function refuse_full_disk cascade');
    });
    expect(await addCollege()).toMatchObject({ status: 507, code: 'request.storage_full' });
  });
});

describe('/readyz', () => {
  const ready = async () => {
    const response = await fetch(`${portal.url}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, boolean> };
    return { status: response.status, checks };
  };

  test('and /healthz ask for no session, and nothing keeps what they said', async () => {
    for (const address of ['/healthz', '/readyz']) {
      const { status, headers } = await fetch(`${portal.url}${address}`);
      expect([status, headers.get('cache-control')], address).toEqual([200, 'no-store']);
    }
  });

  test('names a queue that cannot be asked, and nothing else', async () => {
    await owner.query('alter table pgboss.queue rename to queue_away');
    try {
      await vi.waitFor(
        async () =>
          expect(await ready()).toMatchObject({ status: 503, checks: { database: true, queue: false } }),
        { timeout: 30_000 },
      );
    } finally {
      await owner.query('alter table pgboss.queue_away rename to queue');
    }
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 30_000 });
  });

  test('says what is missing, and comes back by itself', async () => {
    expect((await ready()).checks).toMatchObject({ database: true, queue: true });
    await owner.query(`insert into migrations (name, sha256) values ('9999-newer.sql', '')`);
    await vi.waitFor(
      async () =>
        expect(await ready()).toMatchObject({
          status: 503,
          checks: { database: true, queue: true, migrations: false },
        }),
      { timeout: 30_000 },
    );
    await owner.query(`delete from migrations where name = '9999-newer.sql'`);
    await vi.waitFor(async () => expect((await ready()).checks.migrations).toBe(true), { timeout: 30_000 });
  });

  test('is not ready while the database takes no connections; /healthz still answers', async () => {
    const { rows } = await owner.query('select quote_ident(current_database()) as name');
    const limit = (connections: number) =>
      owner.query(`alter database ${rows[0].name} connection limit ${connections}`);
    onTestFinished(async () => void (await limit(-1)));
    await limit(0);
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'dikshant%'`,
    );
    const isAway = { status: 503, checks: { database: false, queue: false } };
    await vi.waitFor(async () => expect(await ready()).toMatchObject(isAway), { timeout: 30_000 });
    expect(await statusOf(portal.anonymous, '/healthz')).toBe(200);
    await limit(-1);
    const isBack = { database: true, queue: true };
    await vi.waitFor(async () => expect((await ready()).checks).toMatchObject(isBack), { timeout: 30_000 });
  });
});
