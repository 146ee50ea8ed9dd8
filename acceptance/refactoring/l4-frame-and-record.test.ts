import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, gridOf, gridsOf, openRow, waitForList } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { lists } from '../harness/screens.ts';

// The issue: "table only as tall as its rows; record beside the list from 1600 px". UX.md: "The frame is as tall as its
// rows. From 1600 px on a record opens beside the list, with ↑ ↓ going through it." PRODUCT.md 4: "Row Details dialog on
// row click (from 1600 px the same content under the same label beside the list)".

let portal: Portal;
let desks: Desks;
let browser: Browser;
let word: string;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
  word = `Beside${letters(7)}`;
  for (let index = 0; index < 4; index += 1)
    await receive(desks.receiver, { candidateName: `${word} ${letters(6)}` });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const list = '/case-worker/manage-application';

describe('frame', { timeout: 120_000 }, () => {
  test('"table only as tall as its rows": with few rows nothing empty stands between the last row and the count', async () => {
    const page = await openPage(browser, portal, desks.caseWorker, `${list}?q=${word}`);
    await waitForList(page);
    await eventually(async () => (await gridOf(page, ['Candidate name'])).rows.length === 4, {
      what: 'four rows',
    });
    const count = await page
      .getByRole('main')
      .getByText(/\b4 (of [\d,]+ )?entries/)
      .first()
      .boundingBox();
    const grid = await gridOf(page, ['Candidate name']);
    const last = grid.rows.at(-1)!;
    // A totals row and the bar to scroll sideways may stand between them.
    expect(count!.y - last.bottom, 'px between the last row and the count').toBeLessThan(100);
    expect(grid.frame.bottom - last.bottom, 'px of empty frame').toBeLessThan(80);
    await page.context().close();
  });

  for (const { desk, path, columns } of lists) {
    test(`${path}: the frame ends where its rows end`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      await page.setViewportSize({ width: 1366, height: 1_400 });
      await waitForList(page);
      await page.waitForTimeout(400);
      const grid = await gridOf(page, columns);
      const last = grid.rows.at(-1)!;
      if (last.bottom < 1_200) expect(grid.frame.bottom - last.bottom).toBeLessThan(100);
      await page.context().close();
    });
  }
});

describe('record beside the list', { timeout: 120_000 }, () => {
  for (const width of [1_600, between(1_601, 1_920)]) {
    test(`from 1600 px (${width}): the record opens beside the list, which stays in use`, async () => {
      const page = await openAt(width);
      const [first] = await names(page);
      await openRow(page, first!);
      const record = await recordBox(page);
      expect(record.isModal, 'no dialog over the list').toBe(false);
      const grid = await gridOf(page, ['Candidate name']);
      expect(record.left, 'it stands beside the list').toBeGreaterThanOrEqual(grid.frame.right - 2);
      expect(grid.rows[0]!.cells[columnAt(grid, 'Candidate name')]!.shown, 'the list is not covered').toBe(
        true,
      );
      expect(record.text).toContain('Row Details');
      expect(record.text).toContain(first!);
      await page.context().close();
    });
  }

  test('"with ↑ ↓ going through it": the record follows the row', async () => {
    const page = await openAt(1_680);
    const all = await names(page);
    await openRow(page, all[0]!);
    for (const [key, at] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['ArrowDown', 2],
      ['ArrowDown', 3],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(async () => (await recordBox(page)).text.includes(all[at]!), {
        within: 3_000,
        what: `${all[at]} after ${key}`,
      });
    }
    await page.keyboard.press('Escape');
    await eventually(async () => !(await hasRecord(page)), { within: 3_000, what: 'Escape closes it' });
    expect(
      await page.evaluate("document.activeElement.closest('[role=row], tr, [role=grid]') !== null"),
      'the focus is in its row',
    ).toBe(true);
    await page.context().close();
  });

  test('below 1600 px the same content is the Row Details dialog', async () => {
    const page = await openAt(1_599);
    const [first] = await names(page);
    await openRow(page, first!);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain('Row Details');
    await page.context().close();
  });

  test('the open record is in the address: a reload beside the list shows it again', async () => {
    const page = await openAt(1_700);
    const [first] = await names(page);
    await openRow(page, first!);
    await recordBox(page);
    await page.reload();
    await waitForList(page);
    expect((await recordBox(page)).text).toContain(first!);
    await page.context().close();
  });

  for (const [desk, path] of [
    ['admin', '/admin/college-management'],
    ['admin', '/admin/ink-stock'],
    ['printer', '/printer/print-runs'],
    ['auditor', '/auditor/audit-log'],
  ] as const) {
    test(`${path} at 1600 px: its record stands beside it as well`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      await page.setViewportSize({ width: 1_600, height: 900 });
      await waitForList(page);
      await openRow(page);
      const record = await recordBox(page);
      expect(record.isModal).toBe(false);
      const [grid] = await gridsOf(page);
      expect(record.left).toBeGreaterThanOrEqual(grid!.frame.right - 2);
      await page.context().close();
    });
  }
});

async function openAt(width: number): Promise<Page> {
  const page = await openPage(browser, portal, desks.caseWorker, `${list}?q=${word}`);
  await page.setViewportSize({ width, height: 900 });
  await page.reload();
  await waitForList(page);
  await eventually(async () => (await names(page)).length === 4, { what: 'four rows' });
  return page;
}

async function names(page: Page): Promise<string[]> {
  const grid = await gridOf(page, ['Candidate name']);
  return grid.rows.map((row) => row.cells[columnAt(grid, 'Candidate name')]!.text);
}

type RecordBox = { left: number; right: number; text: string; isModal: boolean };

/** The element that is labelled or headed 'Row Details', whatever it is. */
const find = `(() => {
  const heads = [...document.querySelectorAll('[aria-label*="Row Details" i], [role=dialog], aside, [role=complementary], [role=region], section')].filter((e) => /row details/i.test((e.getAttribute('aria-label') ?? '') + e.textContent) && e.getBoundingClientRect().width > 100);
  const e = heads.at(-1);
  if (!e) return null;
  const { left, right } = e.getBoundingClientRect();
  return { left, right, text: e.textContent, isModal: e.closest('[aria-modal=true]') !== null || e.querySelector('[aria-modal=true]') !== null };
})()`;

async function recordBox(page: Page): Promise<RecordBox> {
  return eventually(() => page.evaluate<RecordBox | null>(find), { within: 4_000, what: 'Row Details' });
}

async function hasRecord(page: Page): Promise<boolean> {
  return (await page.evaluate<RecordBox | null>(find)) !== null;
}
