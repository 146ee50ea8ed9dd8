import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { readCatalog } from '#platform/server/words/in-language.ts';
import { chooseLanguage } from './choose-language.ts';
import { listOptions } from './list-options.ts';
import { openDesk } from './people.ts';

const kannada = /[\u0c80-\u0cff]/;

/** Gone with the page that is loaded anew. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
}

/** What `npm run test:long` compares as well. */
const furtherScreens = [
  '/admin/dashboard',
  '/admin/user-management',
  '/admin/college-management',
  '/admin/completed-printing',
  '/admin/revocations',
  '/admin/rolls',
  '/admin/certificate-stock',
  '/admin/ink-use',
  '/admin/stock-counts',
  '/admin/settings/courses',
  '/admin/settings/checklist',
  '/admin/bulk-upload',
  '/admin/add-case-worker',
  '/account',
];

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
}

/** Every text of the menu and the page, and every name that is only heard, each once. */
const readWords = `(() => {
  const heard = ['aria-label', 'placeholder', 'title'];
  const words = [];
  for (const part of document.querySelectorAll('nav, main')) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.parentElement.checkVisibility()) words.push(texts.currentNode.data);
    for (const one of part.querySelectorAll('*')) for (const name of heard) words.push(one.getAttribute(name) ?? '');
  }
  return words;
})()`;

async function wordsOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('main').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const words = await page.evaluate<string[]>(readWords);
  const plain = words
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text));
  return [...new Set(plain)].toSorted();
}

test('the language changes in place: half-filled form, open record, search and place stay', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openDesk(browser, 'admin');

  await test.step('a half-filled form keeps what is typed, and says its labels and faults anew', async () => {
    await page.goto('/admin/add-college');
    const name = page.getByLabel('College Name');
    await name.fill('Half-typed College');
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await mark(page);
    await chooseLanguage(page, 'kn');
    await expectSamePage(page);
    await expect(page.locator('main input').first()).toHaveValue('Half-typed College');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kannada);
    await expect(page.getByRole('alert').first()).toHaveText(kannada);
    await expect(page).toHaveTitle(kannada);
    await chooseLanguage(page, 'en');
    await expectSamePage(page);
    await expect(page.getByLabel('College Name')).toHaveValue('Half-typed College');
  });

  await test.step('an open record beside its list, the search and the address stay', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await page.goto('/admin/college-management?q=college');
    await page
      .getByRole('gridcell', { name: /College/ })
      .first()
      .click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible();
    const address = page.url();
    await mark(page);
    await chooseLanguage(page, 'hi');
    await expectSamePage(page);
    expect(page.url()).toBe(address);
    await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible();
    await chooseLanguage(page, 'en');
  });

  await test.step('kinds of paper and ink are said in the script of the reader', async () => {
    const main = page.getByRole('main').first();
    for (const [path, colour] of [
      ['/admin/custody', 'Maroon'],
      ['/admin/ink-use', 'Black'],
    ] as const) {
      await page.goto(path);
      await expect(main).toContainText(colour);
      await chooseLanguage(page, 'kn');
      await expect(main).not.toContainText(colour);
      await chooseLanguage(page, 'en');
    }
  });

  await test.step('a list is exported with its own headings, or with English ones', async () => {
    await page.goto('/admin/college-management');
    await chooseLanguage(page, 'hi');
    const words = new Map(readCatalog('hi').map(({ english, translation }) => [english, translation]));
    await listOptions(page, words.get('List options')!).click();
    const english = page.getByRole('menuitem', { name: words.get('With English headings')! });
    const download = page.waitForEvent('download');
    await english.first().click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('College name');
    await chooseLanguage(page, 'en');
  });

  await test.step('it says what the same screen says when it is loaded in that language', async () => {
    for (const path of [
      '/admin/total-applications',
      '/admin/custody',
      '/admin/add-college',
      ...(process.env.LONG_FORMS ? furtherScreens : []),
    ]) {
      await page.goto(path);
      await wordsOf(page);
      await chooseLanguage(page, 'kn');
      const inPlace = await wordsOf(page);
      await page.reload();
      // Figures are counted after the page stands.
      await expect.poll(() => wordsOf(page), path).toEqual(inPlace);
      await chooseLanguage(page, 'en');
    }
  });
});
