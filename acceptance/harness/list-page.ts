import type { Locator, Page } from 'playwright-core';
import { eventually } from './portal.ts';
import { type Desk, homes } from './screens.ts';

export type Cell = {
  text: string;
  line: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  shown: boolean;
};
export type Grid = {
  headers: (Cell & { clipped: boolean })[];
  rows: { cells: Cell[]; top: number; bottom: number; current: boolean }[];
  totals: string[][];
  frame: { left: number; right: number; top: number; bottom: number };
};

/** Reads every table of the page, whatever elements make it: what is written where. */
const script = `(() => {
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim().replace(/[,;]? ?(not sorted|sorted|sort by|sort|ascending|descending|[↑↓▲▼⇅])+.*$/i, '').trim();
  const box = (element) => { const { left, right, top, bottom } = element.getBoundingClientRect(); return { left, right, top, bottom }; };
  // In sight: inside the window, and the point in its middle is its own, not that of something above it.
  const shown = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (right - left < 1 || left < -1 || right > innerWidth + 1) return false;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !hit || top > innerHeight || bottom < 0 || element.contains(hit) || hit.contains(element);
  };
  const cellOf = (element) => ({ text: (element.innerText ?? '').replace(/\\s+/g, ' ').trim(), line: (element.innerText ?? '').trim().split('\\n')[0].trim(), ...box(element), shown: shown(element) });
  const all = [...document.querySelectorAll('main [role=grid], main [role=treegrid], main [role=table], main table')].filter((one) => one.getBoundingClientRect().width > 0);
  return all.filter((one) => !all.some((other) => other !== one && other.contains(one))).map((table) => {
    const heads = [...table.querySelectorAll('[role=columnheader], thead th')];
    // Bars where rows will be.
    const isLoading = (row) => row.textContent.trim() === '';
    const rows = [...table.querySelectorAll('[role=row], tr')].filter((row) => !row.closest('thead') && !row.querySelector('[role=columnheader]') && !isLoading(row) && row.getBoundingClientRect().height > 2);
    const cells = (row) => [...row.querySelectorAll('[role=cell], [role=gridcell], [role=rowheader], td, th')].filter((one) => one.closest('[role=row], tr') === row);
    const isTotal = (row) => Boolean(row.closest('tfoot')) || /^(grand )?totals?\\b/i.test(row.getAttribute('aria-label') ?? '') || /^(grand )?totals?\\b/i.test((cells(row)[0]?.textContent ?? '').trim());
    return {
      headers: heads.map((head) => ({ ...cellOf(head), text: clean(head.textContent), clipped: [head, ...head.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 4) })),
      rows: rows.filter((row) => !isTotal(row) && cells(row).length > 1).slice(0, 60).map((row) => ({ cells: cells(row).map(cellOf), top: box(row).top, bottom: box(row).bottom, current: row.getAttribute('aria-selected') === 'true' || row.contains(document.activeElement) })),
      totals: rows.filter(isTotal).map((row) => cells(row).map((one) => cellOf(one).text)),
      frame: box(table.parentElement ?? table),
    };
  });
})()`;

export function gridsOf(page: Page): Promise<Grid[]> {
  return page.evaluate<Grid[]>(script);
}

/** The page's table that has most of these columns; the largest where none are given. */
export async function gridOf(page: Page, columns: (string | RegExp)[] = []): Promise<Grid> {
  const grids = await gridsOf(page);
  const hits = (grid: Grid) => columns.filter((column) => columnAt(grid, column) >= 0).length;
  const best = grids.sort((a, b) => hits(b) - hits(a) || b.headers.length - a.headers.length)[0];
  if (!best) throw new Error(`${page.url()} has no table.`);
  return best;
}

export function columnAt(grid: Grid, column: string | RegExp, after = -1): number {
  return grid.headers.findIndex(
    ({ text }, index) => index > after && (typeof column === 'string' ? text === column : column.test(text)),
  );
}

/** Waits until the list has rows, or says that it has none. */
export async function waitForList(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  await eventually(
    async () =>
      (await gridsOf(page)).some((grid) => grid.rows.length > 0) ||
      /No [a-z ]+ found/i.test((await page.locator('main').first().textContent()) ?? ''),
    { within: 12_000, what: `rows of ${page.url()}` },
  );
}

export async function hasList(page: Page): Promise<boolean> {
  await settle(page);
  return (await gridsOf(page)).some((grid) => grid.headers.length > 1);
}

export function searchOf(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('input[type=search], [role=searchbox], input[placeholder^=Search]')
    .first();
}

/** 'With the menu open': where it is folded, the top bar's toggle opens it. */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = menuOf(page);
  const isOpen = await menu.waitFor({ timeout: 4_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) {
    await page
      .getByRole('button', { name: /menu|sidebar|navigation/i })
      .first()
      .click();
  }
  await menu.waitFor();
  return menu;
}

/** The sidebar: the navigation that is no breadcrumb. */
export function menuOf(page: Page): Locator {
  return page
    .locator('nav:not([aria-label*=readcrumb i]), [role=navigation]:not([aria-label*=readcrumb i])')
    .first();
}

export type Entry = { text: string; href: string; isCurrent: boolean };

/** Every entry of the menu, its submenus opened one after the other. */
export async function menuEntries(page: Page): Promise<Entry[]> {
  const menu = await openMenu(page);
  const found = new Map<string, Entry>();
  const collect = async () => {
    const read = `Array.from(document.querySelectorAll('nav:not([aria-label*="readcrumb" i]) li a[href]'), (a) => ({ text: a.textContent.trim(), href: a.getAttribute('href'), isCurrent: a.getAttribute('aria-current') !== null && a.getAttribute('aria-current') !== 'false' }))`;
    for (const entry of await page.evaluate<Entry[]>(read)) {
      const key = `${entry.href} ${entry.text}`;
      if (!found.get(key)?.isCurrent) found.set(key, entry);
    }
  };
  await collect();
  const folds = menu.locator('[aria-expanded]');
  for (let index = 0; index < (await folds.count()); index += 1) {
    const fold = folds.nth(index);
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    await page.waitForTimeout(100);
    await collect();
  }
  return [...found.values()];
}

/** Waits until the content says the same for a third of a second. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  const read = () => page.evaluate<string>("document.querySelector('main')?.textContent ?? ''");
  let before = await read();
  for (let quiet = 0, tries = 0; quiet < 2 && tries < 60; tries += 1) {
    await page.waitForTimeout(150);
    const now = await read();
    // Nothing at all is no rest: a busy machine has not drawn the page yet.
    quiet = now === before && now !== '' ? quiet + 1 : 0;
    before = now;
  }
}

/** After a key: a third of a second, and until a busy machine has brought the page to rest as well. */
export async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(350);
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done(), { timeout: 5_000 }))');
}

const crawled = new Map<string, string[]>();

/** Every screen of a desk that links lead to, from its landing page on; found once for a file of tests. */
export async function crawl(page: Page, desk: Desk): Promise<string[]> {
  const known = crawled.get(desk);
  if (known) return known;
  const { prefix, start } = homes[desk];
  const waiting: string[] = [...start];
  const seen = new Set<string>();
  while (waiting.length && seen.size < 70) {
    const path = waiting.shift()!;
    if (seen.has(path)) continue;
    await page.goto(path);
    await settle(page);
    // A seed that this desk does not have is none of its screens.
    if (/not found|not for your role/i.test((await page.locator('main').first().textContent()) ?? ''))
      continue;
    seen.add(path);
    if (path === start[0]) for (const { href } of await menuEntries(page)) waiting.push(pathOf(href));
    const links = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('main a[href]'), (a) => a.getAttribute('href'))",
    );
    for (const link of links.map(pathOf)) {
      if (link.startsWith(`${prefix}/`) && !seen.has(link) && !/[0-9a-f]{8}-[0-9a-f]{4}/.test(link))
        waiting.push(link);
    }
  }
  crawled.set(desk, [...seen]);
  return [...seen];
}

function pathOf(href: string): string {
  return new URL(href, 'http://localhost').pathname;
}

/** Where the focus is: empty when it fell to the page. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(() => { const e = document.activeElement; return !e || e === document.body || e === document.documentElement ? '' : [e.tagName, e.getAttribute('role'), e.getAttribute('aria-label') ?? e.textContent?.slice(0, 40), e.getAttribute('aria-activedescendant')].filter(Boolean).join(' '); })()",
  );
}

/** So many seconds lie between two keys of a scanner. */
const paceOfScanner = 0.005;

/**
 * A scanner: so many keys in a breath, ended by Enter unless told otherwise. Each says when it was pressed, as real ones
 * do, and none waits until the page has seen the one before, so that a busy machine types no slower than an idle one.
 */
export async function scan(page: Page, text: string, { enter = true } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = Array.from(text, (key) => ({ key, text: key, unmodifiedText: key, ...codeOf(key) }));
  const end = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  const began = Date.now() / 1_000;
  const sent = [...keys, ...(enter ? [end] : [])].flatMap(({ text: typed, ...key }, index) => {
    const timestamp = began + index * paceOfScanner;
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: typed, timestamp }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}

function codeOf(character: string): { code: string; windowsVirtualKeyCode: number } {
  const upper = character.toUpperCase();
  const code = /[A-Z]/.test(upper)
    ? `Key${upper}`
    : /\d/.test(upper)
      ? `Digit${upper}`
      : character === '/'
        ? 'Slash'
        : '';
  return { code, windowsVirtualKeyCode: character === '/' ? 191 : upper.charCodeAt(0) };
}

/** A function of an element, written as text: these files know no DOM. */
export function fn<Result>(text: string): (element: unknown) => Result {
  return new Function('element', `return (${text})(element)`) as (element: unknown) => Result;
}

/** The focus on a row, the first where no text is given: on the row itself, or on the grid that marks it as active. */
export async function focusRow(page: Page, text?: string): Promise<void> {
  const rows = page
    .getByRole('main')
    .locator('[role=row], tr')
    .filter({ has: page.locator('[role=gridcell], [role=cell], td') });
  const row = (text ? rows.filter({ hasText: text }) : rows).first();
  await row.waitFor();
  const grid = await row.evaluate(
    fn<boolean>(
      "(e) => { if (e.hasAttribute('tabindex')) { e.focus(); return false; } const grid = e.closest('[role=grid], [role=treegrid], table'); grid?.focus(); return document.activeElement === grid; }",
    ),
  );
  if (!grid) return;
  for (let tries = 0; tries < 60; tries += 1) {
    if (
      await row.evaluate(
        fn<boolean>(
          "(e) => { const id = document.activeElement.getAttribute('aria-activedescendant'); return Boolean(id) && (e.id === id || e.querySelector('#' + CSS.escape(id)) !== null); }",
        ),
      )
    )
      return;
    await page.keyboard.press(tries ? 'ArrowDown' : 'Home');
  }
}

/** Opens the record of a row by Enter. */
export async function openRow(page: Page, text?: string): Promise<void> {
  await focusRow(page, text);
  await page.keyboard.press('Enter');
}
