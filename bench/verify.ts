/**
 * The verify screen in Chromium: from the deciding key to the next application painted, its photo and receipt included,
 * sixty times by keys alone. The queue stands among generated applications. One JSON line a figure on the output.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#dev/testing/chromium.ts';
import { draftEntry, type Office, receiveApplication } from '#dev/testing/factories.ts';
import type { Portal, StaffCaller } from '#dev/testing/open-portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { cookiesOf } from './cookies.ts';
import { describeValues, percentile, printFigure, rounded, verdictOf } from './figures.ts';
import { withLargePortal } from './large-portal.ts';

const rows = 100_000;
const cases = 60;
/** Far less than anybody needs to look at a case: what is loaded ahead has no more time than that. */
const lookMs = 400;
const decisions = [
  ['v', 'Enter'],
  ['r', '1', 'Enter'],
  ['v', 'Enter'],
  ['x', '1', 'Enter'],
  ['r', '3', '5', 'Enter'],
];

/**
 * Runs in the page. The key's own time is that of the event; a frame is on the screen when the task after its
 * animation callbacks begins.
 */
const watchNextPaint = `window.nextPainted = new Promise((resolve) => {
  const shown = () => {
    const files = [...document.querySelectorAll('[data-file]')].map((one) => one.dataset.file);
    const heading = document.querySelector('[data-case]');
    return files.length === 2 && heading ? [heading.dataset.case, ...files] : null;
  };
  const before = shown();
  let pressedAt = 0;
  const look = () => {
    const now = shown();
    if (!now || now.some((id, index) => id === before[index])) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - pressedAt);
    port2.postMessage(null);
  };
  document.addEventListener('keydown', (event) => {
    pressedAt = event.timeStamp;
    requestAnimationFrame(look);
  }, { capture: true, once: true });
}); 0`;

if (!existsSync(path.resolve(import.meta.dirname, '../dist/web/index.html')))
  throw new Error('The screens are not built: run `npx vite build` first.');

await withLargePortal(rows, async (portal) => {
  const receiver = await portal.as('receiver');
  const caseWorker = await portal.as('case_worker');
  await receiveCases(portal, receiver);
  const browser = await chromium.launch(await findChromium());
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    await context.addCookies(cookiesOf(caseWorker.cookie).map((cookie) => ({ ...cookie, url: portal.url })));
    const page = await context.newPage();
    await page.goto(`${portal.url}/case-worker/verify`);
    const durations: number[] = [];
    for (let index = 0; index < cases; index += 1) durations.push(await decide(page, index));
    report(durations.slice(0, -1));
  } finally {
    await browser.close();
  }
});

/** The oldest applications of all, so that the queue begins with them; one of five has a short fee. */
async function receiveCases(portal: Portal, receiver: StaffCaller): Promise<void> {
  const office = await findOffice(portal);
  const { convocation_fee: fee } = await portal.services.db
    .selectFrom('colleges')
    .select('convocation_fee')
    .where('id', '=', office.collegeId)
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let index = 0; index < cases; index += 1) {
    const isShort = decisions[index % decisions.length]![0] === 'x';
    const id = await receiveApplication(receiver, office, {
      totalAmount: fee,
      drafts: [draftEntry({ number: String(900_000 + index), amount: isShort ? fee - 200 : fee })],
    });
    ids.push(`'${id}'`);
  }
  await runWithoutTriggers(
    portal,
    `update applications set received_at = received_at - interval '30 years' where id in (${ids})`,
  );
}

async function findOffice({ services: { db } }: Portal): Promise<Office> {
  const first = <Table extends 'colleges' | 'courses' | 'papers'>(table: Table) =>
    db
      .selectFrom(table as 'colleges')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
  // One that asks for no fact: the master of generated students has none.
  const { name } = await db
    .selectFrom('certificate_types')
    .select('name')
    .where(sql<boolean>`coalesce(requires, '{}') = '{}'`)
    .limit(1)
    .executeTakeFirstOrThrow();
  const college = await first('colleges');
  return {
    collegeId: college.id,
    otherCollegeId: college.id,
    courseId: (await first('courses')).id,
    paperId: (await first('papers')).id,
    certificateType: name,
  };
}

/** Presses the keys of one decision; milliseconds from the last of them to the frame that shows the next case. */
async function decide(page: Page, index: number): Promise<number> {
  await page.locator('[data-file]').nth(1).waitFor({ state: 'attached' });
  await page.waitForTimeout(lookMs);
  const keys = decisions[index % decisions.length]!;
  // Slower than a scanner, whose keys would be a scan.
  for (const key of keys.slice(0, -1)) await page.keyboard.press(key, { delay: 40 });
  if (index === cases - 1) return 0;
  await page.evaluate(watchNextPaint);
  await page.keyboard.press(keys.at(-1)!);
  return page.evaluate<number>('window.nextPainted');
}

function report(durations: number[]): void {
  const figure = {
    benchmark: 'verify',
    figure: `Verify screen: from the deciding key to the next application painted with photo and receipt, ${cases} of ${rows.toLocaleString('en-IN')}`,
    measures: [
      { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
      { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', most: 200 },
      { name: 'slowest', value: rounded(Math.max(...durations)), unit: 'ms' },
      { name: 'keys', value: Math.max(...decisions.map((keys) => keys.length)), unit: 'at most', most: 4 },
    ],
  };
  printFigure(figure);
  process.stderr.write(`${figure.figure} ${describeValues(figure)}  ${verdictOf(figure)}\n`);
}
