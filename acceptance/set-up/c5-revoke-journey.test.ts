import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { waitForList } from '../harness/list-page.ts';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters, shuffled } from '../harness/random.ts';
import { revocationRows, revoke, say, tryPropose } from './c-discovery.ts';
import { factsOf, newPaper, newVerified, type Office, openOffice, print, sheetsOf } from './c-office.ts';
import {
  confirmQuestion,
  expectMissingNamed,
  expectNoWay,
  fillIn,
  findAct,
  isDisabled,
  labels,
  openRecord,
  openRecordIn,
  questionOf,
  verifyAsStranger,
  type Words,
} from './c-screens.ts';

// 'It is done when' 7: "Reopen and revoke are journeys". The issue: "Revoke: proposed by one admin and confirmed by
// another, with reason and authority; /verify says since when." On the screens of both admins, and of those who may not.

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

const printedCertificates = '/admin/printed-certificates';

async function newPrinted(): Promise<{ application: Json; number: string; certificateId: string }> {
  const paperId = await newPaper(office, 3);
  const application = await newVerified(office, paperId, { candidateName: `Revoked ${letters(9)}` });
  await print(office, paperId);
  const { number, certificateId } = await factsOf(office, application.id);
  return { application, number: number!, certificateId: certificateId! };
}

/** Opens the certificate and the question of the act. */
async function askTo(person: Person, label: RegExp, number: string): Promise<Page> {
  const page = await openPage(browser, office.portal, person, '/');
  await openRecord(page, printedCertificates, number);
  const act = await findAct(page, label);
  expect(act, `an act ${label} on the certificate`).toBeDefined();
  expect(await isDisabled(act!)).toBe(false);
  await act!.press('Enter');
  return page;
}

/** The question, filled in and not answered yet. */
async function openProposal(person: Person, number: string, words: Words): Promise<Page> {
  const page = await askTo(person, labels.propose, number);
  await questionOf(page).waitFor();
  await fillIn(page, questionOf(page), words);
  return page;
}

describe('7 revoke, a journey', { timeout: 240_000 }, () => {
  test('7.80 one admin proposes, the other confirms, a stranger is told since when', async () => {
    const { application, number, certificateId } = await newPrinted();
    const [first, second] = shuffled(office.admins) as [Person, Person];
    const said = say('Result');
    const proposing = await openProposal(first, number, said);
    await confirmQuestion(questionOf(proposing), labels.propose);
    const stored = async () => JSON.stringify(await revocationRows(office.portal, certificateId));
    await eventually(async () => (await stored()).includes(said.authority), {
      what: 'the proposal with its authority',
    });
    expect((await factsOf(office, application.id)).state, 'nothing is revoked yet').toBe('printed');
    // Who proposed it sees that it waits, and for whom.
    await openRecord(proposing, printedCertificates, number);
    expect(await proposing.getByRole('dialog').first().textContent()).toMatch(/revo/i);
    const reason = await expectNoWay(proposing, labels.confirm);
    expect(reason, 'the second half, disabled with the reason').toBeDefined();
    expect(reason).toMatch(/another|second|you|propos/i);
    await proposing.context().close();

    const confirming = await askTo(second, labels.confirm, number);
    // The second person sees what they confirm.
    const shown = async () => (await confirming.locator('[role=dialog]').allTextContents()).join(' ');
    await eventually(async () => (await shown()).includes(said.authority), {
      what: 'the authority before the eyes of who confirms',
    });
    const question = confirming.locator('[role=dialog], [role=alertdialog]').last();
    await confirmQuestion(question, labels.confirm);
    await eventually(async () => (await factsOf(office, application.id)).state === 'revoked', {
      what: 'the certificate revoked',
    });
    await confirming.context().close();

    const [sheet] = await sheetsOf(office, application.id);
    const told = await verifyAsStranger(browser, office.portal, number, sheet!.code);
    expect(told.heading).toMatch(/revoked/i);
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    expect(told.text).toContain(today.split('-').reverse().join('/'));
    await told.page.context().close();
  });

  test('7.81 "with reason and authority": the question asks for both, and with one alone nothing is proposed', async () => {
    const { number, certificateId, application } = await newPrinted();
    const before = JSON.stringify(await revocationRows(office.portal, certificateId));
    const { reason, authority } = say('Result');
    for (const words of [{ reason }, { authority }, {}]) {
      const page = await openProposal(office.admins[0], number, words);
      // UX.md 10: "Every no says why and what to do".
      await expectMissingNamed(questionOf(page), labels.propose);
      expect(await questionOf(page).isVisible()).toBe(true);
      expect(JSON.stringify(await revocationRows(office.portal, certificateId))).toBe(before);
      await page.context().close();
    }
    expect((await factsOf(office, application.id)).state).toBe('printed');
  });

  test('7.82 the question names the certificate and what will happen', async () => {
    const { number } = await newPrinted();
    const page = await askTo(office.admins[1], labels.propose, number);
    const text = (await questionOf(page).textContent()) ?? '';
    expect(text).toContain(number);
    expect(text).toMatch(/verify|revoked|second|another admin|confirm/i);
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('7.83 nobody else has a way: case worker, counter, print room, auditor', async () => {
    const { application, number } = await newPrinted();
    for (const [person, list, text] of [
      [office.caseWorkers[1], '/case-worker/manage-application', application.registrationNumber],
      [office.receivers[1], '/application-receiver/printed-certificates', number],
      [office.desks.printer, '/printer/completed-printing', number],
      [office.desks.auditor, '/auditor/certificates', number],
    ] as const) {
      const page = await openPage(browser, office.portal, person, '/');
      await openRecord(page, list, text);
      await expectNoWay(page, labels.propose);
      expect(
        (await tryPropose(office.portal, person, (await factsOf(office, application.id)).certificateId!))
          .status,
      ).toBe(403);
      await page.context().close();
    }
  });

  test('7.84 a revoked certificate: the list and its record say so, and every act is closed with that reason', async () => {
    const { application, certificateId } = await newPrinted();
    const said = say('Result');
    await revoke(office.portal, ...office.admins, certificateId, said);
    const page = await openPage(browser, office.portal, office.desks.admin, '/');
    await page.goto(`/admin/total-applications?q=${application.registrationNumber}`);
    await waitForList(page);
    await openRecord(page, '/admin/total-applications', application.registrationNumber);
    const details = page.getByRole('dialog').first();
    await details
      .getByText(/revoked/i)
      .first()
      .waitFor();
    for (const label of [labels.reopen, /reprint/i, /hand over/i]) {
      const reason = await expectNoWay(page, label);
      if (reason !== undefined) expect(reason).toMatch(/revoked/i);
    }
    // "with reason and authority", where the auditor reads it.
    const auditing = await openPage(browser, office.portal, office.desks.auditor, '/');
    const { examRollNumber } = application;
    await openRecordIn(auditing, ['/auditor/certificates', '/auditor/applications'], examRollNumber);
    const stored = JSON.stringify(await revocationRows(office.portal, certificateId));
    const words = [said.reason, said.authority].filter((word) => stored.includes(word));
    expect(words).toContain(said.authority);
    for (const word of words) await auditing.getByRole('dialog').getByText(word).first().waitFor();
    await auditing.context().close();
    await page.context().close();
  });
});
