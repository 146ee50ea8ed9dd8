import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../harness/people.ts';
import { between, pick, random, seed } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { acts, type Case, know, type Verdict, type World } from './c-acts.ts';
import { letReprint } from './c-discovery.ts';
import { type Judge, lost, type Memory, openJudge } from './c-judge.ts';
import {
  askAsStranger,
  correct,
  factsOf,
  finishRun,
  lastEvent,
  newPaper,
  openOffice,
  prepareRun,
  sheetsOf,
  verifyBy,
} from './c-office.ts';

// 'It is done when' 7: "a property test shows that no sequence of reopen, correct, verify, reprint and revoke loses
// custody, money, number or history". Random acts by random persons, each judged by own SQL: what must be done is done,
// what must be refused is refused and changes nothing, and after each step the books are right.

const sequences = Number(process.env.ACCEPTANCE_SEQUENCES ?? 3);
const steps = 60;

let office: Awaited<ReturnType<typeof openOffice>>;
/** How often each act was done and refused over all sequences. */
const done: Record<string, number> = {};
const refused: Record<string, number> = {};
const tried: Record<string, number> = {};

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.portal.remove());

async function newWorld(applications: number): Promise<{ world: World; judge: Judge }> {
  const paperId = await newPaper(office, 90);
  const cases: Case[] = [];
  for (let index = 0; index < applications; index += 1) {
    const application = await receive(pick(office.receivers), { paperId });
    cases.push({ application, verifiers: new Set(), reopeners: new Set(), isRevoked: false });
  }
  const { printer, auditor } = office.desks;
  const people = [...office.caseWorkers, ...office.receivers, ...office.admins, printer, auditor];
  return { world: { ...office, paperId, cases, people }, judge: await openJudge(office.portal, paperId) };
}

/**
 * Mostly an act that the issue wants done, of those that were done least; now and then one that it wants refused or leaves
 * open. A revocation ends a candidate's way, so it comes seldom.
 */
async function choose(world: World): Promise<{ act: string; one: Case; person: Person }> {
  const wanted: Verdict = random() < 0.65 ? 'done' : pick(['open', 'refused', 'refused'] as const);
  // A run that is open is finished sooner or later.
  if (world.run && random() < 0.15)
    return { act: 'finishRun', one: world.cases[0]!, person: office.desks.printer };
  const found: { act: string; one: Case; person: Person }[] = [];
  for (const one of world.cases) {
    const now = await know(world, one);
    for (const [act, { may, expect: verdictOf }] of Object.entries(acts))
      for (const person of world.people)
        if (
          act !== 'finishRun' &&
          verdictOf(world, one, person, now) === wanted &&
          (may(person) || random() < 0.1)
        )
          found.push({ act, one, person });
  }
  const often = (act: string) =>
    (tried[`${wanted} ${act}`] ?? 0) + (act === 'propose' && wanted === 'done' ? 8 : 0);
  // One of the two rarest acts, so that chance keeps its say.
  const rarest = [...new Set(found.map(({ act }) => act))].sort((a, b) => often(a) - often(b)).slice(0, 2);
  const act = pick(rarest.length ? rarest : Object.keys(acts));
  tried[`${wanted} ${act}`] = (tried[`${wanted} ${act}`] ?? 0) + 1;
  const chosen = found.filter((one) => one.act === act);
  return chosen.length ? pick(chosen) : { act, one: pick(world.cases), person: pick(world.people) };
}

async function step(world: World, judge: Judge, history: string[], before: Memory): Promise<Memory> {
  const { act: key, one, person } = await choose(world);
  const act = acts[key]!;
  const [now, event] = [await know(world, one), await lastEvent(office)];
  const verdict = act.expect(world, one, person, now);
  const answer = await act.do(world, one, person);
  const at = `#${world.cases.indexOf(one) + 1} ${act.name} by ${person.role} ${person.email}`;
  history.push(`${at}: ${answer?.status ?? 'done'} (${verdict})`);
  const told = `seed ${seed}\n${history.join('\n')}\n${answer?.text ?? ''}`;
  if (answer) {
    expect([200, 401, 403, 404, 409, 422, 400], told).toContain(answer.status);
    const count = answer.status === 200 ? done : refused;
    count[act.name] = (count[act.name] ?? 0) + 1;
    if (verdict === 'done') expect(answer.status, told).toBe(200);
    if (verdict === 'refused') expect(answer.status, told).not.toBe(200);
  }
  const after = await judge.memory();
  expect(await judge.faults(), told).toEqual([]);
  expect(await lost(judge, before, after), told).toEqual([]);
  if (answer && answer.status !== 200) {
    expect(await know(world, one), `refused, and yet changed: ${told}`).toEqual(now);
    expect({ ...after, events: 0 }, told).toEqual({ ...before, events: 0 });
  } else if (answer) {
    // History: what was done is an event of the person who did it.
    const events = await judge.query('select actor_id from audit_events where sequence > $1', [event]);
    expect(
      events.some(({ actor_id: actor }) => actor === person.staffId),
      told,
    ).toBe(true);
  }
  await expectToldRightly(world, one, told);
  return after;
}

/** What stands on each sheet: the name when it was bound. Strangers are told that, and nothing newer. */
const printedNames = new Map<string, string>();

async function expectToldRightly(world: World, one: Case, told: string): Promise<void> {
  const all = await sheetsOf(office, world.paperId);
  for (const sheet of all) {
    const of = world.cases.find(({ application }) => application.id === sheet.applicationId)!;
    if (!printedNames.has(sheet.id)) printedNames.set(sheet.id, of.application.candidateName);
  }
  const { withheld } = await factsOf(office, one.application.id);
  const own = all.filter(({ applicationId, outcome }) => applicationId === one.application.id && outcome);
  for (const sheet of own) {
    const answer = await askAsStranger(office, sheet.number, sheet.code);
    const at = `${sheet.number} copy ${sheet.copy}: ${JSON.stringify(answer)}\n${told}`;
    if (sheet.outcome !== 'good') expect(answer.verdict, at).toMatch(/^(not_issued|revoked)$/);
    else if (one.isRevoked)
      expect(answer.verdict, at).toMatch(sheet.isValid ? /^revoked$/ : /^(revoked|superseded)$/);
    else if (sheet.isSuperseded) expect(answer.verdict, at).toBe('superseded');
    else if (withheld) expect(answer.verdict, at).not.toMatch(/^(unknown|revoked|superseded|not_issued)$/);
    else expect(answer.verdict, at).toBe('genuine');
    if (answer.candidateName) expect(answer.candidateName, at).toBe(printedNames.get(sheet.id));
  }
}

/** Everybody does what is left to do: at the end each candidate who is not revoked has one right sheet. */
async function settle(world: World): Promise<void> {
  const [first, second] = office.admins;
  if (world.run) await finishRun(office, world.run);
  for (const one of world.cases.filter(({ isRevoked }) => !isRevoked)) {
    const { id } = one.application;
    if ((await factsOf(office, id)).status === 'returned')
      await correct(office.receivers[0], office, one.application);
    if ((await factsOf(office, id)).status === 'received') {
      const { contributors } = await factsOf(office, id);
      const free = [...office.caseWorkers, first, second].find(
        ({ staffId }) => !contributors.includes(staffId) && !one.reopeners.has(staffId),
      );
      // Where everybody of the office has worked on it nobody is left to decide.
      if (free) await verifyBy(free, id);
    }
    const now = await know(world, one);
    if (now.reprint === 'pending' && now.status === 'verified')
      await letReprint(office.portal, office.admins, now.certificateId!);
  }
  // A spoilt sheet's certificate waits again; here every sheet is good.
  const { waiting } = await know(world, world.cases[0]!);
  if (waiting) await finishRun(office, (await prepareRun(office, world.paperId, waiting)).body.id);
}

describe('7 sequences', { timeout: 900_000 }, () => {
  for (let sequence = 1; sequence <= sequences; sequence += 1) {
    test(`7.60 "no sequence … loses custody, money, number or history": random sequence ${sequence}`, async () => {
      const { world, judge } = await newWorld(between(3, 5));
      const history: string[] = [];
      let memory = await judge.memory();
      for (let count = 0; count < steps; count += 1) memory = await step(world, judge, history, memory);

      const told = `seed ${seed}\n${history.join('\n')}`;
      const blanks = () =>
        judge.query('select id, serial from blanks where paper_id = $1 order by serial', [world.paperId]);
      const [before, numbers] = [await blanks(), memory.rows.numbers!];
      await settle(world);
      expect(await judge.faults(), told).toEqual([]);
      expect(await lost(judge, memory, await judge.memory()), told).toEqual([]);
      expect(await blanks(), 'every serial is still there, once').toEqual(before);
      expect(before.length).toBe(90);
      for (const one of world.cases) {
        const now = await factsOf(office, one.application.id);
        await expectToldRightly(world, one, told);
        if (now.number) expect(now.number).toBe(numbers[one.application.id]?.number ?? now.number);
        if (one.isRevoked || now.status !== 'verified') continue;
        expect(now, told).toMatchObject({ copies: 1, withheld: false });
        const sheet = (await sheetsOf(office, one.application.id)).find(({ isValid }) => isValid)!;
        expect(await askAsStranger(office, sheet.number, sheet.code), told).toMatchObject({
          verdict: 'genuine',
          candidateName: one.application.candidateName,
        });
      }
      await judge.end();
    });
  }

  test('7.61 the same when they come at once: of acts that exclude each other one is done, and the books are right', async () => {
    const { world, judge } = await newWorld(3);
    for (const { application } of world.cases) await verifyBy(office.caseWorkers[0], application.id);
    await finishRun(office, (await prepareRun(office, world.paperId, 2)).body.id);
    let memory = await judge.memory();
    const keys = [
      'reopen',
      'correct',
      'verify',
      'askReprint',
      'approveReprint',
      'handOver',
      'propose',
      'confirm',
    ];
    for (let round = 0; round < 12; round += 1) {
      const fired = Array.from({ length: 6 }, () => ({
        act: acts[pick(keys)]!,
        one: pick(world.cases),
        person: pick(world.people),
      }));
      const statuses = await Promise.all(
        fired.map(async ({ act, one, person }) => {
          const answer = await act.do(world, one, person);
          return `${act.name} by ${person.role}: ${answer?.status ?? '-'}`;
        }),
      );
      const told = `seed ${seed}\n${statuses.join('\n')}`;
      expect(
        statuses.filter((text) => / (500|502)$/.test(text)),
        told,
      ).toEqual([]);
      expect(await judge.faults(), told).toEqual([]);
      const after = await judge.memory();
      expect(await lost(judge, memory, after), told).toEqual([]);
      memory = after;
      const { waiting } = await know(world, world.cases[0]!);
      if (waiting) {
        const run = (await prepareRun(office, world.paperId, waiting)).body;
        await finishRun(office, run.id, () => pick(['good', 'good', 'spoilt'] as const));
      }
      expect(await judge.faults(), told).toEqual([]);
    }
    await judge.end();
  });

  test('7.62 the sequences were worth something: every act was done, and those that have a rule were refused', () => {
    const told = JSON.stringify({ done, refused });
    for (const name of [
      'reopen',
      'correct',
      'verify',
      'ask for a reprint',
      'prepare a run',
      'propose to revoke',
      'confirm the revocation',
    ])
      expect(done[name] ?? 0, `${name} done: ${told}`).toBeGreaterThan(0);
    for (const name of ['reopen', 'verify', 'propose to revoke', 'confirm the revocation'])
      expect(refused[name] ?? 0, `${name} refused: ${told}`).toBeGreaterThan(0);
  });
});
