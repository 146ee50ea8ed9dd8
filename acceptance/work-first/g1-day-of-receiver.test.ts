import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { emails } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { printCertificates, receive, versionOf } from '../harness/records.ts';
import { candidate, certificate, collegeOf, draft, own, photo } from './g-day.ts';
import {
  arrowToRow,
  expectNoMouse,
  fillByTab,
  openHands,
  palette,
  signInByKeys,
  tabTo,
  takeWaiting,
} from './g-hands.ts';

// Done when 3: "One journey per role covers a day's work without a mouse". The receiver's day: sign in, see what came back, correct
// it, receive a candidate, hand a certificate over, find an application by its number.

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

describe('the day of a receiver', { timeout: 300_000 }, () => {
  test('without a mouse: what was returned, the next candidate, a hand-over, a number that is asked for', async () => {
    const returned = await receive(desks.receiver, { candidateName: `Backsent ${letters(8)}` });
    await desks.caseWorker
      .act('POST', `/api/applications/${returned.id}/return`, {
        version: await versionOf(desks.caseWorker, `/api/applications/${returned.id}`),
        reasons: ['name'],
        remark: 'The name differs from the marks card',
      })
      .catch(async () => {
        const { body } = await desks.caseWorker.get('/api/choices');
        const reasons = Object.entries<{ code?: string; key?: string; name?: string; id?: string }[]>(
          body,
        ).find(([name]) => /return/i.test(name))![1];
        const [reason] = reasons;
        await desks.caseWorker.act('POST', `/api/applications/${returned.id}/return`, {
          version: await versionOf(desks.caseWorker, `/api/applications/${returned.id}`),
          reasons: [reason!.code ?? reason!.key ?? reason!.name ?? reason!.id],
          remark: 'The name differs from the marks card',
        });
      });
    const [printed] = await printCertificates(portal, desks, 1);

    const page = await openHands(browser, portal);
    await signInByKeys(page, portal, 'receiver', emails.receiver);

    // "returned to me": the list behind it, its row, its correction.
    await takeWaiting(page, /returned/i);
    await arrowToRow(page, returned.candidateName);
    await tabTo(page, 'button', new RegExp(`^Edit: ${returned.candidateName}`), { most: 12 }).catch(
      async () => {
        await page.keyboard.press('Enter');
        await tabTo(page, 'button', /edit|correct/i, { most: 30 });
      },
    );
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('textbox', { name: 'Candidate name' }).waitFor();
    const corrected = personName();
    await fillByTab(page, [[/^Candidate name/, corrected]]);
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () => {
        const [row] = await portal.sql(
          'select candidate_name as name, status from applications where id = $1',
          [returned.id],
        );
        return row!.name === corrected && row!.status === 'received';
      },
      { what: 'the corrected application is received again' },
    );

    // The next candidate at the counter.
    const person = candidate();
    const college = await collegeOf(desks);
    await palette(page, 'New application', /new application/i);
    await page.getByRole('main').getByRole('textbox', { name: 'Candidate name' }).waitFor();
    await fillByTab(
      page,
      [...own(person), ...certificate(), await photo(), ...draft(college.convocationFee).fields],
      90,
    );
    await page.keyboard.press('Control+Enter');
    const received = await eventually(
      async () =>
        (await portal.sql('select id, status from applications where candidate_name = $1', [person.name]))[0],
      { what: 'the application of the counter' },
    );
    expect(received.status).toBe('received');

    // A certificate is collected: by its number from anywhere.
    await palette(page, printed!.number, new RegExp(printed!.number));
    await tabTo(page, 'button', /hand over/i, { within: page.getByRole('main') });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await fillByTab(
      page,
      [
        [/collected by|name/i, personName()],
        [/identity|seen/i, 'Passport'],
      ],
      12,
    );
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () =>
        (await portal.sql('select state from certificates where id = $1', [printed!.id]))[0]!.state ===
        'handed_over',
      { what: 'handed over' },
    );

    // Somebody asks by telephone: the roll number leads to the record with its story.
    await page.keyboard.press('Escape');
    await palette(page, person.roll, new RegExp(person.name));
    await page.getByRole('main').getByText(person.name).first().waitFor();
    expect(await page.getByRole('main').textContent(), 'its timeline begins with being received').toMatch(
      /received/i,
    );
    await expectNoMouse(page);
    await page.context().close();
  });
});
