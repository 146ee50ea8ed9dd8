import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, Person } from '../harness/people.ts';
import { between, letters, personName, pick } from '../harness/random.ts';
import { draftOf, upload, versionOf, writePdf } from '../harness/records.ts';
import { dataCorrected, letReprint, newestReprint, reopen } from './c-discovery.ts';
import { type Judge, lost, openJudge } from './c-judge.ts';
import {
  askAsStranger,
  closeRun,
  correct,
  factsOf,
  finishRun,
  newPaper,
  newVerified,
  type Office,
  openOffice,
  prepareRun,
  print,
  type Sheet,
  sheetsOf,
  startRun,
  tryCorrect,
  tryHandOver,
  tryRecord,
  tryVerify,
  verifyBy,
} from './c-office.ts';

// The issue: "If a copy was printed, the new one is a reprint with reason 'data corrected', and its good sheet supersedes
// the old copy." UNIVERSITY.md 2: "Each sheet stores, never changed, the facts that it prints … /verify, register,
// facsimile and a reprint of unchanged data read that, not the application".

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

/** Verified and printed good; the name that stands on its sheet. */
async function newPrinted(changes: Json = {}): Promise<{ application: Json; name: string; first: Sheet }> {
  const application = await newVerified(office, paperId, changes);
  await print(office, paperId);
  const [first] = await sheetsOf(office, application.id);
  return { application, name: application.candidateName, first: first! };
}

/** Reopened, corrected and verified again by three people; ready to be printed as what it is. */
async function correctedAnew(
  application: Json,
  changes: Json = { candidateName: personName() },
): Promise<Json> {
  await reopen(office.portal, office.caseWorkers[1], application.id);
  await correct(office.receivers[1], office, application, changes);
  await verifyBy(office.caseWorkers[0], application.id);
  const { certificateId } = await factsOf(office, application.id);
  await letReprint(office.portal, office.admins, certificateId!);
  return application;
}

/** What a stranger is told while it is withheld: genuine, or a word of its own, never that it is none. */
const notTaken = /^(?!unknown|revoked|superseded|not_issued)/;

describe('7 reopen after printing', { timeout: 240_000 }, () => {
  test('7.20 "the new one is a reprint with reason \'data corrected\'": of the copy that was printed, on the next copy number, with the old number', async () => {
    const { application, first } = await newPrinted();
    const before = await factsOf(office, application.id);
    await reopen(office.portal, pick([office.caseWorkers[1], ...office.admins]), application.id);
    await correct(office.receivers[1], office, application);
    await verifyBy(office.caseWorkers[0], application.id);
    const request = await letReprint(office.portal, office.admins, before.certificateId!);
    expect(request.reason).toMatch(dataCorrected);
    expect(request).toMatchObject({ sheetId: first.id, status: 'approved', isOver: false });
    expect(await factsOf(office, application.id)).toMatchObject({
      status: 'verified',
      state: 'to_print',
      number: before.number,
      withheld: false,
      copies: 1,
    });
    await print(office, paperId);
    const [old, now] = await sheetsOf(office, application.id);
    expect(old).toMatchObject({ id: first.id, isValid: false, isSuperseded: true });
    expect(now).toMatchObject({ copy: first.copy + 1, isValid: true, number: before.number });
    expect(now!.code).not.toBe(old!.code);
    expect((await newestReprint(office.portal, before.certificateId!))!.isOver).toBe(true);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.21 who reads reprints finds it there with its reason: the print room, the office, the auditor', async () => {
    const { application } = await newPrinted();
    await correctedAnew(application);
    const { certificateId } = await factsOf(office, application.id);
    for (const person of [office.desks.printer, office.desks.admin, office.desks.auditor]) {
      const { body } = await person.get(`/api/reprint-requests?certificateId=${certificateId}`);
      expect(body.rows.length, person.role).toBe(1);
      expect(JSON.stringify(body.rows[0]), person.role).toMatch(dataCorrected);
    }
    await print(office, paperId);
  });

  test('7.22 "its good sheet supersedes the old copy": not verification, not the run, not a spoilt or missing sheet', async () => {
    const { application, name, first } = await newPrinted();
    const told = async () => askAsStranger(office, first.number, first.code);
    await correctedAnew(application);
    expect(await told()).toMatchObject({ verdict: 'genuine', candidateName: name });
    for (const outcome of ['spoilt', 'missing'] as const) {
      await print(office, paperId, { outcome });
      expect(await told(), `after a ${outcome} sheet`).toMatchObject({ verdict: 'genuine' });
      expect(await factsOf(office, application.id)).toMatchObject({ state: 'to_print', copies: 1 });
    }
    const { id } = (await prepareRun(office, paperId)).body;
    expect(await told(), 'in the run').toMatchObject({ verdict: 'genuine' });
    await finishRun(office, id);
    expect(await told()).toMatchObject({ verdict: 'superseded' });
    const newest = (await sheetsOf(office, application.id)).find(({ isValid }) => isValid)!;
    expect(await askAsStranger(office, newest.number, newest.code)).toMatchObject({
      verdict: 'genuine',
      candidateName: application.candidateName,
      blankSerial: newest.serial,
    });
    expect(await judge.faults()).toEqual([]);
  });

  test('7.23 "A sheet keeps what it printed": the old sheet tells the old name while the record has the new one', async () => {
    const { application, name, first } = await newPrinted();
    const other = `Corrected ${letters(7)}`;
    await reopen(office.portal, office.caseWorkers[1], application.id);
    await correct(office.receivers[1], office, application, { candidateName: other });
    for (const step of ['withheld', 'verified again'] as const) {
      if (step === 'verified again') await verifyBy(office.caseWorkers[0], application.id);
      const told = await askAsStranger(office, first.number, first.code);
      expect(told.verdict, step).toMatch(notTaken);
      expect(JSON.stringify(told), step).not.toContain(other);
      if (told.verdict === 'genuine') expect(told.candidateName, step).toBe(name);
    }
    const { certificateId } = await factsOf(office, application.id);
    await letReprint(office.portal, office.admins, certificateId!);
    await print(office, paperId);
    // Superseded says nothing personal; the new sheet says what is on it.
    expect(JSON.stringify(await askAsStranger(office, first.number, first.code))).not.toMatch(
      new RegExp(`${name}|${other}`),
    );
  });

  test('7.24 a copy that was handed over: the new one leaves only when it is said what became of the old', async () => {
    const { application } = await newPrinted();
    expect((await tryHandOver(office.receivers[0], office, application.id)).status).toBe(200);
    expect((await factsOf(office, application.id)).state).toBe('handed_over');
    const before = await judge.memory();
    await correctedAnew(application);
    await print(office, paperId);
    const { certificateId, state, copies } = await factsOf(office, application.id);
    expect({ state, copies }).toEqual({ state: 'printed', copies: 1 });
    const silent = await office.receivers[1].ask('POST', `/api/certificates/${certificateId}/hand-over`, {
      body: {
        version: await versionOf(office.receivers[1], `/api/certificates/${certificateId}`),
        collectedBy: personName(),
        identitySeen: 'Passport',
      },
    });
    expect([409, 422], silent.text).toContain(silent.status);
    expect((await tryHandOver(office.receivers[1], office, application.id)).status).toBe(200);
    expect(await lost(judge, before, await judge.memory()), 'how the first one left stays known').toEqual([]);
    expect(await judge.faults()).toEqual([]);
  });

  test("7.25 an outcome 'good' that is taken back revives the old copy, and the next good sheet supersedes it", async () => {
    const { application, name, first } = await newPrinted();
    await correctedAnew(application);
    const { printer } = office.desks;
    const { id } = (await prepareRun(office, paperId)).body;
    const [sheet] = await startRun(office, id);
    const sheetId = sheet!.id;
    const good = async () => expect((await tryRecord(office, id, sheetId, 'good')).status).toBe(200);
    await good();
    expect(await askAsStranger(office, first.number, first.code)).toMatchObject({ verdict: 'superseded' });
    await printer.act('POST', `/api/print-runs/${id}/take-back`, { sheetId });
    expect(await askAsStranger(office, first.number, first.code)).toMatchObject({
      verdict: 'genuine',
      candidateName: name,
    });
    expect(await judge.faults()).toEqual([]);
    await good();
    await closeRun(office, id);
    expect(await askAsStranger(office, first.number, first.code)).toMatchObject({ verdict: 'superseded' });
    expect(await judge.faults()).toEqual([]);
  });

  test('7.26 again and again: each time the newest copy is the valid one, and the number is the first', async () => {
    const { application, first } = await newPrinted();
    const times = between(2, 3);
    for (let time = 0; time < times; time += 1) {
      await correctedAnew(application);
      await print(office, paperId);
    }
    const sheets = await sheetsOf(office, application.id);
    expect(sheets.map(({ copy, isValid, number }) => ({ copy, isValid, number }))).toEqual(
      Array.from({ length: times + 1 }, (_, index) => ({
        copy: first.copy + index,
        isValid: index === times,
        number: first.number,
      })),
    );
    const reasons = await office.portal.sql(
      'select to_jsonb(r)::text as row from reprint_requests r where certificate_id = (select id from certificates where application_id = $1)',
      [application.id],
    );
    expect(reasons.length).toBe(times);
    for (const { row } of reasons) expect(row).toMatch(dataCorrected);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.27 where no copy was printed, or its only sheet was spoilt, it is no reprint: the original is printed', async () => {
    const never = await newVerified(office, paperId);
    const spoilt = await newVerified(office, paperId);
    await print(office, paperId, { sheets: 2, outcome: 'spoilt' });
    for (const application of [never, spoilt]) {
      await reopen(office.portal, office.caseWorkers[1], application.id);
      await correct(office.receivers[1], office, application);
      await verifyBy(office.caseWorkers[0], application.id);
      const { certificateId, state } = await factsOf(office, application.id);
      expect(state).toBe('to_print');
      expect(await newestReprint(office.portal, certificateId!)).toBeUndefined();
    }
    await print(office, paperId, { sheets: 2 });
    for (const { id } of [never, spoilt])
      expect((await sheetsOf(office, id)).filter(({ isValid }) => isValid).length).toBe(1);
    expect(await judge.faults()).toEqual([]);
  });

  test('7.28 a correction to a dearer college: verified only when paid, every rupee kept, the number the same', async () => {
    const { application, first } = await newPrinted();
    const before = await judge.memory();
    const { colleges } = (await office.desks.receiver.get('/api/application-choices')).body;
    const dear = colleges.reduce((a: Json, b: Json) => (a.convocationFee > b.convocationFee ? a : b));
    const missing = dear.convocationFee - application.totalAmount;
    await reopen(office.portal, office.caseWorkers[1], application.id);
    await correct(office.receivers[1], office, application, {
      collegeId: dear.id,
      totalAmount: dear.convocationFee,
    });
    const short = await tryVerify(office.caseWorkers[0], office, application.id);
    expect(short.status, short.text).toBe(409);
    expect(await factsOf(office, application.id)).toMatchObject({ status: 'received', withheld: true });

    await decideAgainst(office.caseWorkers[0], application.id);
    expect(await factsOf(office, application.id)).toMatchObject({ status: 'rejected', withheld: true });
    const receiptFileId = await upload(office.receivers[1], 'receipt', writePdf(), `dd ${letters(5)}.pdf`);
    const paid = await tryCorrect(office.receivers[1], office, application, {
      drafts: [{ ...draftOf(missing), receiptFileId }],
    });
    expect(paid.status, paid.text).toBe(200);
    expect(await verifyBy(office.caseWorkers[0], application.id)).toBe(first.number);
    expect(await factsOf(office, application.id)).toMatchObject({
      paid: dear.convocationFee,
      total: dear.convocationFee,
      withheld: false,
    });
    expect(await lost(judge, before, await judge.memory())).toEqual([]);
    expect(await judge.faults()).toEqual([]);
  });
});

/** "rejected: only when paid < total". */
async function decideAgainst(person: Person, id: string): Promise<void> {
  const version = await versionOf(person, `/api/applications/${id}`);
  await person.act('POST', `/api/applications/${id}/reject`, { version });
}
