import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type CrashableServer, startCrashableServer } from '#dev/testing/crashable-server.ts';
import { startPortal } from '#dev/testing/portal.ts';
import { withClient } from '#platform/server/db/connections.ts';
import {
  addCollege,
  countStatuses,
  lostAndDoubled,
  percentile,
  type Written,
} from './harness/write-colleges.ts';

const rounds = Number(process.env.ROUNDS ?? 4);
const pausedMilliseconds = 15_000;
const clients = 10;

const portal = await startPortal();
const [paused, other] = await Promise.all([startCrashableServer(portal), startCrashableServer(portal)]);
const cookie = (await portal.as('admin')).cookie;
afterAll(async () => {
  paused.resume();
  paused.kill();
  other.kill();
  await portal.close();
});

test(`of two servers one is paused inside a transaction ${rounds} times: the other answers every write within 10 s`, async () => {
  const atPaused: Written[] = [];
  const atOther: Written[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false;
    const write = async (server: CrashableServer, done: Written[]) => {
      while (!isOver) done.push(await addCollege(server.url, cookie));
    };
    const load = Array.from({ length: clients }, () => write(paused, atPaused));
    await pauseInTransaction();
    const since = performance.now();
    const others = Array.from({ length: clients }, () => write(other, atOther));
    const first = await addCollege(other.url, cookie);
    atOther.push(first);
    recoveries.push(performance.now() - since);
    await delay(pausedMilliseconds - (performance.now() - since));
    paused.resume();
    isOver = true;
    await Promise.all([...load, ...others]);
    expect(paused.isAlive()).toBe(true);
  }
  const times = atOther.flatMap(({ answers }) => answers.map(({ milliseconds }) => milliseconds));
  const books = await withClient(portal.ownerUrl, 'backup', (client) =>
    lostAndDoubled(client, [...atPaused, ...atOther]),
  );
  console.log(
    JSON.stringify({
      answersOfTheOther: times.length,
      slowest: Math.round(Math.max(...times)),
      p99: percentile(times, 0.99),
      firstSuccessAfter: recoveries.map(Math.round),
      statusesOfTheOther: countStatuses(atOther),
      statusesOfThePaused: countStatuses(atPaused),
      ...books,
    }),
  );
  expect(Math.max(...times)).toBeLessThan(10_000);
  expect(Object.keys(countStatuses(atOther)).filter((status) => !['200', '503'].includes(status))).toEqual(
    [],
  );
  expect(books).toMatchObject({ lost: 0, doubled: 0 });
});

/** Stops the process at a moment at which one of its transactions is open and stays so. */
async function pauseInTransaction(): Promise<void> {
  await withClient(portal.ownerUrl, 'backup', async (client) => {
    for (;;) {
      await delay(Math.random() * 200);
      paused.pause();
      await delay(100);
      const { rows } = await client.query(
        `select exists (select from pg_stat_activity
                         where datname = current_database() and state = 'idle in transaction'
                           and application_name = 'dikshant-command' and state_change < now() - interval '90 ms') as is_held`,
      );
      if (rows[0].is_held) return;
      paused.resume();
    }
  });
}
