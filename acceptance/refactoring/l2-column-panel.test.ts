import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, crawl, fn, gridOf, hasList, waitForList } from '../harness/list-page.ts';
import { signIn } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, pick, seed } from '../harness/random.ts';
import { everyDesk, isName, isStatus } from '../harness/screens.ts';

// The issue: "Column panel (show, order, width, pin, density) that follows the person".
// Open: how it looks. Its button says 'Columns'; in it every column is a checkbox (show) with buttons or keys to move it
// and to pin it, widths are a number or a drag at the heading, density is a choice.

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

const path = '/admin/total-applications';

describe('column panel', { timeout: 240_000 }, () => {
  for (const desk of everyDesk) {
    test(`${desk}: every list has it, by a button that keys reach`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const missing: string[] = [];
      let lists = 0;
      for (const screen of await crawl(page, desk)) {
        await page.goto(screen);
        if (!(await hasList(page))) continue;
        // A figure of a dashboard with a small table is no list: a list has a search.
        if (
          !(await page
            .getByRole('main')
            .locator('input[type=search], [role=searchbox], input[placeholder^=Search]')
            .count())
        )
          continue;
        lists += 1;
        if (!(await panelButton(page).count())) missing.push(screen);
      }
      expect(lists).toBeGreaterThan(0);
      expect(missing).toEqual([]);
      await page.context().close();
    });
  }

  test('show: a hidden column is gone, after a reload and in another browser, for this person alone', async () => {
    const page = await openList('admin');
    const hidden = pick(await optional(page));
    console.log(`hides '${hidden}' (seed ${seed})`);
    await change(page, async (panel) => checkboxOf(panel, hidden).click());
    await expectLabels(page, (labels) => !labels.includes(hidden), `'${hidden}' hidden`);
    await page.waitForTimeout(1_200);
    await page.reload();
    await expectLabels(page, (labels) => !labels.includes(hidden), `'${hidden}' hidden after a reload`);
    const elsewhere = await openElsewhere();
    await expectLabels(elsewhere, (labels) => !labels.includes(hidden), `'${hidden}' hidden elsewhere`);
    await elsewhere.context().close();
    const other = await openList('otherAdmin');
    expect(await labelsOf(other), 'another person sees it').toContain(hidden);
    await other.context().close();
    await change(page, async (panel) => checkboxOf(panel, hidden).click());
    await expectLabels(page, (labels) => labels.includes(hidden), `'${hidden}' shown again`);
    await page.context().close();
  });

  test('order: a column that is moved stands there in another browser too', async () => {
    const page = await openList('admin');
    const before = await labelsOf(page);
    const moved = pick((await optional(page)).filter((label) => before.indexOf(label) > 2));
    await change(page, async (panel) => {
      const button = rowOf(panel, moved)
        .getByRole('button', { name: /up|left|earlier|before|move/i })
        .first();
      await button.press('Enter');
      // A handle is moved by the arrow keys once it is taken.
      if (/move|drag/i.test((await button.getAttribute('aria-label')) ?? '')) {
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
      }
    });
    await expectLabels(
      page,
      (labels) => labels.indexOf(moved) === before.indexOf(moved) - 1,
      `'${moved}' one further left`,
    );
    await page.waitForTimeout(1_200);
    const elsewhere = await openElsewhere();
    const isMoved = (labels: string[]) => labels.indexOf(moved) < before.indexOf(moved);
    await expectLabels(elsewhere, isMoved, `'${moved}' further left elsewhere`);
    await elsewhere.context().close();
    await reset(page);
    await expectLabels(page, (labels) => labels.join() === before.join(), 'the first order again');
    await page.context().close();
  });

  test('width: a column that is made wider is as wide in another browser', async () => {
    const page = await openList('admin');
    const label = pick(await optional(page));
    const before = await widthOf(page, label);
    const by = between(40, 90);
    await widen(page, label, before, by);
    await eventually(async () => (await widthOf(page, label)) > before + 20, {
      within: 4_000,
      what: `'${label}' wider than ${before} px`,
    });
    const after = await widthOf(page, label);
    await page.waitForTimeout(1_200);
    const elsewhere = await openElsewhere();
    await waitForList(elsewhere);
    await eventually(async () => Math.abs((await widthOf(elsewhere, label)) - after) < 6, {
      within: 4_000,
      what: `${after} px in another browser`,
    });
    await elsewhere.context().close();
    await reset(page);
    await page.context().close();
  });

  test('pin: a pinned column stays in sight when the list is scrolled sideways', async () => {
    const page = await openList('admin');
    const label = pick((await optional(page)).slice(0, 5));
    await change(page, async (panel) =>
      rowOf(panel, label)
        .getByRole('button', { name: /pin/i })
        .or(rowOf(panel, label).getByRole('checkbox', { name: /pin/i }))
        .first()
        .press('Space'),
    );
    await waitForList(page);
    await page.evaluate(
      "for (const e of document.querySelectorAll('main *')) if (e.scrollWidth > e.clientWidth + 8 && /auto|scroll/.test(getComputedStyle(e).overflowX)) e.scrollLeft = 99999",
    );
    await page.waitForTimeout(300);
    const grid = await gridOf(page);
    const head = grid.headers[columnAt(grid, label)]!;
    expect(head.shown, `'${label}' from ${head.left} to ${head.right} px`).toBe(true);
    await reset(page);
    await page.context().close();
  });

  test('density: rows become lower or higher, here and in another browser', async () => {
    const page = await openList('admin');
    const height = async (one: Page) => {
      await waitForList(one);
      const { rows } = await gridOf(one);
      return rows[1]!.bottom - rows[1]!.top;
    };
    const before = await height(page);
    await change(page, async (panel) => {
      const choice = panel.getByRole('radio', { name: /compact|dense|comfortable|spacious/i });
      for (let at = 0; at < (await choice.count()); at += 1)
        if (!(await choice.nth(at).isChecked())) return choice.nth(at).press('Space');
      return panel
        .getByRole('button', { name: /compact|dense|density/i })
        .first()
        .click();
    });
    await eventually(async () => Math.abs((await height(page)) - before) > 3, {
      within: 4_000,
      what: `rows of another height than ${before}`,
    });
    const after = await height(page);
    await page.waitForTimeout(1_200);
    const elsewhere = await openElsewhere();
    expect(Math.abs((await height(elsewhere)) - after)).toBeLessThan(3);
    await elsewhere.context().close();
    await reset(page);
    await page.context().close();
  });

  test('the panel is used by keys alone: opened by Enter, closed by Escape, the focus back at its button', async () => {
    const page = await openList('admin');
    await panelButton(page).first().focus();
    await page.keyboard.press('Enter');
    await panelOf(page).waitFor();
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        "document.activeElement.closest('[role=dialog], [role=menu], aside, [role=region]') !== null",
      ),
      'the focus is in it',
    ).toBe(true);
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'hidden' });
    expect(await panelButton(page).first().evaluate(fn<boolean>('(e) => e === document.activeElement'))).toBe(
      true,
    );
    await page.context().close();
  });
});

async function openList(desk: 'admin' | 'otherAdmin'): Promise<Page> {
  const page = await openPage(browser, portal, desks[desk], path);
  await waitForList(page);
  return page;
}

/** The same person in a browser that keeps nothing of the first one. */
async function openElsewhere(): Promise<Page> {
  return openPage(browser, portal, await signIn(portal, 'admin'), path);
}

function panelButton(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('button', { name: /^(columns|choose columns|column settings|view settings|list settings)/i });
}

function panelOf(page: Page): Locator {
  return page
    .locator('[role=dialog], [role=menu], aside, [role=region]')
    .filter({ has: page.getByRole('checkbox') })
    .filter({ visible: true })
    .last();
}

/** Opens the panel, does something in it, and leaves it. */
async function change(page: Page, act: (panel: Locator) => Promise<unknown>): Promise<void> {
  await panelButton(page).first().press('Enter');
  await panelOf(page).waitFor({ timeout: 4_000 });
  await act(panelOf(page));
  await page.waitForTimeout(300);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}

function reset(page: Page): Promise<void> {
  return change(page, (panel) =>
    panel
      .getByRole('button', { name: /reset|default|restore/i })
      .first()
      .press('Enter'),
  );
}

function checkboxOf(panel: Locator, label: string): Locator {
  return panel.getByRole('checkbox', { name: label, exact: false }).first();
}

function rowOf(panel: Locator, label: string): Locator {
  return panel
    .locator('li, tr, [role=listitem], [role=row], div')
    .filter({ hasText: label })
    .filter({ has: panel.page().getByRole('button') })
    .last();
}

async function labelsOf(page: Page): Promise<string[]> {
  await waitForList(page);
  return (await gridOf(page)).headers.map(({ text }) => text);
}

/** Columns that somebody may do without: not name, status or the acts. */
async function optional(page: Page): Promise<string[]> {
  return (await labelsOf(page)).filter(
    (label) => label.length > 3 && !isName(label) && !isStatus(label) && !/^actions?$/i.test(label),
  );
}

function expectLabels(page: Page, check: (labels: string[]) => boolean, what: string): Promise<boolean> {
  return eventually(async () => check(await labelsOf(page)), { within: 6_000, what });
}

async function widthOf(page: Page, label: string): Promise<number> {
  const grid = await gridOf(page);
  const head = grid.headers[columnAt(grid, label)]!;
  return head.right - head.left;
}

/** By the number in the panel where it has one, else by dragging the edge of the heading. */
async function widen(page: Page, label: string, from: number, by: number): Promise<void> {
  await panelButton(page).first().press('Enter');
  await panelOf(page).waitFor({ timeout: 4_000 });
  const field = rowOf(panelOf(page), label)
    .locator('input[type=number], input[inputmode=numeric], [role=spinbutton]')
    .first();
  if (await field.count()) {
    await field.fill(String(Math.round(from + by)));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    return;
  }
  await page.keyboard.press('Escape');
  const grid = await gridOf(page);
  const head = grid.headers[columnAt(grid, label)]!;
  await page.mouse.move(head.right - 2, (head.top + head.bottom) / 2);
  await page.mouse.down();
  await page.mouse.move(head.right + by, (head.top + head.bottom) / 2, { steps: 5 });
  await page.mouse.up();
}
