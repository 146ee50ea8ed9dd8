import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Json, type Person } from '../harness/people.ts';
import { between, pick, shuffled } from '../harness/random.ts';
import {
  type Acted,
  actsOf,
  backdateRevocation,
  permissionsOf,
  revocationRows,
  revoke,
  say,
  tryAskReprint,
  tryConfirm,
  tryPropose,
  tryReopen,
  wordsOf,
} from './c-discovery.ts';
import { type Judge, lost, openJudge } from './c-judge.ts';
import {
  askAsStranger,
  closeRun,
  errorPhoto,
  eventsOf,
  factsOf,
  lastEvent,
  newPaper,
  newVerified,
  type Office,
  openOffice,
  prepareRun,
  print,
  sheetsOf,
  startRun,
  tryHandOver,
  tryRecord,
} from './c-office.ts';

// The issue: "Revoke: proposed by one admin and confirmed by another, with reason and authority; /verify says since
// when." PRODUCT.md 3: "`revoked` with reason (proposed by one admin, confirmed by another)".

let office: Office;
let paperId: string;
let judge: Judge;

beforeAll(async () => {
  office = await openOffice();
  paperId = await newPaper(office, 40);
  judge = await openJudge(office.portal, paperId);
});
afterAll(async () => {
  await judge?.end();
  await office?.portal.remove();
});

type Case = { id: string; certificateId: string };

async function newCase(stage: 'to print' | 'printed' | 'handed over' = 'printed'): Promise<Case> {
  const { id } = await newVerified(office, paperId);
  if (stage !== 'to print') await print(office, paperId);
  if (stage === 'handed over') expect((await tryHandOver(office.receivers[0], office, id)).status).toBe(200);
  return { id, certificateId: (await factsOf(office, id)).certificateId! };
}

async function proposed(one: Case, person: Person = office.admins[0]): Promise<Acted> {
  const answer = await tryPropose(office.portal, person, one.certificateId);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

async function verdictOf(id: string): Promise<Json> {
  const [sheet] = (await sheetsOf(office, id)).filter(({ outcome }) => outcome === 'good').slice(-1);
  return askAsStranger(office, sheet!.number, sheet!.code);
}

/** Refused: the certificate, what a stranger is told and the events are as before. */
async function expectRefused(one: Case, statuses: number[], act: () => Promise<Acted | Json>): Promise<void> {
  const look = async () => [
    await factsOf(office, one.id),
    await revocationRows(office.portal, one.certificateId),
    (await eventsOf(office, one.id)).length,
  ];
  const before = await look();
  const answer = await act();
  expect(statuses, answer.text).toContain(answer.status);
  expect(await look()).toEqual(before);
}

describe('7 revoke: two admins', { timeout: 240_000 }, () => {
  test('7.30 "proposed by one admin and confirmed by another, with reason and authority": from printed and from handed over', async () => {
    for (const stage of ['printed', 'handed over'] as const) {
      const one = await newCase(stage);
      const [first, second] = shuffled(office.admins) as [Person, Person];
      const [before, last] = [await factsOf(office, one.id), await lastEvent(office)];
      const proposal = await proposed(one, first);
      const events = await eventsOf(office, one.id, last);
      expect(events.some(({ actorId }) => actorId === first.staffId)).toBe(true);
      const confirmed = await tryConfirm(office.portal, second, one.certificateId, proposal);
      expect(confirmed.status, confirmed.text).toBe(200);
      const now = await factsOf(office, one.id);
      expect(now).toMatchObject({ state: 'revoked', number: before.number });
      expect([now.paid, now.total], 'money is not touched').toEqual([before.paid, before.total]);

      const all = await eventsOf(office, one.id, last);
      const confirming = all.filter(({ actorId }) => actorId === second.staffId);
      expect(
        confirming.some(({ event }) => /revo/i.test(event)),
        `${all.map(({ event }) => event)}`,
      ).toBe(true);
      // Reason and authority are kept in the register and in the history.
      const rows = JSON.stringify(await revocationRows(office.portal, one.certificateId));
      const said = all.map((event) => event.said).join(' ');
      for (const word of wordsOf(proposal.sent)) {
        expect(rows).toContain(word);
        expect(said).toContain(word);
      }
      for (const { staffId } of [first, second]) expect(rows, 'both persons').toContain(staffId);
      expect(await judge.faults()).toEqual([]);
    }
  });

  test('7.31 until it is confirmed nothing is taken back: the sheet is genuine, the state as before', async () => {
    const one = await newCase('handed over');
    await proposed(one);
    expect(await factsOf(office, one.id)).toMatchObject({ state: 'handed_over' });
    expect(await verdictOf(one.id)).toMatchObject({ verdict: 'genuine' });
  });

  test('7.32 "confirmed by another": who proposed it may not confirm it', async () => {
    const one = await newCase();
    const person = pick(office.admins);
    const proposal = await proposed(one, person);
    await expectRefused(one, [409], () => tryConfirm(office.portal, person, one.certificateId, proposal));
    const answer = await tryConfirm(office.portal, person, one.certificateId, proposal);
    expect(answer.body.code, answer.text).toMatch(/own|propos|eyes|self/);
  });

  test('7.33 nobody else proposes or confirms: case worker, receiver, printer, auditor, a stranger', async () => {
    const one = await newCase();
    const { caseWorker, receiver, printer, auditor } = office.desks;
    for (const person of [caseWorker, receiver, printer, auditor])
      await expectRefused(one, [403], () => tryPropose(office.portal, person, one.certificateId));
    const proposal = await proposed(one);
    for (const person of [caseWorker, receiver, printer, auditor])
      await expectRefused(one, [403], () => tryConfirm(office.portal, person, one.certificateId, proposal));
    const stranger = {
      ...office.desks.admin,
      ask: (method: string, path: string, options = {}) => ask(office.portal, method, path, options),
    } as Person;
    await expectRefused(one, [401], () => tryConfirm(office.portal, stranger, one.certificateId, proposal));
  });

  test('7.34 "with reason and authority": not without one of them, not with an empty one', async () => {
    const one = await newCase();
    const whole = say('Result');
    for (const said of [
      { authority: whole.authority, remark: whole.remark },
      { reason: whole.reason, remark: whole.remark },
      { ...whole, authority: '' },
      { ...whole, authority: ' '.repeat(between(1, 9)) },
      { ...whole, reason: '' },
    ])
      await expectRefused(one, [400, 422], () =>
        tryPropose(office.portal, office.admins[0], one.certificateId, said),
      );
  });

  test('7.35 the database itself refuses one person as both', async () => {
    const one = await newCase();
    const [first, second] = shuffled(office.admins) as [Person, Person];
    await revoke(office.portal, first, second, one.certificateId);
    // Open: the columns' names. They are known by whom they name.
    const pairs = (await revocationRows(office.portal, one.certificateId)).flatMap(({ table, key, row }) =>
      Object.entries<Json>(row)
        .filter(([column, value]) => value === second.staffId && /_by$/.test(column))
        .map(([column]) => ({ table, key, column })),
    );
    expect(pairs.length, 'a column that names who confirmed').toBeGreaterThan(0);
    for (const { table, key, column } of pairs)
      await expect(
        office.portal.sql(`update ${table} set ${column} = $2 where ${key} = $1`, [
          one.certificateId,
          first.staffId,
        ]),
        `${table}.${column}`,
      ).rejects.toThrow();
  });

  test('7.36 not twice, not unknown, not what is revoked already', async () => {
    const one = await newCase();
    const [first, second] = shuffled(office.admins) as [Person, Person];
    const proposal = await proposed(one, first);
    await expectRefused(one, [409], () => tryPropose(office.portal, second, one.certificateId));
    expect((await tryConfirm(office.portal, second, one.certificateId, proposal)).status).toBe(200);
    await expectRefused(one, [404, 409], () =>
      tryConfirm(office.portal, second, one.certificateId, proposal),
    );
    await expectRefused(one, [409], () => tryPropose(office.portal, first, one.certificateId));
    const nothing = await tryPropose(office.portal, first, randomUUID());
    expect(nothing.status, nothing.text).toBe(404);
  });

  test('7.37 both at once: there is one proposal, and one person has not done both', async () => {
    const one = await newCase();
    const answers = await Promise.all(
      office.admins.map((person) => tryPropose(office.portal, person, one.certificateId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const confirmed = await Promise.all(
      [0, 1].map((at) => tryConfirm(office.portal, office.admins[at]!, one.certificateId, answers[winner]!)),
    );
    expect(confirmed[winner]!.status).toBe(409);
    expect(confirmed[1 - winner]!.status, confirmed[1 - winner]!.text).toBe(200);
  });
});

describe('7 revoke: what follows', { timeout: 240_000 }, () => {
  test('7.38 "/verify says since when": the day in India, read from the register, for every copy', async () => {
    const one = await newCase('handed over');
    await revoke(office.portal, ...office.admins, one.certificateId);
    const told = await verdictOf(one.id);
    expect(told).toMatchObject({ verdict: 'revoked', revokedOn: dayInIndia(0) });
    const days = between(30, 700);
    await backdateRevocation(office.portal, one.certificateId, days);
    expect(await verdictOf(one.id)).toMatchObject({ verdict: 'revoked', revokedOn: dayInIndia(days) });
  });

  test('7.39 revoked is the end: not handed over, not reprinted, not reopened, in no run, on no queue', async () => {
    const before = await judge.memory();
    const one = await newCase();
    await revoke(office.portal, ...office.admins, one.certificateId);
    const asker = office.receivers[0];
    const photo = await errorPhoto(asker);
    await expectRefused(one, [409], () => tryHandOver(asker, office, one.id));
    await expectRefused(one, [409], () => tryAskReprint(office.portal, asker, one.certificateId, photo));
    await expectRefused(one, [409], () => tryReopen(office.portal, office.caseWorkers[1], one.id));
    for (const stage of ['waiting', 'to_hand_over']) {
      const list = await office.desks.admin.get(`/api/certificates?stage=${stage}&paperId=${paperId}`);
      expect(list.status, list.text).toBe(200);
      expect(list.text, stage).not.toContain(one.certificateId);
    }
    expect(await lost(judge, before, await judge.memory())).toEqual([]);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.40 what was never printed leaves the queue when it is revoked, and no run takes it', async () => {
    const own = await newPaper(office, 2);
    const { id } = await newVerified(office, own);
    const { certificateId } = await factsOf(office, id);
    const answer = await tryPropose(office.portal, office.admins[0], certificateId!);
    if (answer.status === 200)
      expect((await tryConfirm(office.portal, office.admins[1], certificateId!, answer)).status).toBe(200);
    else expect(answer.status, answer.text).toBe(409);
    // Open: whether it may be revoked before it is printed. Revoked, it is never printed.
    const run = await prepareRun(office, own);
    expect(run.status === 200, run.text).toBe(answer.status !== 200);
  });

  test('7.41 revoked while it is in a run, or refused until it is out: its sheet never becomes genuine', async () => {
    const { id } = await newVerified(office, paperId);
    const { certificateId } = await factsOf(office, id);
    const run = (await prepareRun(office, paperId)).body;
    const [first, second] = office.admins;
    const proposal = await tryPropose(office.portal, first, certificateId!);
    expect([200, 409], proposal.text).toContain(proposal.status);
    let isRevoked = false;
    if (proposal.status === 200) {
      const confirmed = await tryConfirm(office.portal, second, certificateId!, proposal);
      expect([200, 409], confirmed.text).toContain(confirmed.status);
      isRevoked = confirmed.status === 200;
    }
    const [sheet] = await startRun(office, run.id);
    const good = await tryRecord(office, run.id, sheet!.id, 'good');
    expect(good.status === 200 || isRevoked, good.text).toBe(true);
    if (good.status !== 200) expect((await tryRecord(office, run.id, sheet!.id, 'spoilt')).status).toBe(200);
    await closeRun(office, run.id);
    expect((await factsOf(office, id)).state === 'revoked').toBe(isRevoked);
    const [printed] = await sheetsOf(office, id);
    const { verdict } = await askAsStranger(office, printed!.number, printed!.code);
    expect(verdict === 'genuine').toBe(!isRevoked);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.42 the number of a revoked certificate is given to nobody else', async () => {
    const one = await newCase();
    const { number } = await factsOf(office, one.id);
    await revoke(office.portal, ...office.admins, one.certificateId);
    const later = await newVerified(office, paperId);
    expect((await factsOf(office, later.id)).number).not.toBe(number);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.43 auditors read who, why and by whose authority; a receiver hands nothing over and learns that it is revoked', async () => {
    const one = await newCase();
    const proposal = await proposed(one, office.admins[1]);
    expect((await tryConfirm(office.portal, office.admins[0], one.certificateId, proposal)).status).toBe(200);
    const { body, text } = await office.desks.auditor.get(`/api/certificates/${one.certificateId}`);
    expect(body.state).toBe('revoked');
    for (const word of wordsOf(proposal.sent)) expect(text).toContain(word);
    const refused = await tryHandOver(office.receivers[0], office, one.id);
    expect(refused.body.code, refused.text).toMatch(/revoked/);
  });

  test('7.44 docs/permissions.md: only admins have the acts', async () => {
    const { propose, confirm } = await actsOf(office.portal);
    for (const operation of [propose, confirm]) {
      expect(operation, 'an operation that revokes').toBeDefined();
      expect(permissionsOf(operation!)).toEqual(['yes', '', '', '', '']);
    }
  });
});

function dayInIndia(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);
}
