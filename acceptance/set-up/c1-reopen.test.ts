import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Json, type Person, setRole, signIn } from '../harness/people.ts';
import { between, letters, personName, pick, shuffled } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { actsOf, permissionsOf, reopen, say, tryAskReprint, tryReopen, wordsOf } from './c-discovery.ts';
import { type Judge, openJudge } from './c-judge.ts';
import {
  correct,
  errorPhoto,
  eventsOf,
  type Facts,
  factsOf,
  finishRun,
  lastEvent,
  newPaper,
  newVerified,
  type Office,
  openOffice,
  prepareRun,
  print,
  startRun,
  tryHandOver,
  tryVerify,
  verifyBy,
  withdrawRun,
} from './c-office.ts';

// The issue: "Reopen a verified application: with a reason, by an admin or case worker who did not verify it, never while
// its certificate is in a run. The certificate is withheld and keeps its number, the application is returned for
// correction, verifying it again releases the certificate." 'It is done when' 7: "Reopen and revoke are journeys".

let office: Office;
let paperId: string;
let judge: Judge;

beforeAll(async () => {
  office = await openOffice();
  paperId = await newPaper(office, 60);
  judge = await openJudge(office.portal, paperId);
});
afterAll(async () => {
  await judge?.end();
  await office?.portal.remove();
});

/** The same answer for everybody who may not: nothing changed, and nothing was written down. */
async function expectRefused(
  id: string,
  statuses: number[],
  act: () => Promise<{ status: number; text: string }>,
) {
  const [before, events] = [await factsOf(office, id), await eventsOf(office, id)];
  const answer = await act();
  expect(statuses, answer.text).toContain(answer.status);
  expect(await factsOf(office, id)).toEqual(before);
  expect((await eventsOf(office, id)).length).toBe(events.length);
}

async function expectReopened(id: string, before: Facts): Promise<void> {
  const now = await factsOf(office, id);
  expect(now, 'returned for correction, withheld, the same number').toMatchObject({
    status: 'returned',
    withheld: true,
    number: before.number,
    certificateId: before.certificateId,
  });
  // What was paid stays paid.
  expect([now.paid, now.total]).toEqual([before.paid, before.total]);
  expect(await judge.faults()).toEqual([]);
}

describe('7 reopen: who may', () => {
  test('7.1 "by an admin or case worker who did not verify it": each of them, with the reason in an event of their name', async () => {
    for (const person of [office.caseWorkers[1], ...office.admins]) {
      const { id } = await newVerified(office, paperId);
      const [before, last] = [await factsOf(office, id), await lastEvent(office)];
      const answer = await tryReopen(office.portal, person, id);
      expect(answer.status, answer.text).toBe(200);
      await expectReopened(id, before);
      const events = await eventsOf(office, id, last);
      const event = events.find((one) => /reopen/i.test(one.event));
      expect(event, `an event of reopening among ${events.map((one) => one.event)}`).toBeDefined();
      expect(event!.actorId).toBe(person.staffId);
      // "with a reason": what was said is kept with the act.
      const said = events.map((one) => one.said).join(' ');
      for (const word of wordsOf(answer.sent)) expect(said).toContain(word);
    }
  });

  test('7.2 who verified it may not reopen it, also as an admin', async () => {
    for (const person of [office.caseWorkers[0], pick(office.admins)]) {
      const { id } = await receive(office.receivers[0], { paperId });
      await verifyBy(person, id);
      await expectRefused(id, [409], () => tryReopen(office.portal, person, id));
      const answer = await tryReopen(office.portal, person, id);
      expect(answer.body.code, answer.text).toMatch(/own|verified|verifier|eyes|self/);
    }
  });

  test('7.3 "by person, not only by role": a verifier who changed desks may not reopen it either', async () => {
    const person = office.caseWorkers[1];
    const { id } = await receive(office.receivers[0], { paperId });
    await verifyBy(person, id);
    const asAdmin = await setRole(office.portal, person, 'admin');
    await expectRefused(id, [409], () => tryReopen(office.portal, asAdmin, id));
    office.caseWorkers[1] = await setRole(office.portal, asAdmin, 'case_worker');
  });

  test('7.4 receiver, printer, auditor and a stranger may not', async () => {
    const { id } = await newVerified(office, paperId);
    for (const person of [office.receivers[1], office.desks.printer, office.desks.auditor])
      await expectRefused(id, [403], () => tryReopen(office.portal, person, id));
    const stranger = {
      ...office.desks.admin,
      ask: (method: string, path: string, options = {}) => ask(office.portal, method, path, options),
    } as Person;
    await expectRefused(id, [401], () => tryReopen(office.portal, stranger, id));
  });

  test("7.5 another college's case worker does not find it", async () => {
    const choices = (await office.desks.receiver.get('/api/application-choices')).body;
    const other = choices.colleges.find(({ code }: Json) => code === 'COL002');
    const { id } = await newVerified(office, paperId, { collegeId: other.id });
    const person = await signIn(office.portal, 'case_worker', {
      email: 'case-worker.col001@dikshant.example',
    });
    await expectRefused(id, [404], () => tryReopen(office.portal, person, id));
  });
});

describe('7 reopen: when', () => {
  test('7.6 "with a reason": not without one, not with an empty one', async () => {
    const { id } = await newVerified(office, paperId);
    const { reason: _, ...silent } = say();
    for (const said of [silent, { ...silent, reason: '' }, { ...silent, reason: ' '.repeat(between(1, 9)) }])
      await expectRefused(id, [400, 422], () => tryReopen(office.portal, office.caseWorkers[1], id, said));
  });

  test('7.7 only a verified application: not a received, rejected or returned one, and not one that is not there', async () => {
    const received = await receive(office.receivers[0], { paperId });
    await expectRefused(received.id, [409], () =>
      tryReopen(office.portal, office.caseWorkers[1], received.id),
    );
    const { version } = await factsOf(office, received.id);
    await office.caseWorkers[0].act('POST', `/api/applications/${received.id}/return`, {
      version,
      reasons: ['name'],
    });
    await expectRefused(received.id, [409], () =>
      tryReopen(office.portal, office.caseWorkers[1], received.id),
    );
    const reopened = await newVerified(office, paperId);
    await reopen(office.portal, office.caseWorkers[1], reopened.id);
    await expectRefused(reopened.id, [409], () => tryReopen(office.portal, office.desks.admin, reopened.id));
    const nothing = await tryReopen(office.portal, office.desks.admin, randomUUID());
    expect(nothing.status, nothing.text).toBe(404);
  });

  test('7.8 who read an older version is told so', async () => {
    const { id } = await newVerified(office, paperId);
    const { version } = await factsOf(office, id);
    await expectRefused(id, [409], () =>
      tryReopen(office.portal, office.caseWorkers[1], id, { ...say(), version: version - 1 }),
    );
  });

  test('7.9 "never while its certificate is in a run": prepared or printing; withdrawn, it can be reopened', async () => {
    const own = await newPaper(office, 4);
    const { admin } = office.desks;
    const { id } = await newVerified(office, own);
    const withdrawn = (await prepareRun(office, own)).body.id;
    expect((await factsOf(office, id)).state).toBe('in_run');
    for (const person of [office.caseWorkers[1], admin])
      await expectRefused(id, [409], () => tryReopen(office.portal, person, id));
    await withdrawRun(office, withdrawn);

    const printing = (await prepareRun(office, own)).body.id;
    await startRun(office, printing);
    await expectRefused(id, [409], () => tryReopen(office.portal, pick([office.caseWorkers[1], admin]), id));

    const other = await newVerified(office, await newPaper(office, 2));
    const free = (await prepareRun(office, other.paperId)).body.id;
    await withdrawRun(office, free);
    const before = await factsOf(office, other.id);
    await reopen(office.portal, office.caseWorkers[1], other.id);
    await expectReopened(other.id, before);
  });

  test('7.10 two who reopen at once: one does, the other is told', async () => {
    const { id } = await newVerified(office, paperId);
    const answers = await Promise.all(
      shuffled([office.caseWorkers[1], ...office.admins]).map((person) =>
        tryReopen(office.portal, person, id),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const reopened = (await eventsOf(office, id)).filter((one) => /reopen/i.test(one.event));
    expect(new Set(reopened.map((one) => one.actorId)).size).toBe(1);
  });

  test('7.11 reopening races with preparing a run: withheld or in the run, never both', async () => {
    const own = await newPaper(office, 8);
    for (let round = 0; round < 6; round += 1) {
      const { id } = await newVerified(office, own);
      const [reopened, run] = await Promise.all([
        tryReopen(office.portal, office.caseWorkers[1], id),
        prepareRun(office, own),
      ]);
      expect([200, 409], reopened.text).toContain(reopened.status);
      const now = await factsOf(office, id);
      expect(now.state === 'in_run' && now.withheld, JSON.stringify(now)).toBe(false);
      expect(now.withheld).toBe(reopened.status === 200);
      expect(await judge.faults()).toEqual([]);
      if (run.status === 200) await finishRun(office, run.body.id);
    }
  });
});

describe('7 reopen: what follows', () => {
  test('7.12 "The certificate is withheld": no run takes it, nobody hands it over, no reprint of it is asked for', async () => {
    const own = await newPaper(office, 4);
    const { id } = await newVerified(office, own);
    await reopen(office.portal, office.caseWorkers[1], id);
    const run = await prepareRun(office, own);
    expect(run.status, run.text).toBe(409);

    const printed = await newVerified(office, own, { candidateName: `Printed ${letters(6)}` });
    await print(office, own);
    await reopen(office.portal, office.caseWorkers[1], printed.id);
    const handed = await tryHandOver(office.receivers[1], office, printed.id);
    expect(handed.status, handed.text).toBe(409);
    const { certificateId } = await factsOf(office, printed.id);
    const asker = office.receivers[0];
    const asked = await tryAskReprint(office.portal, asker, certificateId!, await errorPhoto(asker));
    expect([409, 422], asked.text).toContain(asked.status);
    expect((await factsOf(office, printed.id)).withheld).toBe(true);
  });

  test('7.13 "the application is returned for correction": the counter sees it as returned, with the reason, and corrects it', async () => {
    const application = await newVerified(office, paperId);
    const answer = await tryReopen(office.portal, office.caseWorkers[1], application.id);
    expect(answer.status, answer.text).toBe(200);
    const seen = await office.receivers[1].get(`/api/applications/${application.id}`);
    expect(seen.body.status).toBe('returned');
    for (const word of wordsOf(answer.sent)) expect(seen.text).toContain(word);
    const [row] = (
      await office.receivers[1].get(
        `/api/applications?search=${encodeURIComponent(application.registrationNumber)}`,
      )
    ).body.rows;
    expect(row?.id).toBe(application.id);
    for (const person of [office.desks.printer, office.desks.auditor, office.caseWorkers[1]]) {
      const { receiptFileId: _, id, ...entered } = application;
      const { version } = await factsOf(office, id);
      const refused = await person.ask('POST', `/api/applications/${id}/correct`, {
        body: { ...entered, drafts: [], version },
      });
      expect(refused.status, `${person.role}: ${refused.text}`).toBe(403);
    }
    const name = personName();
    await correct(office.receivers[1], office, application, { candidateName: name });
    expect(await factsOf(office, application.id)).toMatchObject({ status: 'received', withheld: true });
    const [stored] = await office.portal.sql('select candidate_name from applications where id = $1', [
      application.id,
    ]);
    expect(stored!.candidate_name).toBe(name);
  });

  test('7.14 "keeps its number … verifying it again releases the certificate": many times, and nobody else gets or loses a number', async () => {
    const application = await newVerified(office, paperId);
    const before = await factsOf(office, application.id);
    const numbers = () => office.portal.sql('select id, convocation_number from certificates order by 1');
    const given = await numbers();
    const others = shuffled([office.caseWorkers[1], ...office.admins]);
    for (const reopener of others.slice(0, between(2, 3))) {
      await reopen(office.portal, reopener, application.id);
      await correct(office.receivers[0], office, application);
      const verified = await tryVerify(office.caseWorkers[0], office, application.id);
      expect(verified.status, verified.text).toBe(200);
      expect(verified.body.convocationNumber).toBe(before.number);
      expect(await factsOf(office, application.id)).toMatchObject({
        status: 'verified',
        number: before.number,
        certificateId: before.certificateId,
        state: 'to_print',
        withheld: false,
      });
    }
    expect(await numbers(), 'nobody else got or lost a number').toEqual(given);
    // The next one goes on where the series was; the judge knows a gap.
    await newVerified(office, paperId);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.15 the person who corrected a reopened application may not verify it, an admin neither', async () => {
    const application = await newVerified(office, paperId);
    await reopen(office.portal, office.caseWorkers[1], application.id);
    const admin = pick(office.admins);
    await correct(admin, office, application);
    const answer = await tryVerify(admin, office, application.id);
    expect(answer.status, answer.text).toBe(409);
    expect((await factsOf(office, application.id)).withheld).toBe(true);
    expect((await tryVerify(office.caseWorkers[0], office, application.id)).status).toBe(200);
  });

  test('7.16 docs/permissions.md knows the act: admins and case workers have it, nobody else', async () => {
    const { reopen: operation } = await actsOf(office.portal);
    expect(operation, 'an operation that reopens').toBeDefined();
    expect(permissionsOf(operation!)).toEqual(['yes', 'yes', '', '', '']);
  });
});
