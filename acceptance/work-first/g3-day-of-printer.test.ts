import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { emails } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { composed, openPrintFile, prepareRun } from '../harness/records.ts';
import {
  expectNoMouse,
  fillByTab,
  focusOf,
  openHands,
  palette,
  signInByKeys,
  tabTo,
  takeWaiting,
} from './g-hands.ts';

// Done when 3: "One journey per role covers a day's work without a mouse". The printer's day: the open run of the morning is started
// by the serial on top, its sheets are good by G and spoilt by S, it is closed, and a run is found again by its number.

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

const outcomes = (id: string) =>
  portal
    .sql('select outcome from sheets where print_run_id = $1 order by position', [id])
    .then((rows) => rows.map(({ outcome }) => outcome));

describe('the day of a printer', { timeout: 300_000 }, () => {
  test('without a mouse: start the run, say how each sheet is, close it, find it again', async () => {
    const run = await prepareRun(desks, 3);
    await composed(desks.printer, run.id);
    const page = await openHands(browser, portal);
    await signInByKeys(page, portal, 'printer', emails.printer);
    await takeWaiting(page, /open runs?|runs? .*open|print runs?/i);

    // "Found by number …: run".
    await palette(page, String(run.runNumber), new RegExp(String(run.runNumber)));
    await page.getByRole('main').getByText(run.serial(1)).first().waitFor();
    await tabTo(page, 'textbox', /serial|top/i, { within: page.getByRole('main') }).catch(async () => {
      await tabTo(page, 'button', /^start/i, { within: page.getByRole('main') });
      await page.keyboard.press('Enter');
      await tabTo(page, 'textbox', /serial|top/i);
    });
    await page.keyboard.type(run.serial(1));
    await page.keyboard.press('Enter');
    await eventually(
      async () => {
        if (
          (await portal.sql('select state from print_runs where id = $1', [run.id]))[0]!.state === 'printing'
        )
          return true;
        await page.keyboard.press('Control+Enter');
        return false;
      },
      { within: 8_000, every: 1_500, what: 'the run is started' },
    );
    // The file goes to the printer's own window; that it was opened is what counts.
    await tabTo(page, 'link', /print file|open|pdf/i, { within: page.getByRole('main'), most: 80 }).catch(
      () => tabTo(page, 'button', /print file|open|pdf/i, { within: page.getByRole('main') }),
    );
    await openPrintFile(desks.printer, run.id);
    await page.reload();
    const first = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: run.serial(1) });
    await first.waitFor();
    await page.waitForTimeout(500);

    for (
      let presses = 0;
      presses < 60 &&
      (await focusOf(page)).role !== 'grid' &&
      !(await first.and(page.locator(':focus')).count());
      presses += 1
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('g');
    await eventually(async () => (await outcomes(run.id))[0] === 'good', { what: 'the first sheet is good' });
    await page.waitForTimeout(300);
    for (const key of ['s', '1', 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
    }
    await eventually(async () => (await outcomes(run.id))[1] === 'spoilt', {
      what: 'the second sheet is spoilt',
    });
    await page.waitForTimeout(300);
    await page.keyboard.press('g');
    await eventually(async () => (await outcomes(run.id))[2] === 'good', { what: 'the third sheet is good' });

    await tabTo(page, 'button', /^close/i, { within: page.getByRole('main'), most: 90 });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // The stacks on the table are counted.
    await fillByTab(
      page,
      [
        [/^Good sheets/, '2'],
        [/^Spoilt sheets/, '1'],
      ],
      12,
    );
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () =>
        (await portal.sql('select state from print_runs where id = $1', [run.id]))[0]!.state === 'closed',
      { what: 'the run is closed' },
    );

    await palette(page, run.serial(2), new RegExp(run.serial(2)));
    await eventually(async () => /spoilt/i.test((await page.getByRole('main').textContent()) ?? ''), {
      what: 'the blank says what became of it',
    });
    await expectNoMouse(page);
    await page.context().close();
  });
});
