import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { openRow, waitForList } from '../harness/list-page.ts';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { dataCorrected, letReprint, reopen, say } from './c-discovery.ts';
import {
  correct,
  eventsOf,
  factsOf,
  finishRun,
  newPaper,
  newVerified,
  type Office,
  openOffice,
  prepareRun,
  print,
  sheetsOf,
  verifyBy,
  withdrawRun,
} from './c-office.ts';
import {
  confirmQuestion,
  expectMissingNamed,
  expectNoWay,
  fillIn,
  findAct,
  isDisabled,
  labels,
  openRecord,
  questionOf,
  verifyAsStranger,
  verifyByKeys,
} from './c-screens.ts';

// 'It is done when' 7: "Reopen and revoke are journeys". The issue: "Reopen a verified application: with a reason, by an
// admin or case worker who did not verify it, never while its certificate is in a run. … the application is returned for
// correction, verifying it again releases the certificate." UX.md: "Nothing is a dead end: who found a mistake is led to
// the way of correcting it (correct, return, reopen, reprint, revoke)", by each desk on its own screens.

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const desk = { caseWorker: '/case-worker/manage-application', admin: '/admin/total-applications' };
const counter = '/application-receiver/manage-application';

async function newCase(isPrinted = false): Promise<{ application: Json; paperId: string; number: string }> {
  const paperId = await newPaper(office, 6);
  const application = await newVerified(office, paperId, { candidateName: `Journey ${letters(9)}` });
  if (isPrinted) await print(office, paperId);
  return { application, paperId, number: (await factsOf(office, application.id)).number! };
}

function open(person: Person, path = '/'): Promise<Page> {
  return openPage(browser, office.portal, person, path);
}

/** Opens the record and asks to reopen it; the question stands on the screen. */
async function askToReopen(person: Person, list: string, application: Json): Promise<Page> {
  const page = await open(person);
  await openRecord(page, list, application.registrationNumber);
  const act = await findAct(page, labels.reopen);
  expect(act, `an act that reopens, on the record at ${list}`).toBeDefined();
  expect(await isDisabled(act!)).toBe(false);
  await act!.press('Enter');
  await questionOf(page).waitFor();
  return page;
}

describe('7 reopen, a journey', { timeout: 240_000 }, () => {
  test('7.70 a wrong name after verification: a second case worker reopens, the counter corrects, it is verified by keys, printed, and a stranger sees the right name', async () => {
    const { application, paperId, number } = await newCase();
    const said = say();
    const first = await askToReopen(office.caseWorkers[1], desk.caseWorker, application);
    await fillIn(first, questionOf(first), said);
    await confirmQuestion(questionOf(first), labels.reopen);
    await eventually(async () => (await factsOf(office, application.id)).status === 'returned', {
      what: 'the application returned for correction',
    });
    expect(await factsOf(office, application.id)).toMatchObject({ withheld: true, number });
    await first.context().close();

    // "shown Pending with a 'Returned' mark", and the form says who wants what.
    const page = await open(office.receivers[1], `${counter}?q=${application.registrationNumber}`);
    await waitForList(page);
    const row = page.getByRole('row').filter({ hasText: application.registrationNumber });
    expect(await row.first().textContent()).toMatch(/returned/i);
    await row.getByRole('button', { name: /^edit/i }).first().press('Enter');
    const name = page.getByLabel('Candidate name').first();
    await name.waitFor();
    await eventually(async () => (await name.inputValue()) === application.candidateName, {
      what: 'the form filled in',
    });
    const told = (await page.getByRole('main').textContent()) ?? '';
    const [stored] = (await eventsOf(office, application.id)).filter((one) => /reopen/i.test(one.event));
    const words = [said.reason, said.remark].filter((word) => stored!.said.includes(word));
    for (const word of words) expect(told, 'why it came back').toContain(word);
    const right = `Corrected ${letters(9)}`;
    await name.fill(right);
    await page.keyboard.press('Control+Enter');
    await eventually(async () => (await factsOf(office, application.id)).status === 'received', {
      what: 'the correction saved',
    });
    await page.context().close();

    const verifying = await open(office.caseWorkers[0]);
    await verifyByKeys(verifying, right);
    await eventually(async () => (await factsOf(office, application.id)).status === 'verified', {
      what: 'verified again',
    });
    expect(await factsOf(office, application.id)).toMatchObject({
      number,
      withheld: false,
      state: 'to_print',
    });
    await verifying.context().close();

    await print(office, paperId);
    const [sheet] = await sheetsOf(office, application.id);
    expect(sheet!.number).toBe(number);
    const public_ = await verifyAsStranger(browser, office.portal, number, sheet!.code);
    expect(public_.heading).toMatch(/^genuine/i);
    expect(public_.text).toContain(right);
    await public_.page.context().close();
  });

  test('7.71 an admin reopens from the list of all applications', async () => {
    const { application } = await newCase();
    const page = await askToReopen(office.desks.admin, desk.admin, application);
    await fillIn(page, questionOf(page), say());
    await confirmQuestion(questionOf(page), labels.reopen);
    await eventually(async () => (await factsOf(office, application.id)).status === 'returned', {
      what: 'the application returned for correction',
    });
    await page.context().close();
  });

  test('7.72 the question says what will happen and to which number; without a reason, or left by Escape, nothing happens', async () => {
    const { application, number } = await newCase();
    const page = await askToReopen(office.caseWorkers[1], desk.caseWorker, application);
    const text = (await questionOf(page).textContent()) ?? '';
    // UX.md 10: "Grave acts name what will happen and ask".
    expect(text).toMatch(/withh|not (be )?(printed|handed)|held back/i);
    expect(text).toContain(number);
    await expectMissingNamed(questionOf(page), labels.reopen);
    expect((await factsOf(office, application.id)).status).toBe('verified');
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor({ state: 'hidden' });
    expect((await factsOf(office, application.id)).status).toBe('verified');
    await page.context().close();
  });

  test('7.73 who verified it sees why not; the counter, the print room and the auditor have no way', async () => {
    const { application } = await newCase();
    const own = await open(office.caseWorkers[0]);
    await openRecord(own, desk.caseWorker, application.registrationNumber);
    const reason = await expectNoWay(own, labels.reopen);
    expect(reason, 'the act is there, disabled with the reason').toBeDefined();
    expect(reason).toMatch(/verified|you|yourself|another/i);
    await own.context().close();
    for (const [person, list] of [
      [office.receivers[1], counter],
      [office.desks.auditor, '/auditor/applications'],
    ] as const) {
      const page = await open(person);
      await openRecord(page, list, application.registrationNumber);
      await expectNoWay(page, labels.reopen);
      await page.context().close();
    }
  });

  test('7.74 "never while its certificate is in a run": the act says so, and can be used again after the run', async () => {
    const { application, paperId } = await newCase();
    const run = (await prepareRun(office, paperId)).body;
    const page = await open(office.caseWorkers[1]);
    await openRecord(page, desk.caseWorker, application.registrationNumber);
    const reason = await expectNoWay(page, labels.reopen);
    expect(reason, 'the act is there, disabled with the reason').toBeDefined();
    expect(reason).toMatch(/run|print/i);
    await withdrawRun(office, run.id);
    await openRecord(page, desk.caseWorker, application.registrationNumber);
    const act = await findAct(page, labels.reopen);
    expect(await isDisabled(act!)).toBe(false);
    await page.context().close();
  });

  test('7.75 a printed one: it stands in the print queue as a reprint, with the reason, and the old copy is shown as superseded afterwards', async () => {
    const { application, paperId, number } = await newCase(true);
    await reopen(office.portal, office.caseWorkers[1], application.id);
    await correct(office.receivers[1], office, application, { candidateName: personName() });
    await verifyBy(office.caseWorkers[0], application.id);
    const { certificateId } = await factsOf(office, application.id);
    await letReprint(office.portal, office.admins, certificateId!);
    const page = await open(office.desks.admin, `/admin/pending-print?q=${encodeURIComponent(number)}`);
    await waitForList(page);
    const queued = page.getByRole('row').filter({ hasText: number }).first();
    expect(await queued.textContent()).toMatch(/reprint/i);
    expect(await queued.textContent()).toContain(application.candidateName);
    await page.goto(`/admin/approved-for-reprint?q=${encodeURIComponent(application.examRollNumber)}`);
    await waitForList(page);
    const approved = page.getByRole('row').filter({ hasText: application.examRollNumber }).first();
    expect(await approved.textContent()).toMatch(dataCorrected);

    await finishRun(office, (await prepareRun(office, paperId)).body.id);
    await openRecord(page, '/admin/printed-certificates', number);
    const copies = page.getByRole('dialog').first();
    const [old, now] = await sheetsOf(office, application.id);
    await copies.getByText(now!.serial).first().waitFor();
    expect(await copies.getByRole('row').filter({ hasText: old!.serial }).first().textContent()).toMatch(
      /superseded/i,
    );
    await page.context().close();
  });

  test('7.76 history: the auditor finds who reopened it, when and why, in the audit log', async () => {
    const { application } = await newCase();
    const said = say();
    await reopen(office.portal, office.caseWorkers[1], application.id, said);
    const page = await open(
      office.desks.auditor,
      `/auditor/audit-log?q=${encodeURIComponent(application.registrationNumber)}`,
    );
    await waitForList(page);
    const row = page
      .getByRole('row')
      .filter({ hasText: /re-?open/i })
      .first();
    await row.waitFor();
    const [who] = await office.portal.sql('select name from staff where id = $1', [
      office.caseWorkers[1].staffId,
    ]);
    expect(await row.textContent()).toContain(who!.name);
    await openRow(page, /re-?open\w*/i.exec((await row.textContent()) ?? '')![0]);
    const details = page.getByRole('dialog').first();
    await details.waitFor();
    const [event] = (await eventsOf(office, application.id)).filter((one) => /reopen/i.test(one.event));
    const words = [said.reason, said.remark].filter((word) => event!.said.includes(word));
    expect(words.length, 'words of the reason in the event').toBeGreaterThan(0);
    for (const word of words) await details.getByText(word).first().waitFor();
    await page.context().close();
  });
});
