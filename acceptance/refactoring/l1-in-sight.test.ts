import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import {
  columnAt,
  crawl,
  fn,
  type Grid,
  gridOf,
  gridsOf,
  hasList,
  openMenu,
  searchOf,
  waitForList,
} from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { everyDesk, isAmount, isName, isStatus, lists } from '../harness/screens.ts';

// 'It is done when' 7: "One test per list at 1366 × 768 with the menu open: name, status and amounts lie inside the
// viewport; columns, labels and order of the specification hold". UX.md 'Work first', second point: "name, status and
// the three amounts are visible without scrolling sideways on every list that has them … all columns of the
// specification stay, in its order, with their full headings. Name sticks left when it would scroll out, status sticks
// right …; the unscrolled order is the specification's."

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

describe('lists of the specification', { timeout: 120_000 }, () => {
  for (const list of lists) {
    test(`${list.path} at 1366 × 768 with the menu open: name, status and amounts in sight; columns, labels, order`, async () => {
      const page = await openPage(browser, portal, desks[list.desk], list.path);
      await openMenu(page);
      await waitForList(page);
      const wanted = [...list.columns, ...(list.plus ?? [])];
      const grid = await gridOf(page, wanted);
      const labels = grid.headers.map(({ text }) => text);
      for (const part of [list.columns, list.plus ?? []]) {
        let after = -1;
        for (const column of part) {
          const at = columnAt(grid, column, after);
          expect(at, `'${column}' after column ${after + 1} of ${JSON.stringify(labels)}`).toBeGreaterThan(
            -1,
          );
          after = at;
        }
      }
      expect(
        grid.headers.filter(({ clipped, text }) => clipped && text).map(({ text }) => text),
        'full headings',
      ).toEqual([]);
      expectInSight(grid);
      await page.context().close();
    });

    test(`${list.path}: name and status stay in sight when the rest is scrolled sideways`, async () => {
      const page = await openPage(browser, portal, desks[list.desk], list.path);
      await openMenu(page);
      await waitForList(page);
      await page.evaluate(
        "for (const e of document.querySelectorAll('main *')) if (e.scrollWidth > e.clientWidth + 8 && /auto|scroll/.test(getComputedStyle(e).overflowX)) e.scrollLeft = 99999",
      );
      await page.waitForTimeout(300);
      const grid = await gridOf(page, [...list.columns, ...(list.plus ?? [])]);
      expectInSight(grid, (label) => !isAmount(label));
      await page.context().close();
    });

    if (list.empty || list.placeholder) {
      test(`${list.path}: '${list.placeholder ?? 'Search…'}' and '${list.empty}' to the letter`, async () => {
        const page = await openPage(browser, portal, desks[list.desk], list.path);
        await waitForList(page);
        if (list.placeholder)
          expect(await page.getByPlaceholder(list.placeholder, { exact: true }).count()).toBeGreaterThan(0);
        await (list.placeholder
          ? page.getByPlaceholder(list.placeholder, { exact: true }).first()
          : searchOf(page)
        ).fill(`zq${letters(9)}`);
        if (list.empty) await page.getByText(list.empty, { exact: true }).first().waitFor({ timeout: 5_000 });
        await page.context().close();
      });
    }
  }
});

describe('every other list', { timeout: 300_000 }, () => {
  for (const desk of everyDesk) {
    test(`${desk}: on every list that links lead to, name, status and amounts lie inside the viewport`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      let seen = 0;
      for (const path of await crawl(page, desk)) {
        await page.goto(path);
        await openMenu(page);
        if (!(await hasList(page))) continue;
        await waitForList(page);
        for (const grid of await gridsOf(page)) {
          if (!grid.rows.length) continue;
          seen += 1;
          for (const [label, text] of hidden(grid)) faults.push(`${path}: '${label}' ${text}`);
        }
      }
      expect(seen).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }
});

describe('cells', () => {
  test('"Photo is a 28 px thumbnail, receipt an icon, the college a code with its name on hover"', async () => {
    const page = await openPage(browser, portal, desks.caseWorker, '/case-worker/manage-application');
    await waitForList(page);
    const grid = await gridOf(page, ['Photo', 'Bank receipt(DD)', 'College name']);
    const cell = (label: string) =>
      page
        .getByRole('main')
        .getByRole('row')
        .nth(1)
        .locator('[role=cell], [role=gridcell], td, [role=rowheader]')
        .nth(columnAt(grid, label));
    const picture = await cell('Photo').locator('img').first().boundingBox();
    expect(Math.max(picture!.width, picture!.height)).toBeCloseTo(28, -1);
    expect(Math.max(picture!.width, picture!.height)).toBeLessThanOrEqual(32);
    expect(await cell('Bank receipt(DD)').locator('svg').count(), 'an icon').toBeGreaterThan(0);
    const colleges = await portal.sql('select code, name from colleges');
    const text = ((await cell('College name').textContent()) ?? '').trim();
    const college = colleges.find(({ code }) => text.startsWith(code));
    expect(college, `'${text}' is the code of a college`).toBeDefined();
    // Nothing sticks over it where there is room.
    await page.setViewportSize({ width: 1_900, height: 900 });
    expect(await hoverText(page, cell('College name')), 'its name on hover').toContain(college!.name);
    await page.context().close();
  });
});

/** What a list is about: the person where there is one, else the first name; a person's college is none. */
function nameOf(grid: Grid): string | undefined {
  const labels = grid.headers.map(({ text }) => text);
  const person = labels.find((label) => /^((student|candidate)( name)?|name)$/i.test(label));
  // "the college a code with its name on hover": where a list is of colleges it comes first.
  return person ?? labels.find((label, at) => isName(label) && (at === 0 || !/^college/i.test(label)));
}

function hidden(grid: Grid, isWanted: (label: string) => boolean = () => true): [string, string][] {
  const name = nameOf(grid);
  return grid.headers.flatMap(({ text, left, right, shown }, index): [string, string][] => {
    if (!(text === name || isStatus(text) || isAmount(text)) || !isWanted(text)) return [];
    const cell = grid.rows[0]?.cells[index];
    const isIn = (box: { left: number; right: number }) =>
      box.left >= -1 && box.right <= 1_367 && box.right - box.left > 8;
    const isSeen = isIn({ left, right }) && shown && (!cell || (isIn(cell) && cell.shown));
    return isSeen ? [] : [[text, `from ${Math.round(left)} to ${Math.round(right)} px`]];
  });
}

function expectInSight(grid: Grid, isWanted?: (label: string) => boolean): void {
  expect(hidden(grid, isWanted), 'not in sight').toEqual([]);
}

async function hoverText(page: Page, cell: import('playwright-core').Locator): Promise<string> {
  const title = await cell.evaluate(
    fn<string>(
      "(e) => [e, ...e.querySelectorAll('*')].map((one) => [one.title, one.getAttribute('aria-label')].join(' ')).join(' ')",
    ),
  );
  await cell.hover();
  await page.waitForTimeout(600);
  return `${title} ${(await page.getByRole('tooltip').allTextContents()).join(' ')}`;
}
