import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, settle } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { type Desk, everyDesk } from '../harness/screens.ts';
import { offered, offeredWithMenus, sidewaysBoxes } from './e-reflow.ts';
import { measureAtRest, tell } from './f-boxes.ts';

// The issue: "Accessibility beyond axe: … 200 % and 400 %". UX.md promise 8: "Everything without a mouse, without colour, at
// 200 % and at 320 px". WCAG 1.4.4 and 1.4.10: no loss of content or of what can be done, and at 320 CSS px text is scrolled in
// one direction only, tables of data excepted. The browser's zoom is a narrower window with more pixels: 1366 × 768 at 200 % is
// 683 × 384, 1280 × 1024 at 400 % is 320 × 256.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const zooms = [
  { name: '200 %', width: 683, height: 384 },
  { name: '400 %', width: 320, height: 256 },
];

async function screensOf(desk: Desk): Promise<string[]> {
  const page = await openPage(browser, portal, desks[desk], '/');
  const found = await crawl(page, desk);
  await page.context().close();
  return [...found, '/account'];
}

async function faultsAt(
  page: Awaited<ReturnType<typeof openPage>>,
  path: string,
  wide: string[],
  width: number,
): Promise<string[]> {
  const faults: string[] = [];
  for (const fault of await measureAtRest(page)) faults.push(`${path}: ${tell(fault)}`);
  if (width <= 320)
    for (const box of await sidewaysBoxes(page)) faults.push(`${path}: scrolls sideways: ${box}`);
  const narrow = await offered(page);
  const missing = wide.filter((name) => !narrow.some((one) => one.includes(name) || name.includes(one)));
  if (!missing.length) return faults;
  const behind = await offeredWithMenus(page);
  for (const name of missing)
    if (!behind.some((one) => one.includes(name) || name.includes(one)))
      faults.push(`${path}: lost: ${name}`);
  return faults;
}

describe('zoom', { timeout: 900_000 }, () => {
  for (const desk of everyDesk)
    for (const { name, width, height } of zooms)
      test(`${desk} at ${name}: no loss, ${width === 320 ? 'no two-dimensional scrolling of text, ' : ''}nothing cut`, async () => {
        const faults: string[] = [];
        const paths = await screensOf(desk);
        const context = await contextOf(browser, portal, desks[desk]);
        const page = await context.newPage();
        for (const path of paths) {
          await page.setViewportSize({ width: 1366, height: 768 });
          await page.goto(path);
          await settle(page);
          const wide = await offered(page);
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(350);
          faults.push(...(await faultsAt(page, path, wide, width)));
        }
        await context.close();
        console.log(
          `${desk} at ${name}: ${faults.length} faults on ${paths.length} screens`,
          faults.join('\n'),
        );
        expect(faults, `${faults.length} faults on ${paths.length} screens`).toEqual([]);
      });

  for (const path of ['/', '/verify', '/status'])
    test(`without a session: ${path} at 200 % and 400 %`, async () => {
      const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 1366, height: 768 } });
      await page.goto(path);
      await settle(page);
      expect(await page.getByRole('heading', { level: 1 }).textContent(), path).not.toMatch(/not found/i);
      const wide = await offered(page);
      const faults: string[] = [];
      for (const { width, height } of zooms) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        faults.push(...(await faultsAt(page, path, wide, width)));
      }
      await page.close();
      expect(faults).toEqual([]);
    });

  test('WCAG 1.4.12: text spacing set by a person cuts nothing on the screens of work', async () => {
    const faults: string[] = [];
    for (const [desk, path] of [
      ['caseWorker', '/case-worker/verify'],
      ['receiver', '/application-receiver/new-application'],
      ['admin', '/admin/dashboard'],
    ] as const) {
      const page = await openPage(browser, portal, desks[desk], path);
      await settle(page);
      // As a person's browser does it, which no content security policy is asked about.
      await page.evaluate(`(() => {
        const spacing = new CSSStyleSheet();
        spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
      })()`);
      await page.waitForTimeout(200);
      for (const fault of await measureAtRest(page))
        if (fault.kind !== 'field') faults.push(`${path}: ${tell(fault)}`);
      await page.context().close();
    }
    expect(faults).toEqual([]);
  });
});
