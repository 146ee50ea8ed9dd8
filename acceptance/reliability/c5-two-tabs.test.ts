import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, personName, registrationNumber } from '../harness/random.ts';

// FAULTS.md C5: "Two tabs of New application share one kept form; one is lost while both say 'Kept'" must become
// "one autosaved form per tab, listed on arrival".

const form = '/application-receiver/new-application';

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

describe('C5 two tabs', () => {
  test('C5: two tabs of New application are both kept, and both are listed on arrival', async () => {
    const context = await contextOf(browser, portal, desks.receiver);
    const candidates = [personName(), personName()];
    const numbers = [registrationNumber(), registrationNumber()];
    const tabs: Page[] = [];
    for (const _ of candidates) {
      const tab = await context.newPage();
      await tab.goto(form);
      await tab.getByLabel('College Registration number').waitFor();
      tabs.push(tab);
    }
    // Turn by turn, as somebody who goes back and forth between two candidates at the counter.
    for (const [index, tab] of tabs.entries()) {
      await tab.bringToFront();
      await tab.getByLabel('College Registration number').fill(numbers[index]!);
      await tab.waitForTimeout(800);
    }
    for (const [index, tab] of tabs.entries()) {
      await tab.bringToFront();
      await tab.getByLabel('Candidate name').fill(candidates[index]!);
      await tab.getByLabel('Exam roll number').fill(digits(8));
      await tab.waitForTimeout(800);
    }
    for (const [index, candidate] of candidates.entries()) {
      await eventually(async () => (await keptText()).includes(candidate), {
        what: `what was typed in tab ${index + 1} kept at the server`,
      });
    }
    await context.close();

    const later = await contextOf(browser, portal, desks.receiver);
    const page = await later.newPage();
    await page.goto(form);
    for (const [index, candidate] of candidates.entries()) {
      await eventually(
        async () => (await shown(page)).includes(candidate) || (await shown(page)).includes(numbers[index]!),
        {
          what: `the form of ${candidate} named on arrival`,
        },
      );
    }
    await later.close();
  });

  test('C5: a reloaded tab shows its own form again, not that of the other', async () => {
    const context = await contextOf(browser, portal, desks.receiver);
    const tabs = [await context.newPage(), await context.newPage()];
    const numbers = [registrationNumber(), registrationNumber()];
    for (const tab of tabs) {
      await tab.goto(form);
      await tab.getByLabel('College Registration number').waitFor();
    }
    for (const [index, tab] of tabs.entries()) {
      await tab.bringToFront();
      await tab.getByLabel('College Registration number').fill(numbers[index]!);
      await tab.waitForTimeout(1_000);
    }
    for (const [index, tab] of tabs.entries()) {
      await tab.bringToFront();
      tab.on('dialog', (dialog) => void dialog.accept());
      await tab.reload();
      await tab.getByLabel('College Registration number').waitFor();
      await eventually(
        async () => (await tab.getByLabel('College Registration number').inputValue()) === numbers[index],
        { within: 5_000, what: `the number of tab ${index + 1}` },
      );
    }
    await context.close();
  });
});

/** Everything that is kept of the receiver's forms, whatever its table is called. */
async function keptText(): Promise<string> {
  const tables = await portal.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name ~ '(draft|autosave|kept|unsaved|form)' and table_name not like 'demand%'",
  );
  const texts = await Promise.all(
    tables.map(({ name }) => portal.sql(`select t::text as text from "${name}" t`)),
  );
  return texts
    .flat()
    .map((row) => row.text)
    .join('\n');
}

/** All words and all values of fields on the page. */
async function shown(page: Page): Promise<string> {
  const values = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('input'), (field) => field.value)",
  );
  return `${await page.locator('body').textContent()} ${values.join(' ')}`;
}
