import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { collegeEntry } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { statusOf } from '#dev/testing/status-of.ts';

const portal = await filePortal();
const admin = await portal.as('admin');
const owner = await fileClient(portal.ownerUrl);

let codes = 0;
const nextCode = () => `C${String(++codes).padStart(5, '0')}`;

/** One new college; repeated with the same key it is the same intent. */
async function addCollege(server?: string, code = nextCode(), key: string = crypto.randomUUID()) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(collegeEntry({ code }));
  const response = await admin.fetch('/api/colleges', { method: 'POST', headers, body }, server);
  return { status: response.status, code: ((await response.json()) as { code?: string }).code };
}

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
  'a server paused as it waits for the audit chain keeps nobody waiting: its transaction ends without it',
  async () => {
    const server = await startCrashableServer(portal);
    onTestFinished(() => {
      server.resume();
      server.kill();
    });
    const [code, key] = [nextCode(), crypto.randomUUID()];
    const release = await lock('select from audit_head for update');
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
