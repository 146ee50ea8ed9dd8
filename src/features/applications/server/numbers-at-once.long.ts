import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { editSeries, seriesNamed, seriesOf, typeOf } from '#dev/testing/series.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { numberKey, parsePattern, readNumber } from '#shared/number-pattern.ts';

const candidates = 60;

const { portal, office } = await fileOffice();
const admin = await portal.as('admin');
const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };

test('numbers follow each other, each is of its pattern, and none is given twice, whatever happens at once', {
  timeout: 120_000,
}, async () => {
  const seed = Number(process.env.NUMBER_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`NUMBER_SEED=${seed}`);
  const random = seeded(seed);
  const series = await seriesOf(portal, { nextNumber: 5 });
  const types = [series.certificateType, await typeOf(portal, series.name), office.certificateType];
  const callers = [people.caseWorker, await portal.as('case_worker'), await portal.as('case_worker')];
  const waiting: string[] = [];
  for (let count = 0; count < candidates; count += 1)
    waiting.push(
      await receiveApplication(people.receiver, office, {
        certificateType: pick(random, types),
        academicYear: pick(random, ['2023-24', '2024-25']),
      }),
    );
  let isOver = false;
  const killing = withClient(portal.ownerUrl, 'backup', async (client) => {
    while (!isOver) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and xact_start is not null and query ilike '%number_series%'
            and pid <> pg_backend_pid() and application_name like 'dikshant-%' and random() < 0.2`,
      );
      await delay(2);
    }
  });
  const verify = async (caller: StaffCaller, id: string) => {
    for (;;) {
      const outcome = await caller.api.applications
        .verifyApplication({ id, version: 1 })
        .catch((error: { code: string }) => error.code);
      // Its connection was cut: whether it was done is not known.
      if (outcome !== 'request.busy') return;
    }
  };
  let changes = 0;
  const changed = Promise.withResolvers<void>();
  const changing = async () => {
    while (!isOver && changes < 4) {
      const letters = `${series.prefix}${'ABCD'[changes]}`;
      // Numbers were given meanwhile, or the connection was cut.
      const isChanged = await seriesNamed(admin, series.name)
        .then(({ id }) => editSeries(portal, id, { pattern: `${letters}-{year}-{n:2}` }))
        .then(
          () => true,
          () => false,
        );
      if (isChanged) changes += 1;
      if (isChanged) changed.resolve();
    }
  };
  const work = callers.map(async (caller, place) => {
    const own = waiting.filter((_, index) => index % callers.length === place);
    for (const id of own) {
      // A change that is in everybody's way comes through before the last numbers are given.
      if (id === own.at(-1)) await changed.promise;
      await verify(caller, id);
    }
  });
  const change = changing();
  await Promise.all(work);
  isOver = true;
  await Promise.all([killing, change]);

  const { rows } = await sql<{
    number: string;
    pattern: string;
    series: string;
    scope: string;
    n: number;
    first: number;
  }>`
      select convocation_number as number, pattern, s.id as series, number_scope as scope, convocation_sequence as n, first_number as first
        from certificates c join number_series s on s.id = number_series_id
       where application_id = any (${waiting})`.execute(portal.services.db);
  expect(rows).toHaveLength(waiting.length);
  expect(new Set(rows.map(({ number }) => numberKey(number))).size).toBe(waiting.length);
  expect(rows.filter(({ pattern }) => pattern !== '{year}/{n:6}').length).toBeGreaterThan(0);
  const counts = Map.groupBy(rows, (row) => `${row.series} ${row.scope}`);
  for (const count of counts.values()) {
    const given = count.map(({ n }) => n).sort((a, b) => a - b);
    const first = count[0]!.pattern === '{year}/{n:6}' ? given[0]! : count[0]!.first;
    expect(given).toEqual(given.map((_, index) => first + index));
    for (const { number, pattern, n } of count)
      expect(readNumber(parsePattern(pattern), number)).toMatchObject({ n });
  }
});
