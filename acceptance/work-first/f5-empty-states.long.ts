import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import { lists } from '../harness/screens.ts';
import { emptyUniversity, once, type University } from '../set-up/a-university.ts';
import { indian, isEnglish, languages, speak } from './d-words.ts';

// The issue: "helpful empty states". UX.md: "Empty states say what this list is for and what to do next." On an empty university
// every list of the specification is empty, and stays to the letter what section 2 says, followed by the help.
// Open: the words. Beyond the specified message there is a sentence of at least eight words, and where something can be done on
// this or another screen a link or button in the empty state itself.

let university: University;
let browser: Browser;

beforeEach(
  once(async () => {
    university = await emptyUniversity();
    browser = await openBrowser({ slowMo: 0 });
  }),
  180_000,
);
beforeAll(() => {});
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

const empty = lists.filter(
  ({ desk, path }) => desk === 'admin' && !/user-management|case-worker|auditor-m|printer-m/.test(path),
);

/** What stands in the list instead of rows: the box around the message, and what can be pressed there. */
const script = `(() => {
  const main = document.querySelector('main');
  const message = Array.from(main.querySelectorAll('p, div, span, h2, h3')).filter((e) => !e.children.length && e.checkVisibility() && !e.closest('[role=status], [aria-live]')).find((e) => new RegExp(window.__message).test(e.textContent));
  if (!message) return undefined;
  let box = message;
  while (box.parentElement !== main && !box.parentElement.querySelector('input, [role=columnheader]')) box = box.parentElement;
  return { text: box.textContent.replace(/\\s+/g, ' ').trim(), message: message.textContent.trim(), acts: Array.from(box.querySelectorAll('a[href], button'), (e) => (e.getAttribute('aria-label') ?? e.textContent).trim()) };
})()`;
type Found = { text: string; message: string; acts: string[] } | undefined;

describe('empty lists', { timeout: 400_000 }, () => {
  for (const { path, empty: message } of empty)
    test(`${path}: says what it is for and what to do next`, async () => {
      const page = await (await contextOf(browser, university.portal, university.admin)).newPage();
      await page.goto(path);
      await settle(page);
      await page.evaluate(
        `window.__message = ${JSON.stringify(message ?? 'No [a-z ]+ found|[Nn]o .*yet')}; 0`,
      );
      const found = await page.evaluate<Found>(script);
      expect(found, `the message of ${path}`).toBeDefined();
      if (message) expect(found!.message, 'to the letter').toBe(message);
      const help = found!.text.replace(found!.message, '').trim();
      const sentence = found!.acts.reduce((text, act) => text.replace(act, ''), help);
      expect(
        sentence.split(/\s+/).filter(Boolean).length,
        `beyond the message: ‘${help}’`,
      ).toBeGreaterThanOrEqual(8);
      expect(found!.acts.length, 'a way to what comes next').toBeGreaterThan(0);
      await page.context().close();
    });

  test('"one voice": no two lists say the same of what they are for', async () => {
    const said = new Map<string, string[]>();
    const page = await (await contextOf(browser, university.portal, university.admin)).newPage();
    for (const { path, empty: message } of empty) {
      await page.goto(path);
      await settle(page);
      await page.evaluate(`window.__message = ${JSON.stringify(message ?? 'No [a-z ]+ found')}; 0`);
      const found = await page.evaluate<Found>(script);
      const help = found?.text.replace(found.message, '').trim() ?? '';
      said.set(help, [...(said.get(help) ?? []), path]);
    }
    await page.context().close();
    // Variants of one list may share their sentence.
    const shared = [...said.values()].filter(
      (paths) => new Set(paths.map((one) => one.split(/[-/]/).at(-1))).size > 1 && paths.length > 3,
    );
    expect(shared).toEqual([]);
  });

  for (const language of indian)
    test(`${language}: the help is in the reader's language`, async () => {
      await speak(university.admin, language);
      const page = await (await contextOf(browser, university.portal, university.admin)).newPage();
      const faults: string[] = [];
      for (const { path } of empty.slice(0, 8)) {
        await page.goto(path);
        await settle(page);
        const texts = await page.evaluate<string[]>("document.querySelector('main').innerText.split('\\n')");
        for (const text of texts) if (isEnglish(text, language)) faults.push(`${path}: ${text}`);
      }
      await speak(university.admin, 'en');
      await page.context().close();
      expect(faults).toEqual([]);
      expect(languages).toContain(language);
    });

  test('a search without a hit is another thing: it names what was searched and offers to clear it', async () => {
    const page = await (await contextOf(browser, university.portal, university.admin)).newPage();
    await page.goto('/admin/user-management?q=zzqqxxyy');
    await settle(page);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('No users found');
    expect(text, 'what was searched').toContain('zzqqxxyy');
    await page
      .getByRole('button', { name: /clear search/i })
      .first()
      .press('Enter');
    await settle(page);
    expect(new URL(page.url()).search).not.toContain('zzqqxxyy');
    await page.context().close();
  });
});
