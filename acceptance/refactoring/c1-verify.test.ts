import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, hold, openBrowser } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { scan } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters, pick } from '../harness/random.ts';
import { receive } from '../harness/records.ts';

// FAULTS.md C1 on the verify desk, beyond reliability/c1-verify-keys: a scanner's burst, every pair of acts that the
// screen itself names, and two tabs. "Enter confirms only what the last key opened; held keys count once".

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('C1 verify desk', { timeout: 180_000 }, () => {
  test('C1: a scanned serial that begins with V, R or B decides nothing, with and without an open question', async () => {
    const { page, ids } = await openCases(2);
    for (const first of ['V', 'R', 'B']) {
      await scan(page, `${first}${between(1, 9)}${digits(4)}${between(1, 9)}`);
      await page.waitForTimeout(500);
      expect(await statuses(ids), `after ${first}…`).toEqual(['received', 'received']);
      await page.keyboard.press('Escape');
      await page.keyboard.press('v');
      await scan(page, `A${between(1, 9)}${digits(5)}`);
      await page.waitForTimeout(500);
      expect(await statuses(ids), 'a scan into the question').toEqual(['received', 'received']);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });

  test('C1: of any two acts that the screen names a key for, the second is the one that is asked for', async () => {
    const { page, ids } = await openCases(1);
    // Open in the sentence: which acts there are. Buttons name their key in aria-keyshortcuts.
    const keys = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('main button[aria-keyshortcuts]:not([aria-disabled=true])')).filter((b) => /verify|reject|return/i.test(b.textContent)).map((b) => b.getAttribute('aria-keyshortcuts')).filter((k) => /^[A-Z]$/i.test(k))",
    );
    expect(keys.length, 'acts with a key').toBeGreaterThan(1);
    for (const first of keys) {
      for (const second of keys.filter((key) => key !== first)) {
        await page.keyboard.press(first.toLowerCase());
        await page.waitForTimeout(150);
        const one = await questions(page);
        await page.keyboard.press(second.toLowerCase());
        await page.waitForTimeout(150);
        const two = await questions(page);
        expect(two.length, `${first}, ${second}: ${two}`).toBeLessThanOrEqual(1);
        if (one.length && two.length) expect(two, `${first}, ${second}`).not.toEqual(one);
        await page.keyboard.press('Escape');
        await page.waitForTimeout(100);
      }
    }
    expect(await statuses(ids)).toEqual(['received']);
    await page.context().close();
  });

  test('C1: Enter held before, during and after V verifies no more than the case that was asked about', async () => {
    const { page, ids } = await openCases(3);
    await hold(page, 'Enter', between(10, 20));
    expect(await statuses(ids)).toEqual(['received', 'received', 'received']);
    await page.keyboard.press('v');
    await page.waitForTimeout(200);
    await hold(page, 'Enter', between(30, 50));
    await page.waitForTimeout(800);
    expect((await statuses(ids)).filter((status) => status === 'verified').length).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('C1 two tabs: one case decided in both is decided once, and the second tab says so', async () => {
    const name = `Tabs ${letters(10)}`;
    const { id } = await receive(desks.receiver, { candidateName: name });
    const context = await contextOf(browser, portal, desks.caseWorker);
    const tabs: Page[] = [];
    for (let index = 0; index < 2; index += 1) {
      const tab = await context.newPage();
      await openVerify(tab, name);
      tabs.push(tab);
    }
    const [first, second] = tabs as [Page, Page];
    await first.bringToFront();
    await first.keyboard.press('v');
    await second.bringToFront();
    await second.keyboard.press(pick(['r', 'v']));
    await second.waitForTimeout(300);
    await first.bringToFront();
    await first.keyboard.press('Enter');
    await eventually(async () => (await statuses([id]))[0] === 'verified', {
      what: 'the decision of the first tab',
    });
    await second.bringToFront();
    await second.keyboard.press('1');
    await second.keyboard.press('Enter');
    await second.waitForTimeout(1_200);
    expect(await statuses([id])).toEqual(['verified']);
    expect((await portal.sql('select id from certificates where application_id = $1', [id])).length).toBe(1);
    expect(await second.locator('body').textContent()).toMatch(
      /already|verified|changed|no longer|nothing waits|No /i,
    );
    await context.close();
  });
});

async function openCases(count: number): Promise<{ page: Page; ids: string[] }> {
  const name = `Burst ${letters(10)}`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await receive(desks.receiver, { candidateName: `${name} ${letters(4)}` })).id);
  }
  const page = await (await contextOf(browser, portal, desks.caseWorker)).newPage();
  await openVerify(page, name);
  return { page, ids };
}

async function openVerify(page: Page, name: string): Promise<void> {
  await page.goto(`/case-worker/verify?q=${encodeURIComponent(name)}`);
  await page.getByText(name).first().waitFor();
  await page
    .getByRole('button', { name: /^Verify/ })
    .first()
    .waitFor();
  await page.waitForTimeout(700);
}

/** The questions that stand on the screen, by their headings. */
function questions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('h1,h2,h3,h4,[role=heading]'), (h) => h.textContent.trim()).filter((text) => /\\?$/.test(text))",
  );
}

async function statuses(ids: string[]): Promise<string[]> {
  const rows = await portal.sql('select id, status from applications where id = any($1)', [ids]);
  return ids.map((id) => rows.find((row) => row.id === id)!.status);
}
