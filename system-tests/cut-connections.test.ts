import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openClient, withClient } from '#platform/server/db/connections.ts';
import { startDemoPortal } from './harness/demo-portal.ts';
import { killAll, treeOf } from './harness/process-tree.ts';
import { addCollege, countStatuses, lostAndDoubled, type Written } from './harness/write-colleges.ts';

const clients = 25;
const cuts = Number(process.env.CUTS ?? 50);
const kills = Number(process.env.KILLS ?? 10);

const server = await startDemoPortal();
const cookie = await server.signIn('admin', 'admin');
afterAll(() => server.close());

const ofThePortal = `datname = current_database() and pid <> pg_backend_pid() and application_name like 'dikshant-%'`;

test(`${cuts} cut connections: the process lives, 0 lost, 0 doubled`, async () => {
  const done = await underLoad(() =>
    withClient(server.ownerUrl(), 'backup', async (client) => {
      for (let count = 0; count < cuts; ) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where ${ofThePortal} order by xact_start is null, random() limit 1`,
        );
        count += rowCount!;
        await delay(Math.random() * 100);
      }
    }),
  );
  await expectBooksToAgree(done);
});

test(`${kills} times kill -9 of a database process: the portal lives, 0 lost, 0 doubled`, async () => {
  const done = await underLoad(async (load) => {
    for (let count = 0; count < kills; count += 1) {
      // Only what was under way can be lost: everybody has to be writing again.
      const before = load.length;
      while (load.length < before + clients && server.isAlive()) await delay(20);
      const client = await openPatiently();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where ${ofThePortal} order by xact_start is null, random() limit 1`,
      );
      if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
      // It may be cut itself.
      await client.end().catch(() => {});
      await delay(Math.random() * 200);
    }
  });
  await expectBooksToAgree(done);
});

test('a database that stands still is said in /readyz, while the process lives, and comes back by itself', async () => {
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
  const postmaster = readFileSync(path.join(server.directory, 'postgres/pgdata/postmaster.pid'), 'utf8');
  const database = treeOf(Number(postmaster.split('\n')[0]));
  killAll(database, 'SIGSTOP');
  try {
    await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  } finally {
    killAll(database, 'SIGCONT');
  }
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
});

async function underLoad(damage: (done: readonly Written[]) => Promise<void>): Promise<Written[]> {
  const done: Written[] = [];
  let isOver = false;
  const load = Array.from({ length: clients }, async () => {
    while (!isOver && server.isAlive()) done.push(await addCollege(server.url, cookie));
  });
  try {
    await damage(done);
  } finally {
    isOver = true;
  }
  expect(server.isAlive()).toBe(true);
  await Promise.all(load);
  return done;
}

/** While PostgreSQL recovers it takes no connections. */
async function openPatiently(): Promise<pg.Client> {
  for (;;) {
    // The cutter cuts this one as well: tried again.
    const client = await openClient(server.ownerUrl(), 'backup').catch(() => null);
    if (client) return client;
    await delay(50);
  }
}

async function expectBooksToAgree(done: Written[]): Promise<void> {
  const statuses = countStatuses(done);
  const client = await openPatiently();
  const books = await lostAndDoubled(client, done);
  // A server of some minutes has no checkpoint yet; what is checked is that every event continues the one before.
  const { rows } = await client.query(`select sequence || ':' || hash as head from audit_head`);
  await client.end();
  console.log(JSON.stringify({ statuses, ...books }));
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect(books).toMatchObject({ acknowledged: done.length, lost: 0, doubled: 0 });
  const env = { ...process.env, DATABASE_OWNER_URL: server.ownerUrl() };
  const verified = spawnSync(process.execPath, ['scripts/audit-verify.ts', '--head', rows[0].head], {
    env,
    encoding: 'utf8',
  });
  expect(verified.stderr).toBe('');
  expect(verified.status).toBe(0);
}
