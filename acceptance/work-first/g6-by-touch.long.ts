import { type Browser, devices, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { settle } from '../harness/list-page.ts';
import { emails, newestMails, password, waitForCode } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, personName } from '../harness/random.ts';
import { drawPhoto, printCertificates, receive, writePdf } from '../harness/records.ts';
import { measure, tell } from './f-boxes.ts';
import { collegeOf } from './g-day.ts';

// Done when 3: "… and one by touch at 390 px". Read as one journey by touch, the receiver's day at the counter, and beside it one
// case that is verified, since that screen is the narrowest. Fingers tap; what they tap is at least 24 px and in sight, nothing is
// cut or leaves the window, and the page never scrolls sideways.

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

async function openTouch(): Promise<Page> {
  const { userAgent } = devices['Pixel 7']!;
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    userAgent,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(
    "window.__keys = 0; window.__mice = 0; addEventListener('pointerdown', (e) => { if (e.pointerType === 'mouse') window.__mice += 1; }, true);",
  );
  return context.newPage();
}

async function tap(page: Page, target: Locator): Promise<void> {
  const one = target.first();
  await one.waitFor();
  await one.scrollIntoViewIfNeeded();
  const box = (await one.boundingBox())!;
  const name = (await one.getAttribute('aria-label')) ?? (await one.textContent()) ?? '';
  expect(box.height, `height of ‘${name}’`).toBeGreaterThanOrEqual(24);
  expect(box.width, `width of ‘${name}’`).toBeGreaterThanOrEqual(24);
  expect(box.x, `‘${name}’ is in sight`).toBeGreaterThanOrEqual(-1);
  expect(box.x + box.width, `‘${name}’ is in sight`).toBeLessThanOrEqual(391);
  await one.tap();
  await page.waitForTimeout(150);
}

/** Taps into the field; the keyboard on the glass types. */
async function write(
  page: Page,
  name: RegExp | string,
  text: string,
  within: Page | Locator = page,
): Promise<void> {
  const field = within.getByRole('textbox', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  await tap(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

async function choose(page: Page, name: string, option: RegExp): Promise<void> {
  await tap(page, page.getByRole('main').getByRole('combobox', { name, exact: true }));
  await tap(page, page.getByRole('option', { name: option }));
}

async function expectNothingLost(page: Page, where: string): Promise<void> {
  expect((await measure(page)).map((fault) => `${where}: ${tell(fault)}`)).toEqual([]);
}

async function signInByTouch(page: Page, chip: string, email: string): Promise<void> {
  await page.goto('/');
  await settle(page);
  await expectNothingLost(page, 'sign-in');
  await tap(page, page.locator('label').filter({ hasText: new RegExp(`^${chip}$`) }));
  await write(page, 'Email Id', email);
  await write(page, 'Password', password);
  const earlier = await newestMails(portal, email);
  await tap(page, page.getByRole('button', { name: 'Login' }));
  const code = await waitForCode(portal, email, earlier);
  await eventually(async () => (await page.getByRole('textbox').count()) >= 4, { what: 'the code boxes' });
  await page.getByRole('textbox').first().tap();
  await page.keyboard.type(code);
  await page.waitForTimeout(400);
  const next = page.getByRole('button', { name: /continue/i });
  if (await next.count()) await tap(page, next).catch(() => {});
  await eventually(() => new URL(page.url()).pathname !== '/', { what: 'the landing page' });
  await settle(page);
}

describe('by touch at 390 px', { timeout: 300_000 }, () => {
  test("the receiver's day: what waits, a candidate with photo and draft, a hand-over", async () => {
    const [printed] = await printCertificates(portal, desks, 1);
    const { convocationFee } = await collegeOf(desks);
    const page = await openTouch();
    await signInByTouch(page, 'application receiver', emails.receiver);
    await expectNothingLost(page, 'the landing page');

    await tap(page, page.getByRole('main').getByRole('link', { name: 'New application' }));
    await page.getByRole('heading', { name: 'New application' }).waitFor();
    await settle(page);
    await expectNothingLost(page, 'the form');
    const name = personName();
    await write(page, 'College Registration number', `AC${digits(10)}`);
    await write(page, 'Exam roll number', digits(9));
    await write(page, 'Candidate name', name);
    await choose(page, 'College name', /COL001/);
    await choose(page, 'Course/Degree', /ECE/);
    await choose(page, 'Academic year', /2024-25/);
    await choose(page, 'Chosen Color', /Green/);
    await choose(page, 'Selected Paper', /Parchment/);
    for (const [button, file] of [
      [/choose file for photo/i, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto() }],
      [/choose file for bank receipt/i, { name: 'dd.pdf', mimeType: 'application/pdf', buffer: writePdf() }],
    ] as const) {
      const chooser = page.waitForEvent('filechooser');
      await tap(page, page.getByRole('button', { name: button }));
      await (await chooser).setFiles(file);
      await page.waitForTimeout(600);
    }
    const draft = page.getByRole('group', { name: 'Demand draft 1' });
    await write(page, 'DD number', digits(6), draft);
    await write(page, 'DD date', new Date(Date.now() - 5 * 86_400_000).toLocaleDateString('en-GB'), draft);
    await tap(page, draft.getByRole('combobox', { name: 'Issuing bank' }));
    await page.keyboard.type('Canara');
    await tap(page, page.getByRole('option', { name: /canara/i }));
    await write(page, 'Branch', `Branch ${letters(5)}`, draft);
    await write(page, 'Amount', String(convocationFee), draft);
    await expectNothingLost(page, 'the filled form');
    await tap(page, page.getByRole('button', { name: 'Receive application' }));
    await eventually(
      async () =>
        (await portal.sql('select 1 from applications where candidate_name = $1', [name])).length === 1,
      { what: 'received' },
    );

    // "ready to collect" among what waits, or the list of printed certificates.
    await page.goto('/application-receiver/manage-application');
    await settle(page);
    await tap(page, page.getByRole('main').getByRole('link', { name: /ready to collect/i }));
    await settle(page);
    await tap(
      page,
      page
        .getByRole('main')
        .getByRole('searchbox')
        .or(page.getByRole('main').getByPlaceholder(/^Search/)),
    );
    await page.keyboard.type(printed!.number);
    // On a telephone a row is a card: its number leads to its record, the rest of it to its details, and both have the act.
    await tap(page, page.getByRole('main').getByRole('row').filter({ hasText: printed!.number }));
    await tap(page, page.getByRole('button', { name: /hand over/i }));
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
    await dialog.waitFor();
    await expectNothingLost(page, 'the hand-over');
    const fields = dialog.getByRole('textbox');
    for (let index = 0; index < (await fields.count()); index += 1) {
      await tap(page, fields.nth(index));
      await page.keyboard.type(index ? 'Passport' : personName());
    }
    await tap(page, dialog.getByRole('button', { name: /hand over/i }));
    await eventually(
      async () =>
        (await portal.sql('select state from certificates where id = $1', [printed!.id]))[0]!.state ===
        'handed_over',
      { what: 'handed over' },
    );
    expect(await page.evaluate<number>('window.__mice')).toBe(0);
    await page.context().close();
  });

  test('one case is verified by touch: the facts, the photo and the receipt are all reached', async () => {
    const name = `Touched ${letters(8)}`;
    const { id } = await receive(desks.receiver, { candidateName: name });
    const page = await openTouch();
    await signInByTouch(page, 'Case worker', emails.case_worker);
    await page.goto(`/case-worker/verify?q=${encodeURIComponent(name)}`);
    await page.getByRole('main').getByRole('heading', { level: 2, name }).waitFor();
    await settle(page);
    await expectNothingLost(page, 'the case');
    for (const what of ['Photo', 'Bank receipt (DD)']) {
      const picture = page
        .getByRole('main')
        .getByRole('region', { name: what })
        .or(page.getByRole('tabpanel', { name: what }));
      const tab = page.getByRole('tab', { name: what });
      if (await tab.count()) await tap(page, tab);
      await picture.first().scrollIntoViewIfNeeded();
      const box = (await picture.first().boundingBox())!;
      expect(box.width, `${what} is as wide as the telephone`).toBeGreaterThan(250);
      expect(box.x + box.width).toBeLessThanOrEqual(391);
    }
    await tap(page, page.getByRole('main').getByRole('button', { name: /^verify/i }));
    await page.waitForTimeout(500);
    await tap(page, page.getByRole('button', { name: /^(verify|confirm|yes)/i }).last());
    await eventually(
      async () =>
        (await portal.sql('select status from applications where id = $1', [id]))[0]!.status === 'verified',
      { what: 'verified' },
    );
    await page.context().close();
  });
});
