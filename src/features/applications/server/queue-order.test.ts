import { expect, test } from 'vitest';
import { draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { seeded } from '#dev/testing/random.ts';
import { correct } from '#dev/testing/reopening.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { addDays, dayInIndia } from '#shared/format.ts';

const seed = Number(process.env.QUEUE_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);
const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const [receiver, asha] = await portal.asEach('receiver', 'case_worker');

/** Received so many days ago, with a result of that many days ago. */
async function receivedBefore(
  days: number,
  { result, ...overrides }: { result?: number } & Parameters<typeof receiveApplication>[2] = {},
) {
  const id = await receiveApplication(receiver, office, {
    ...(result !== undefined && { resultDate: addDays(today, -result) }),
    ...overrides,
  });
  await runWithoutTriggers(
    portal,
    `update applications set received_at = now() - interval '${days} days' where id = '${id}'`,
  );
  return id;
}

async function sinceOf(id: string): Promise<Date> {
  const { received_at } = await portal.services.db
    .selectFrom('applications')
    .select('received_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return received_at;
}

test(`the verify queue begins with what waits longest and says since when (seed ${seed})`, async () => {
  const candidateName = `Queue ${crypto.randomUUID()}`;
  const days = Array.from({ length: 7 }, (_, index) => 10 * index + random(10)).toSorted(() => random(3) - 1);
  const received = [];
  for (const one of days) received.push({ days: one, id: await receivedBefore(one, { candidateName }) });
  const order = received.toSorted((one, other) => other.days - one.days).map(({ id }) => id);
  const { rows } = await asha.api.caseDesk.listCaseQueue({ search: candidateName });
  expect(rows.map(({ id }) => id)).toEqual(order);
  for (const row of rows) {
    expect(row.waitingSince).toBe((await sinceOf(row.id)).toISOString());
    expect(row.collegeCode).toBe('COL001');
  }
  const part = await asha.api.caseDesk.listCaseQueue({ search: candidateName, after: order[2], limit: 2 });
  expect(part.rows.map(({ id }) => id)).toEqual(order.slice(3, 5));
  const list = await asha.api.applications.listApplications({ search: candidateName, show: 'to_verify' });
  expect(list.rows.map(({ id }) => id)).toEqual(order);
  const late = await asha.api.applications.listApplications({
    search: candidateName,
    show: 'to_verify_late',
  });
  expect(late.rows.map(({ id }) => id)).toEqual(order.slice(0, late.rows.length));
  expect(late.rows.length).toBeGreaterThan(2);
  const turned = await asha.api.applications.listApplications({
    search: candidateName,
    show: 'to_verify',
    sort: '-waitingSince',
  });
  expect(turned.rows.map(({ id }) => id)).toEqual(order.toReversed());
});

test('the queue is narrowed to a college, and nobody reads another one’s', async () => {
  const candidateName = `College ${crypto.randomUUID()}`;
  const here = await receivedBefore(3, { candidateName });
  const there = await receivedBefore(5, { candidateName, collegeId: office.otherCollegeId });
  const of = async (caller: typeof asha, collegeId?: string) =>
    (await caller.api.caseDesk.listCaseQueue({ search: candidateName, collegeId })).rows.map(({ id }) => id);
  expect(await of(asha)).toEqual([there, here]);
  expect(await of(asha, office.collegeId)).toEqual([here]);
  expect(await of(asha, office.otherCollegeId)).toEqual([there]);
  const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });
  expect(await of(outsider, office.collegeId)).toEqual([]);
});

test('a corrected case keeps its place: the candidate did not come again', async () => {
  const candidateName = `Corrected ${crypto.randomUUID()}`;
  const first = await receivedBefore(30, { candidateName });
  const second = await receivedBefore(20, { candidateName });
  await asha.api.applications.returnApplication({ id: first, version: 1, reasons: ['name'] });
  await correct(receiver, first, { candidateName });
  const { rows } = await asha.api.caseDesk.listCaseQueue({ search: candidateName });
  expect(rows.map(({ id }) => id)).toEqual([first, second]);
});

test('a returned row says why, by whom and since when, the longest waiting first', async () => {
  const candidateName = `Returned ${crypto.randomUUID()}`;
  const ids = [];
  for (const reasons of [['photo', 'name'], ['course']]) {
    const id = await receivedBefore(4, { candidateName });
    await asha.api.applications.returnApplication({ id, version: 1, reasons, remark: 'See the card.' });
    ids.push(id);
  }
  const { rows } = await receiver.api.applications.listApplications({
    search: candidateName,
    status: 'returned',
    receivedBy: receiver.actor.id,
    sort: 'waitingSince',
  });
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows[0]).toMatchObject({
    returnedBy: asha.actor.name,
    returnReasons: ['photo', 'name'],
    returnRemark: 'See the card.',
    waitingSince: rows[0]!.returnedAt,
  });
});

test('the UGC clock is a column, and alarms only for what the office has long held', async () => {
  const alarms = async () => {
    const { waiting } = await asha.api.waiting.listWaiting({});
    return waiting.find(({ name }) => name === 'applications.overdue')!.count;
  };
  const before = await alarms();
  const candidateName = `Clock ${crypto.randomUUID()}`;
  const late = await receivedBefore(0, { candidateName, result: 400 });
  expect(await alarms(), 'the candidate came late').toBe(before);

  const held = await receivedBefore(170, { candidateName, result: 190 });
  const longer = await receivedBefore(180, { candidateName, result: 185 });
  expect(await alarms()).toBe(before + 2);
  const { rows } = await asha.api.applications.listApplications({
    search: candidateName,
    show: 'overdue',
  });
  expect(
    rows.map(({ id }) => id),
    'worst first',
  ).toEqual([longer, held]);
  expect(rows[1]!.resultDate).toBe(addDays(today, -190));
  const all = await asha.api.applications.listApplications({ search: candidateName });
  expect(all.rows.find(({ id }) => id === late)!.resultDate).toBe(addDays(today, -400));

  await asha.api.applications.returnApplication({ id: held, version: 1, reasons: ['photo'] });
  expect(await alarms(), 'returned, it is not the office that holds it').toBe(before + 1);
  const short = await receivedBefore(170, {
    candidateName,
    result: 190,
    drafts: [draftEntry({ amount: 500 })],
  });
  expect(await alarms()).toBe(before + 2);
  await asha.api.applications.rejectApplication({ id: short, version: 1 });
  expect(await alarms(), 'rejected, it waits for the candidate').toBe(before + 1);
});

test('of cases that came in the same moment each has one place, on whatever page', async () => {
  const candidateName = `Together ${crypto.randomUUID()}`;
  const ids = [];
  for (let index = 0; index < 5; index += 1) ids.push(await receivedBefore(0, { candidateName }));
  const together = ids.map((id) => `'${id}'`).join();
  await runWithoutTriggers(
    portal,
    `update applications set received_at = now() - interval '9 days' where id in (${together})`,
  );
  const inQueue: string[] = [];
  for (;;) {
    const after = inQueue.at(-1);
    const { rows } = await asha.api.caseDesk.listCaseQueue({ search: candidateName, after, limit: 2 });
    if (rows.length === 0) break;
    inQueue.push(...rows.map(({ id }) => id));
  }
  expect(inQueue.toSorted()).toEqual(ids.toSorted());
  const inList: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { search: candidateName, show: 'to_verify', limit: 2, cursor } as const;
    const { rows, nextCursor } = await asha.api.applications.listApplications(page);
    inList.push(...rows.map(({ id }) => id));
    cursor = nextCursor ?? undefined;
  } while (cursor);
  expect(inList).toEqual(inQueue);
});

test('what is taken back has its place again, and what comes meanwhile is the last', async () => {
  const candidateName = `Place ${crypto.randomUUID()}`;
  const first = await receivedBefore(8, { candidateName });
  const second = await receivedBefore(6, { candidateName });
  const order = async () =>
    (await asha.api.caseDesk.listCaseQueue({ search: candidateName })).rows.map(({ id }) => id);
  const decision = { id: first, version: 1, reasons: ['photo'] };
  const { version } = await asha.api.applications.returnApplication(decision);
  const last = await receivedBefore(0, { candidateName });
  expect(await order()).toEqual([second, last]);
  await asha.api.applications.takeBackDecision({ id: first, version });
  expect(await order()).toEqual([first, second, last]);
});
