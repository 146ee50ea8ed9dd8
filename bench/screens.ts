/**
 * A list of a million generated applications in Chromium: from its address and from the menu to its first rows painted,
 * from the last key of a search to its rows, and to the last row by End. One JSON line a figure on the output.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#dev/testing/chromium.ts';
import type { Portal } from '#dev/testing/open-portal.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { cookiesOf } from './cookies.ts';
import { describeValues, type Measure, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { withLargePortal } from './large-portal.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const times = 20;
const most = { list: 400, search: 300, task: 50 };
const listPath = '/admin/total-applications';

/**
 * Runs in each page. `shown(test)` is when a frame with a row that passes is on the screen, by the page's clock; a frame is
 * there when the task after its animation callbacks begins. Tasks over 50 ms hold the next frame up.
 */
const watch = `(() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  addEventListener('keydown', (event) => { window.keyAt = event.timeStamp; }, { capture: true });
  addEventListener('click', (event) => { window.clickedAt = event.timeStamp; }, { capture: true });
  window.shown = (test) => new Promise((resolve) => {
    const look = () => {
      const found = [...document.querySelectorAll('[role="row"][aria-rowindex]')].some(
        (row) => row.ariaRowIndex !== '1' && row.querySelector('[role="gridcell"]') && test(row));
      if (!found) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
})()`;

if (!existsSync(path.resolve(import.meta.dirname, '../dist/web/index.html')))
  throw new Error('The screens are not built: run `npm run build` first.');

await withLargePortal(rows, async (portal) => {
  const admin = await portal.as('admin');
  const browser = await chromium.launch(await findChromium());
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    await context.addCookies(cookiesOf(admin.cookie).map((cookie) => ({ ...cookie, url: portal.url })));
    await context.addInitScript(watch);
    const page = await context.newPage();
    await measure('from its address', most.list, () => openByAddress(page, portal));
    await measure('from the menu, for the first time', most.list, () => openFirst(page, portal));
    await measure('from the menu, again', most.list, () => openAgain(page));
    await openByAddress(page, portal);
    for (const [figure, terms] of Object.entries(await findTerms(portal)))
      await measure(figure, most.search, (turn) => search(page, terms[turn % terms.length]!));
    await openByAddress(page, portal);
    await measure('its last row, by End', most.search, () => jumpToEnd(page));
    await scroll(page);
  } finally {
    await browser.close();
  }
});

async function measure(
  figure: string,
  mostMs: number,
  turn: (turn: number) => Promise<number>,
): Promise<void> {
  const durations: number[] = [];
  // The first ones fill the browser's cache.
  for (let index = -3; index < times; index += 1) {
    const duration = await turn(index + 3);
    if (index >= 0) durations.push(duration);
  }
  tell(figure, [
    { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
    { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: mostMs },
  ]);
}

function tell(figure: string, measures: Measure[]): void {
  const measured = { benchmark: 'screens', figure: `In Chromium: ${figure}`, measures };
  printFigure(measured);
  process.stderr.write(`${measured.figure.padEnd(64)} ${describeValues(measured)}  ${verdictOf(measured)}\n`);
}

/** From the start of the navigation. */
async function openByAddress(page: Page, portal: Portal): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${portal.url}${listPath}`, { waitUntil: 'commit' });
  return page.evaluate<number>('shown(() => true)');
}

/** On a page that was opened anew, once the desk has fetched what it fetches ahead. */
async function openFirst(page: Page, portal: Portal): Promise<number> {
  const ahead = page.waitForResponse(/certificate-record-page-\w+\.js$/);
  await page.goto(`${portal.url}/account`);
  await ahead;
  await page.waitForLoadState('networkidle');
  return openByMenu(page);
}

/** After Back: the page has the scripts, and the rows that it showed before. */
async function openAgain(page: Page): Promise<number> {
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  await page.waitForLoadState('networkidle');
  return openByMenu(page);
}

/** From the click on the entry, on a screen of the portal that has no rows. */
async function openByMenu(page: Page): Promise<number> {
  const entry = page.locator(`nav a[href^="${listPath}"]`).first();
  if (await entry.isHidden()) await page.getByRole('button', { name: /^Application Management/ }).click();
  await entry.click();
  return page.evaluate<number>('shown(() => true).then((at) => at - clickedAt)');
}

/** Typed as a quick hand types, from the last key. */
async function search(page: Page, term: string): Promise<number> {
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(500);
  await page.keyboard.type(term, { delay: 40 });
  const test = `(row) => row.textContent.toLowerCase().includes(${JSON.stringify(term.toLowerCase())})`;
  return page.evaluate<number>(`shown(${test}).then((at) => at - keyAt)`);
}

async function jumpToEnd(page: Page): Promise<number> {
  await page.locator('[role="row"][aria-rowindex="2"] [role="gridcell"]').first().waitFor();
  const grid = page.locator('[role="grid"]');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.locator('[role="row"][aria-rowindex="2"] [role="gridcell"]').first().waitFor();
  await page.keyboard.press('End');
  return page.evaluate<number>(`shown((row) => Number(row.ariaRowIndex) > ${rows}).then((at) => at - keyAt)`);
}

/** Through some hundred screens of rows; what stops the page longer than a frame may is said by the browser itself. */
async function scroll(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.locator('[role="row"][aria-rowindex="2"] [role="gridcell"]').first().waitFor();
  await page.mouse.move(800, 500);
  await page.evaluate('window.longest = 0');
  for (let turn = 0; turn < 100; turn += 1) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(30);
  }
  const longest = await page.evaluate<number>('window.longest');
  tell('longest task of 100 turns of the wheel', [
    { name: 'longest', value: rounded(longest), unit: 'ms', most: most.task },
  ]);
}

/** Another term at each search, as people type. */
async function findTerms(portal: Portal): Promise<Record<string, string[]>> {
  const found = await unscoped(portal.services.db)
    .selectFrom('applications')
    .where((eb) => eb(eb('acknowledgement_number', '%', Math.ceil(rows / 30)), '=', 7))
    .select(['registration_number', 'candidate_name'])
    .execute();
  return {
    'a search by number, from its last key': found.map((row) => row.registration_number),
    'a search by name, from its last key': found.map((row) => row.candidate_name),
  };
}
