import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../src/dev/testing/chromium.ts';
import { contextOf } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { focused } from '../harness/list-page.ts';
import { hire, newestMails, signIn, waitForCode } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { printCertificates, receive, verify } from '../harness/records.ts';

// FAULTS.md C8: "Focus falls to the page after webcam, hand-over, sign-in again, prepared run; then Ctrl+Enter does
// nothing, silently. Hand-over opens on its disabled button" must become "focus returns to where work goes on;
// shortcuts work wherever focus is". Each of the four journeys by keys.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  // A camera that shows a test picture, granted without asking.
  browser = await chromium.launch({
    ...(await findChromium()),
    slowMo: 30,
    args: [
      ...((await findChromium()).args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const newApplication = '/application-receiver/new-application';

describe('C8 journeys', { timeout: 180_000 }, () => {
  test('C8 webcam: after the picture the focus is in the form, and Ctrl+Enter saves or says what is missing', async () => {
    const page = await open('receiver', newApplication, ['camera']);
    await page
      .getByRole('button', { name: /camera|webcam|take/i })
      .first()
      .press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // While the camera starts the button says so, and takes nothing.
    await dialog
      .getByRole('button', { name: /take|capture|shoot|photograph/i, disabled: false })
      .first()
      .press('Enter');
    const use = dialog.getByRole('button', { name: /use|keep|save|done/i }).first();
    await use.press('Enter', { timeout: 6_000 }).catch(() => {});
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForTimeout(400);
    expect(await focused(page), 'the focus').not.toBe('');
    await expectCtrlEnterAnswers(page);
    await page.context().close();
  });

  test('C8 shortcuts: Ctrl+Enter works with the focus in a field, on a button, in a choice and nowhere', async () => {
    const page = await open('receiver', newApplication);
    const places: [string, string][] = [
      ['a field', "document.querySelector('main input:not([type=file]):not([type=checkbox])').focus()"],
      ['a choice', "document.querySelector('main [role=combobox]').focus()"],
      ['a button', "document.querySelector('main button').focus()"],
      ['a link of the menu', "document.querySelector('nav a').focus()"],
      ['nothing', 'document.activeElement.blur()'],
    ];
    for (const [where, focus] of places) {
      await page.goto(newApplication);
      await page.getByLabel('Candidate name').waitFor();
      await page.waitForTimeout(300);
      await page.evaluate(focus);
      await expectCtrlEnterAnswers(page, where);
    }
    await page.context().close();
  });

  test('C8 hand-over: it opens on its first field, and afterwards the focus is where the next one begins', async () => {
    const [printed] = await printCertificates(portal, desks, 2);
    const page = await open('receiver', '/application-receiver/manage-application');
    const href = await page
      .getByRole('main')
      .getByRole('link', { name: /collect|hand.?over|certificates/i })
      .first()
      .getAttribute('href');
    await page.goto(`${new URL(href!, portal.url).pathname}?q=${encodeURIComponent(printed!.number)}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /hand over/i })
      .first()
      .press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
    expect(await page.evaluate('document.activeElement.tagName'), `opens on ${await focused(page)}`).toBe(
      'INPUT',
    );
    const fields = page.getByRole('dialog').getByRole('textbox');
    for (let at = 0; at < (await fields.count()); at += 1)
      await fields.nth(at).fill(at ? 'Passport' : personName());
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForTimeout(600);
    expect(await focused(page), 'the focus after it').not.toBe('');
    await page.keyboard.press('/');
    expect(
      await page.evaluate("document.activeElement.matches('input')"),
      '/ reaches the search from there',
    ).toBe(true);
    await page.context().close();
  });

  test('C8 sign in again over the page: the focus is back in the field where work was, and nothing typed is lost', async () => {
    const someone = await hire(portal, desks.admin, 'receiver');
    const page = await (await contextOf(browser, portal, someone)).newPage();
    await page.goto(newApplication);
    const field = page.getByLabel('Candidate name');
    await field.fill('A');
    const typed = personName();
    // As the person ends it from another device.
    const elsewhere = await signIn(portal, 'receiver', { email: someone.email, secret: someone.secret });
    await elsewhere.act('POST', '/api/account/sessions/end-others', {});
    await field.fill(typed);
    await field.focus();
    await page.keyboard.press('Control+Enter');
    const earlier = await newestMails(portal, someone.email);
    const secret = page
      .getByRole('dialog')
      .getByLabel(/password/i)
      .first();
    await secret.waitFor({ timeout: 10_000 });
    await secret.fill(someone.secret);
    await page.keyboard.press('Enter');
    const code = await waitForCode(portal, someone.email, earlier);
    await page.waitForTimeout(500);
    await page.keyboard.type(code);
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter').catch(() => {});
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForTimeout(500);
    expect(await field.inputValue()).toBe(typed);
    expect(await focused(page), 'the focus').not.toBe('');
    await expectCtrlEnterAnswers(page);
    await page.context().close();
  });

  test('C8 prepared run: after it the focus is on what comes next, the new run', async () => {
    const [printed] = await printCertificates(portal, desks, 1);
    const paper = printed!.paperId;
    for (let index = 0; index < 2; index += 1) {
      const { id } = await receive(desks.receiver, {
        paperId: paper,
        candidateName: `Prepared ${letters(6)}`,
      });
      await verify(desks.caseWorker, id);
    }
    const page = await open('printer', '/printer/print-queue');
    const before = (await portal.sql('select count(*)::int as runs from print_runs'))[0]!.runs;
    const [row] = await portal.sql('select name from papers where id = $1', [paper]);
    const button = page
      .getByRole('main')
      .locator('button:not([aria-disabled=true])')
      .filter({ hasText: /prepare|make run|new run/i });
    const near = page.locator('main *').filter({ hasText: row!.name }).locator(button).last();
    await ((await near.count()) ? near : button.first()).press('Enter');
    await page.waitForTimeout(500);
    const dialog = page.getByRole('dialog');
    if (await dialog.isVisible()) await page.keyboard.press('Control+Enter');
    await eventually(
      async () => (await portal.sql('select count(*)::int as runs from print_runs'))[0]!.runs === before + 1,
      { what: 'a prepared run' },
    );
    // The run is loaded first.
    await eventually(async () => (await focused(page)) !== '', { within: 5_000, what: 'the focus after it' });
    await page.context().close();
  });
});

async function open(desk: 'receiver' | 'printer', path: string, permissions: string[] = []): Promise<Page> {
  const context = await contextOf(browser, portal, desks[desk]);
  await context.grantPermissions(permissions, { origin: portal.url });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('main').getByRole('button').first().waitFor();
  await page.waitForTimeout(400);
  return page;
}

/** An incomplete form that is sent says so: a field marked as wrong, or a summary of errors. */
async function expectCtrlEnterAnswers(page: Page, where = ''): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await eventually(
    async () => (await page.locator('main [aria-invalid=true], main [role=alert]').count()) > 0,
    { within: 4_000, what: `an answer to Ctrl+Enter ${where}` },
  );
}
