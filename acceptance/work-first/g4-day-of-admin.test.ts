import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { settle } from '../harness/list-page.ts';
import { emails } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters, pick } from '../harness/random.ts';
import { dayBefore } from '../harness/records.ts';
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

// Done when 3: "One journey per role covers a day's work without a mouse". The administrator's day: approve what a colleague
// received, follow a tile to the rows behind it, add a college and a person, and find the person by name.

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

describe('the day of an administrator', { timeout: 300_000 }, () => {
  test('without a mouse: approve stock, follow a figure, add a college and a person', async () => {
    const paper = pick((await desks.admin.get('/api/papers')).body.papers as { id: string }[]);
    const prefix = letters(4).toUpperCase();
    const first = between(1, 9_000);
    const { id: receiptId } = await desks.otherAdmin.act('POST', '/api/blank-receipts', {
      paperId: paper.id,
      serialPrefix: prefix,
      firstSerial: first,
      lastSerial: first + 9,
      totalQuantity: 10,
      receivedOn: dayBefore(1),
      remarks: `Box ${prefix}`,
    });

    const page = await openHands(browser, portal);
    await signInByKeys(page, portal, 'admin', emails.admin);
    // "to approve (reprints, stock, proofs)".
    await takeWaiting(page, /approv/i);
    await settle(page);
    if (!new URL(page.url()).pathname.includes('certificate-stock'))
      await palette(page, 'Certificate stock', /certificate stock/i);
    await arrowToRow(page, `Box ${prefix}`);
    // The row itself has what the specification gives it; the others stand in its details.
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'button', /^approve/i, { most: 30 });
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    if (await page.getByRole('dialog').count()) await page.keyboard.press('Control+Enter');
    await eventually(
      async () =>
        (await desks.otherAdmin.get(`/api/blank-receipts/${receiptId}`)).text.match(
          /"approved(At|By)":"[^"]/,
        ),
      { what: 'the delivery is approved' },
    );

    // "Tiles, slices and months link to their rows".
    await palette(page, 'Dashboard', /dashboard/i);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await settle(page);
    await tabTo(page, 'link', /total applications|pending fee/i, { within: page.getByRole('main') });
    await page.keyboard.press('Enter');
    await eventually(() => !/dashboard/.test(page.url()), { what: 'the rows behind the tile' });

    await palette(page, 'Add College', /add college/i);
    await page.getByRole('textbox', { name: 'College name' }).waitFor();
    const college = `College ${letters(8)}`;
    await fillByTab(
      page,
      [
        [/^College name/, college],
        [/^Code/, `COL${digits(4)}`],
        [/^Contact number/, '0821 2419700'],
        [/^Address/, '12, Temple Road'],
        [/^Convocation Fee/, '700'],
      ],
      40,
    );
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () => (await portal.sql('select 1 from colleges where name = $1', [college])).length === 1,
      { what: 'the college' },
    );

    await palette(page, 'Add auditor', /add auditor/i);
    await page.getByRole('textbox', { name: /email/i }).waitFor();
    const person = `Auditor ${letters(8)}`;
    await fillByTab(
      page,
      [
        [/^(User )?name/i, person],
        [/^Code/, 'ALL'],
        [/^Email/, `${letters(8)}@dikshant.example`],
        [/^(Initial )?password/i, `Initial-${letters(10)}-${digits(4)}`],
      ],
      40,
    );
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () => (await portal.sql('select 1 from staff where name = $1', [person])).length === 1,
      { what: 'the person' },
    );
    await palette(page, person.slice(0, 14), new RegExp(person));
    await page.getByRole('main').getByText(person).first().waitFor();
    await expectNoMouse(page);
    await page.context().close();
  });
});
