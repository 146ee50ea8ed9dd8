/**
 * A list of a million generated applications in Chromium: from its address and from the menu to its first rows painted,
 * from the last key of a search to its rows, and to the last row by End. One JSON line a figure on the output.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#dev/testing/chromium.ts';
import type { Portal } from '#dev/testing/open-portal.ts';
import { cookiesOf } from './cookies.ts';
import { describeValues, type Measure, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { withLargePortal } from './large-portal.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const times = 20;
const most = { list: 400, search: 300, task: 50, blank: 200 };
const listPath = '/admin/total-applications';

/**
 * Runs in each page. `shown()` is from the start of the page, or its last click or key, to when the browser presented the first
 * row that passes the test given to `expect`, in its own words (Element Timing): a script that looks, inside the page or from
 * outside, waits for its turn behind what comes after. Tasks over 50 ms hold the next frame up.
 * `filled()` is from the next scrolling to the frame before which the last row in view was drawn.
 */
const watch = `(() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  window.startedAt = 0;
  for (const name of ['keydown', 'click'])
    addEventListener(name, ({ timeStamp }) => { window.startedAt = timeStamp; }, { capture: true });
  window.wanted = () => true;
  window.found = Promise.withResolvers();
  const rowOf = (element) => element.closest('[role="row"][data-index]');
  new PerformanceObserver((list) => {
    const entry = list.getEntries().find(({ element }) => element && wanted(rowOf(element)));
    if (entry) found.resolve(entry.renderTime);
  }).observe({ type: 'element' });
  new MutationObserver(() => {
    for (const cell of document.querySelectorAll('[data-index] > [role="gridcell"]:not([elementtiming])'))
      cell.setAttribute('elementtiming', 'cell');
  }).observe(document, { childList: true, subtree: true });
  window.expect = (test) => { window.wanted = test; window.found = Promise.withResolvers(); };
  window.shown = () => found.promise.then((at) => at - startedAt);
  window.filled = () => new Promise((resolve) => {
    addEventListener('scroll', ({ timeStamp }) => {
      const look = (now) => {
        if (document.querySelector('[data-index] ~ [role="row"]:not([data-index])')) requestAnimationFrame(look);
        else resolve(now - timeStamp);
      };
      requestAnimationFrame(() => requestAnimationFrame(look));
    }, { capture: true, once: true });
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
    // The start of the portal, whatever the list: it has no budget in seconds; its scripts have one in bytes (e2e/first-load.e2e.ts).
    await measure('from its address', undefined, () => openByAddress(page, portal));
    await measure('from the menu, for the first time', most.list, () => openFirst(page, portal));
    await measure('from the menu, again', most.list, () => openAgain(page));
    await openByAddress(page, portal);
    for (const [figure, terms] of Object.entries(await findTerms(portal))) {
      // As with the other searches, what is found is in the database's memory; from the disk a rare name takes 0.3 s.
      for (const search of terms) await admin.api.applications.listApplications({ search });
      await measure(figure, most.search, (turn) => search(page, terms[turn % terms.length]!));
    }
    await openByAddress(page, portal);
    await measure('its last row, by End', most.search, () => jumpToEnd(page));
    await page.keyboard.press('Home');
    await page.locator('[data-index="0"]').waitFor();
    await measure('all rows of the next screen, by the wheel', most.blank, () => turnWheel(page));
    await scroll(page);
  } finally {
    await browser.close();
  }
});

async function measure(
  figure: string,
  mostMs: number | undefined,
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
  return page.evaluate<number>('shown()');
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
  await page.evaluate('expect(() => true)');
  await entry.click();
  return page.evaluate<number>('shown()');
}

/** Typed as a quick hand types, from the last key. */
async function search(page: Page, term: string): Promise<number> {
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.locator('[role="grid"]:not([aria-busy])').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    `expect((row) => row.textContent.toLowerCase().includes(${JSON.stringify(term.toLowerCase())}))`,
  );
  await page.keyboard.type(term, { delay: 40 });
  return page.evaluate<number>('shown()');
}

async function jumpToEnd(page: Page): Promise<number> {
  await page.locator('[role="grid"]').focus();
  await page.keyboard.press('Home');
  await page.locator('[data-index="0"]').waitFor();
  await page.evaluate(`expect((row) => Number(row.dataset.index) === ${rows - 1})`);
  await page.keyboard.press('End');
  return page.evaluate<number>('shown()');
}

/** From the turn to the frame in which no row is missing. */
async function turnWheel(page: Page): Promise<number> {
  await page.mouse.move(800, 500);
  await page.waitForLoadState('networkidle');
  const filled = page.evaluate<number>('filled()');
  await page.mouse.wheel(0, 600);
  return filled;
}

/** Through some hundred screens of rows; what stops the page longer than a frame may is said by the browser itself. */
async function scroll(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.locator('[data-index="0"]').waitFor();
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
  const found = await portal.services.db
    .selectFrom('applications')
    .where((eb) => eb(eb('acknowledgement_number', '%', Math.ceil(rows / 30)), '=', 7))
    .select(['registration_number', 'candidate_name'])
    .execute();
  return {
    'a search by number, from its last key': found.map((row) => row.registration_number),
    'a search by name, from its last key': found.map((row) => row.candidate_name),
  };
}
