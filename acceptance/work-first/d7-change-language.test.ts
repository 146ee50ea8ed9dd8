import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { openRow, settle, waitForList } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, personName, pick } from '../harness/random.ts';
import { type Indian, indian, type Language, ownName, speak } from './d-words.ts';

// The issue: "Changing the language keeps place and input, also from the user menu."
// Open: what the choice is: a radio, a button or an item that is called by the language's own name.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 10 });
});
beforeEach(() => Promise.all([speak(desks.admin, 'en'), speak(desks.receiver, 'en')]));
afterAll(async () => {
  for (const desk of [desks?.admin, desks?.receiver]) if (desk) await speak(desk, 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

/** The user menu by keys, then the language. */
async function choose(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('banner').locator('button[aria-haspopup], button[aria-expanded]').last();
  await button.focus();
  await button.press('Enter');
  const choice: Locator = page
    .getByRole('radio', { name: ownName[language] })
    .or(page.getByRole('menuitemradio', { name: ownName[language] }))
    .or(page.getByRole('menuitem', { name: ownName[language] }))
    .or(page.getByRole('button', { name: ownName[language] }))
    .first();
  await choice.waitFor({ state: 'attached', timeout: 5_000 }).catch(() => {
    throw new Error('the user menu offers no languages by their own names');
  });
  await choice.focus();
  await choice.press('Space');
  await eventually(async () => (await page.locator('html').getAttribute('lang')) === language, {
    within: 8_000,
    what: `the page in ${language}`,
  });
  await settle(page);
}

const valuesOf = (page: Page) =>
  page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('main input:not([type=file]):not([type=radio]):not([type=checkbox]), main textarea'), (e) => e.value).filter(Boolean)",
  );

describe('changing the language', { timeout: 120_000 }, () => {
  for (const [desk, path] of [
    ['admin', '/admin/add-college'],
    ['admin', '/admin/add-case-worker'],
    ['receiver', '/application-receiver/new-application'],
  ] as const)
    test(`"keeps place and input, also from the user menu": ${path}`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      const fields = page
        .getByRole('main')
        .locator('input:not([type=file]):not([type=checkbox]):not([role=combobox]):not([disabled]), textarea')
        .filter({ visible: true });
      await fields.first().waitFor();
      const typed = [personName(), `9${digits(9)}`, `Road ${letters(8)}`];
      for (const [index, text] of typed.entries()) await fields.nth(index).fill(text);
      // "No typed input is ever lost" holds for what is still being typed.
      await fields.nth(2).press('End');
      await page.keyboard.type('x');
      const before = await valuesOf(page);
      expect(before.length).toBeGreaterThanOrEqual(3);
      for (const language of [...indian, 'en'] as Language[]) {
        await choose(page, language);
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await valuesOf(page), `values in ${language}`).toEqual(before);
      }
      await page.context().close();
    });

  test('keeps the search, the filter and the place in a long list', async () => {
    const word = `Tongue${letters(6)}`;
    const [college] = (await desks.receiver.get('/api/application-choices')).body.colleges;
    for (let index = 0; index < 40; index += 1)
      await desks.admin.act('POST', '/api/students', {
        name: `${word} ${letters(6)}`,
        collegeId: college.id,
        address: '12, Temple Road',
        registrationNumber: `AC${digits(10)}`,
        examRollNumber: digits(9),
      });
    const page = await openPage(browser, portal, desks.admin, `/admin/student-master?q=${word}`);
    await waitForList(page);
    const scroll =
      'Math.max(scrollY, ...Array.from(document.querySelectorAll("main *"), (e) => e.scrollTop))';
    await page.evaluate(
      '(() => { const e = Array.from(document.querySelectorAll("main *")).find((one) => one.scrollHeight > one.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(one).overflowY)); if (e) e.scrollTop = 400; else scrollTo(0, 300); })()',
    );
    await page.waitForTimeout(300);
    const place = await page.evaluate<number>(scroll);
    expect(place, 'it is scrolled').toBeGreaterThan(50);
    const address = page.url();
    await choose(page, pick(indian));
    expect(page.url()).toBe(address);
    expect(Math.abs((await page.evaluate<number>(scroll)) - place), 'pixels that it moved').toBeLessThan(60);
    expect((await page.getByRole('main').textContent()) ?? '').toContain(word);
    await page.context().close();
  });

  test('keeps the record that is open, and Back', async () => {
    const page = await openPage(browser, portal, desks.admin, '/admin/college-management');
    await waitForList(page);
    await page.setViewportSize({ width: 1920, height: 1000 });
    await openRow(page, 'COL');
    // From 1600 px on a record opens beside the list: the user menu is reached while it is open.
    await settle(page);
    const address = page.url();
    await choose(page, pick(indian));
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.goForward();
    await settle(page);
    expect(page.url()).toBe(address);
    await page.context().close();
  });

  test('stays after a reload, and on another computer', async () => {
    const language: Indian = pick(indian);
    const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
    await settle(page);
    await choose(page, language);
    await page.reload();
    await settle(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    const other = await openPage(browser, portal, desks.admin, '/admin/dashboard');
    await settle(other);
    expect(await other.locator('html').getAttribute('lang')).toBe(language);
    await page.context().close();
    await other.context().close();
  });

  for (const [path, what] of [
    ['/', 'the address of who signs in'],
    ['/verify', 'the numbers of a stranger'],
    ['/status', 'the numbers of a candidate'],
  ] as const)
    test(`without a session: ${path} keeps ${what}`, async () => {
      const page = await browser.newPage({ baseURL: portal.url });
      await page.goto(path);
      const fields = page.getByRole('main').getByRole('textbox');
      await fields.first().waitFor();
      const typed =
        path === '/' ? [`${letters(7)}@dikshant.example`] : [`2025/${digits(6)}`, letters(6).toUpperCase()];
      for (const [index, text] of typed.entries()) await fields.nth(index).fill(text);
      for (const language of [...indian, 'en'] as Language[]) {
        await page.getByRole('button', { name: ownName[language] }).first().press('Enter');
        await eventually(async () => (await page.locator('html').getAttribute('lang')) === language, {
          what: language,
        });
        for (const [index, text] of typed.entries()) expect(await fields.nth(index).inputValue()).toBe(text);
      }
      await page.close();
    });
});
