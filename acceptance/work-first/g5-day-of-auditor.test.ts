import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { settle, waitForList } from '../harness/list-page.ts';
import { emails } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { receive, verify } from '../harness/records.ts';
import {
  arrowToRow,
  expectNoMouse,
  openHands,
  palette,
  signInByKeys,
  tabTo,
  takeWaiting,
} from './g-hands.ts';

// Done when 3: "One journey per role covers a day's work without a mouse". The auditor's day: what is to be looked at first, an event
// and its record and back ("event ↔ record"), a search, an export, a case by its number, and nothing that could be changed.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('the day of an auditor', { timeout: 300_000 }, () => {
  test('without a mouse: what to look at, event and record, search and export', async () => {
    const audited = await receive(desks.receiver, { candidateName: `Audited ${letters(8)}` });
    const number = await verify(desks.caseWorker, audited.id);

    const page = await openHands(browser, portal);
    await signInByKeys(page, portal, 'auditor', emails.auditor);
    await takeWaiting(page, /draft|stale|run|withheld|exception|150/i);
    await settle(page);

    await palette(page, number, new RegExp(number));
    await page.getByRole('main').getByText(audited.candidateName).first().waitFor();
    const record = page.url();
    // From the record to an event of it, and back to the record.
    await tabTo(page, 'link', /event|audit log/i, { within: page.getByRole('main'), most: 90 });
    await page.keyboard.press('Enter');
    await eventually(() => page.url() !== record, { what: 'the event' });
    await settle(page);
    expect(await page.locator('body').textContent(), 'who did it').toContain('Asha Kulkarni');
    // The first event of a certificate's record is that of its application.
    const back = [audited.candidateName, audited.registrationNumber, number, 'record'].join('|');
    await tabTo(page, 'link', new RegExp(back, 'i'), { most: 90 });
    await page.keyboard.press('Enter');
    await eventually(
      async () => ((await page.getByRole('main').textContent()) ?? '').includes(audited.candidateName),
      { what: 'the record again' },
    );

    await palette(page, 'Audit log', /audit log/i);
    await waitForList(page);
    // The log is searched for what its rows show: a record's number, and not the candidate's name.
    await page.keyboard.press('/');
    await page.keyboard.type(audited.registrationNumber);
    await arrowToRow(page, audited.registrationNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await tabTo(page, 'button', 'Export', { back: true, within: page.getByRole('main') });
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    const download = page.waitForEvent('download', { timeout: 15_000 });
    await tabTo(page, 'menuitem', /csv/i, { most: 2 }).catch(() => page.keyboard.press('ArrowDown'));
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    const acts = await page
      .getByRole('main')
      .getByRole('button', { name: /^(edit|delete|approve|reject|verify)\b/i })
      .count();
    expect(acts, 'nothing that could be changed').toBe(0);
    await expectNoMouse(page);
    await page.context().close();
  });
});
