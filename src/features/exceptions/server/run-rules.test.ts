import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { runRules, runRulesJob } from './run-rules.ts';

const portal = await filePortal();
const { db } = portal.services;
const office = await createOffice(portal);
const [auditor, admin] = await portal.asEach('auditor', 'admin');
const known = [...registered.rules];

type Fault = { id: string; days: number; collegeId?: string };
let faults: Fault[] = [];
let asked: { after: number; upTo: number }[] = [];
const tuesday = new Date('2026-11-30T18:50:00Z');

const common = {
  family: 'paper',
  severity: 'look',
  title: 'Rooms not counted',
  meaning: 'A room that nobody counted.',
  authority: 'GFR r. 213',
  sentence: ({ days }) => `Not counted for ${days} days`,
  plant: () => '',
  nearMiss: () => '',
} as const satisfies Partial<Parameters<typeof rule>[0]>;

const rooms = rule({
  ...common,
  name: 'test_rooms',
  limits: { days: { label: 'Days', value: 10 } },
  on: 'state',
  find: ({ limits }) => sql`
    select 'paper' as record_type, id as record_id, '' as what, 'Room ' || id as label, null as person, now() as at,
           "collegeId"::uuid as college_id, jsonb_build_object('days', days) as parts
      from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as fault (id text, days integer, "collegeId" text)
     where days > ${limits.days}`,
});
const events = rule({
  ...common,
  name: 'test_events',
  limits: {},
  on: 'events',
  find: ({ after, upTo }) => {
    asked.push({ after, upTo });
    return sql`select 'paper' as record_type, sequence::text as record_id, null as what, 'Event' as label, actor_id as person,
      at, null as college_id, '{}'::jsonb as parts from audit_events where sequence > ${after} and sequence <= ${upTo}`;
  },
});
const broken = rule({
  ...common,
  name: 'test_broken',
  limits: {},
  on: 'state',
  find: () => sql`select 1`,
});

registered.rules.splice(0, registered.rules.length, rooms, broken, events);
afterAll(() => registered.rules.splice(0, registered.rules.length, ...known));
beforeEach(() => {
  asked = [];
});

const list = async (state: 'all' | 'new' | 'open' | 'lapsed' | 'explained' | 'gone') =>
  (await auditor.api.exceptions.listExceptionHits({ rule: 'test_rooms', state })).rows;

async function limitsOfOpen() {
  const [hit] = await list('open');
  return (await auditor.api.exceptions.getExceptionHit({ id: hit!.id })).limits;
}

test('a failing rule is stored and leaves the others; events are read once', async () => {
  faults = [
    { id: 'a', days: 11 },
    { id: 'b', days: 10 },
  ];
  for (const _ of [1, 2]) await runRules(portal.services, { now: tuesday });
  const { rules } = await auditor.api.exceptions.listExceptionRules();
  const named = (name: string) => rules.find((one) => one.name === name)!;
  expect(named('test_broken')).toMatchObject({
    failure: expect.stringContaining('record_type'),
  });
  expect(named('test_rooms')).toMatchObject({ failure: null, counts: { new: 1, gone: 0 } });
  expect(named('test_rooms').months.at(-1)).toBe(1);
  expect(asked[1]!.after).toBe(asked[0]!.upTo);
  expect(await list('open')).toMatchObject([
    { sentence: 'Not counted for 11 days', recordLabel: 'Room a', state: 'new' },
  ]);
  expect(await limitsOfOpen()).toMatchObject([{ label: 'Days', value: 10 }]);
});

test('on Sundays, events of the last two weeks are read again, wherever the mark stands', async () => {
  const sundayAfter = (days: number) => {
    const day = addDays(dayInIndia(new Date()), days);
    return new Date(`${addDays(day, (7 - new Date(day).getUTCDay()) % 7)}T00:20:00+05:30`);
  };
  for (const now of [sundayAfter(0), tuesday, sundayAfter(8), sundayAfter(22)])
    await runRules(portal.services, { rules: ['test_events'], now });
  expect(asked.map(({ after }) => after)).toEqual([0, asked[0]!.upTo, 0, asked[2]!.upTo]);
});

test('a hit goes, returns with its explanation, and lapses with its facts', async () => {
  const [hit] = await list('open');
  const until = addDays(dayInIndia(new Date()), 30);
  const input = { ids: [hit!.id], text: 'Sealed by the court', until };
  await expectDomainError(admin.api.exceptions.explainHits(input), 'auth.not_permitted');
  await expectDomainError(
    auditor.api.exceptions.explainHits({ ...input, until: addDays(until, 400) }),
    'request.invalid',
  );
  expect(await auditor.api.exceptions.explainHits(input)).toEqual({ explained: 1 });
  expect(await list('explained')).toMatchObject([{ explainedUntil: until }]);
  faults = [];
  await runRules(portal.services, { rules: ['test_rooms'] });
  expect(await list('gone')).toHaveLength(1);
  faults = [{ id: 'a', days: 11 }];
  await runRules(portal.services, { rules: ['test_rooms'] });
  expect(await list('explained')).toMatchObject([{ id: hit!.id, firstSeen: hit!.firstSeen, goneAt: null }]);
  faults = [{ id: 'a', days: 12 }];
  await runRules(portal.services, { rules: ['test_rooms'] });
  expect(await list('open')).toMatchObject([{ state: 'lapsed' }]);
  const { notes, sentence } = await auditor.api.exceptions.getExceptionHit({ id: hit!.id });
  expect(sentence).toBe('Not counted for 12 days');
  expect(notes).toMatchObject([{ text: input.text, writtenBy: auditor.actor.name }]);
});

test('a limit takes an admin and an auditor, and stands in the hit', async () => {
  const proposed = { rule: 'test_rooms', name: 'days', value: 11 };
  const { id } = await admin.api.exceptions.proposeLimit(proposed);
  await expectDomainError(admin.api.exceptions.proposeLimit(proposed), 'exceptions.limit_proposed');
  await auditor.api.exceptions.decideLimit({ id, outcome: 'confirmed' });
  await expectDomainError(
    auditor.api.exceptions.decideLimit({ id, outcome: 'refused' }),
    'exceptions.limit_decided',
  );
  expect((await admin.api.exceptions.listLimits()).changes).toMatchObject([{ before: 10, value: 11 }]);
  await runRules(portal.services, { rules: ['test_rooms'] });
  expect(await limitsOfOpen()).toMatchObject([{ label: 'Days', value: 11 }]);
});

test('an auditor of a college has its hits alone, and runs nothing', async () => {
  faults = [
    { id: 'own', days: 20, collegeId: office.collegeId },
    { id: 'other', days: 20, collegeId: office.otherCollegeId },
  ];
  await runRules(portal.services, { rules: ['test_rooms'] });
  const { api } = await portal.as('auditor', { collegeId: office.collegeId });
  const { rows } = await api.exceptions.listExceptionHits({ state: 'all' });
  expect(rows.map(({ recordId }) => recordId)).toEqual(['own']);
  expect(await api.exceptions.countExceptionHits({ state: 'all', search: 'room' })).toEqual({ count: 1 });
  const other = (await list('open')).find(({ recordId }) => recordId === 'other')!;
  const until = dayInIndia(new Date());
  await expectDomainError(
    api.exceptions.explainHits({ ids: [other.id], text: 'Not mine', until }),
    'exceptions.not_found',
  );
  await expectDomainError(api.exceptions.runRules({}), 'audit.university_only');
  await auditor.api.exceptions.runRules({});
});

test("the application's role neither changes a note nor removes a hit; an admin writes no note", async () => {
  const refused = (statement: string) => expect(sql.raw(statement).execute(db)).rejects.toThrow();
  await refused(`update exception_notes set text = 'other'`);
  await refused('delete from exception_notes');
  await refused('delete from exception_hits');
  const [hit] = await list('open');
  await expect(
    sql`insert into exception_notes (id, hit_id, text, until, parts, written_by, written_at)
        values (gen_random_uuid(), ${hit!.id}, 'fine', current_date + 9, '{}', ${admin.actor.id}, now())`.execute(
      db,
    ),
  ).rejects.toMatchObject({ constraint: 'exception_notes__written_by_auditor' });
});

test('a worker that starts again on the same day looks for nothing; by hand, all rules look', async () => {
  const attempt = { isLast: false };
  await runRules(portal.services);
  asked = [];
  await runRulesJob.handle(portal.services, {}, attempt);
  expect(asked).toEqual([]);
  await runRulesJob.handle(portal.services, { isByHand: true }, attempt);
  expect(asked).toHaveLength(1);
});

test('a sentence that does not understand its parts gives way to the title', async () => {
  const rule = registered.rules[0]!;
  const broke = () => {
    throw new TypeError('these parts are of an earlier version');
  };
  registered.rules.splice(0, 1, { ...rule, sentence: broke });
  expect((await list('open'))[0]).toMatchObject({
    sentence: 'Rooms not counted',
  });
});

test('a rule of a later version is shown by its name', async () => {
  registered.rules.splice(0, 1);
  expect((await list('open'))[0]).toMatchObject({ sentence: 'test rooms' });
});
