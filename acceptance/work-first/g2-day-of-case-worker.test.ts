import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { emails } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { draftOf, receive } from '../harness/records.ts';
import { collegeOf } from './g-day.ts';
import { expectNoMouse, focusOf, openHands, palette, signInByKeys, takeWaiting } from './g-hands.ts';

// Done when 3: "One journey per role covers a day's work without a mouse". The case worker's day: what waits, verify, return what is
// wrong, reject what is short, look at the record of what was verified, and read the keys of the screen.
// Open: keys of the acts beyond V and R are those that the screen's buttons name in aria-keyshortcuts.

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

const statusOf = async (id: string): Promise<string> =>
  (await portal.sql('select status from applications where id = $1', [id]))[0]!.status;

describe('the day of a case worker', { timeout: 300_000 }, () => {
  test('without a mouse: verify, return, reject, and look one up', async () => {
    const marker = `Day${letters(8)}`;
    const { convocationFee } = await collegeOf(desks);
    const good = await receive(desks.receiver, { candidateName: `${marker} Good` });
    const wrong = await receive(desks.receiver, { candidateName: `${marker} Wrong` });
    const short = await receive(desks.receiver, {
      candidateName: `${marker} Short`,
      drafts: [draftOf(convocationFee - 100)],
    });

    const page = await openHands(browser, portal);
    await signInByKeys(page, portal, 'case_worker', emails.case_worker);
    // "what waits, … with counts and the age of the oldest": the oldest is days old in the demo.
    const waiting = (await page.getByRole('main').textContent()) ?? '';
    expect(waiting, 'the age of the oldest').toMatch(/\d+\s*(days?|weeks?|months?|hours?)/i);
    await takeWaiting(page, /wait|to check|to verify|pending/i);

    await page.goto(`/case-worker/verify?q=${marker}`);
    for (let decided = 0; decided < 3; decided += 1) {
      await page
        .getByRole('main')
        .getByRole('heading', { level: 2, name: new RegExp(marker) })
        .waitFor();
      await page.waitForTimeout(500);
      const open =
        (await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()) ?? '';
      const before = open;
      if (/Good/.test(open)) for (const key of ['v', 'Enter']) await page.keyboard.press(key);
      if (/Wrong/.test(open)) for (const key of ['r', '3', 'Enter']) await page.keyboard.press(key);
      if (/Short/.test(open)) {
        const button = page
          .getByRole('main')
          .getByRole('button', { name: /^Reject/ })
          .first();
        const key = (await button.getAttribute('aria-keyshortcuts')) ?? 'x';
        for (const one of [key.toLowerCase(), 'Enter']) await page.keyboard.press(one);
        await page.waitForTimeout(300);
        if ((await statusOf(short.id)) === 'received')
          for (const one of ['1', 'Enter']) await page.keyboard.press(one);
      }
      await eventually(
        async () => {
          const now = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
          return decided === 2 || !now.includes(before);
        },
        { what: `the case after ${before}` },
      );
    }
    await eventually(async () => (await statusOf(good.id)) === 'verified', { what: 'verified' });
    await eventually(async () => (await statusOf(wrong.id)) === 'returned', { what: 'returned' });
    await eventually(async () => (await statusOf(short.id)) === 'rejected', { what: 'rejected' });

    const [certificate] = await portal.sql(
      'select convocation_number as number from certificates where application_id = $1',
      [good.id],
    );
    await palette(page, certificate!.number, new RegExp(`${marker} Good|${certificate!.number}`));
    await page.getByRole('main').getByText(`${marker} Good`).first().waitFor();
    const record = (await page.getByRole('main').textContent()) ?? '';
    for (const step of [/received/i, /verified/i, new RegExp(certificate!.number)])
      expect(record).toMatch(step);

    await page.keyboard.press('Shift+Slash');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').textContent(), 'the keys of this screen').toMatch(/Ctrl|⌘/);
    expect((await focusOf(page)).tag, 'the focus is in the dialog').not.toBe('BODY');
    await page.keyboard.press('Escape');
    await expectNoMouse(page);
    await page.context().close();
  });
});
