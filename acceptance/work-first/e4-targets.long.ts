import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, settle } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { everyDesk } from '../harness/screens.ts';

// The issue: "target sizes". WCAG 2.5.8 (AA): 24 × 24 CSS px, or so much room around a smaller one that a circle of 24 px at its
// centre meets no other target; links in a sentence and what the browser draws itself are excepted.

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

/** A label is part of its control; a control of a pixel is painted by what stands beside it. */
const script = `(() => {
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input[type=radio], input[type=checkbox]), [role=button], [role=link], [role=tab], [role=switch], [role=menuitem], [role=radio], [role=checkbox], [role=separator][tabindex], [role=option]';
  const all = Array.from(document.querySelectorAll(selector)).filter((e) => {
    const b = e.getBoundingClientRect();
    return e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && b.width > 1 && b.height > 1 && b.right > 0 && b.bottom > 0 && b.left < innerWidth && b.top < innerHeight && getComputedStyle(e).pointerEvents !== 'none';
  });
  const boxOf = (e) => {
    const boxes = [e, ...(e.labels ?? [])].map((one) => one.getBoundingClientRect()).filter((b) => b.width > 1);
    return { left: Math.min(...boxes.map((b) => b.left)), right: Math.max(...boxes.map((b) => b.right)), top: Math.min(...boxes.map((b) => b.top)), bottom: Math.max(...boxes.map((b) => b.bottom)) };
  };
  const targets = all.filter((e) => !all.some((other) => other !== e && other.contains(e))).map((e) => ({ e, ...boxOf(e) }));
  const small = ({ left, right, top, bottom }) => right - left < 23.5 || bottom - top < 23.5;
  const inSentence = (e) => e.tagName === 'A' && getComputedStyle(e).display === 'inline' && Array.from(e.parentElement.childNodes).some((n) => n.nodeType === 3 && n.nodeValue.trim().length > 2);
  const distance = (x, y, t) => Math.hypot(Math.max(t.left - x, 0, x - t.right), Math.max(t.top - y, 0, y - t.bottom));
  return targets.filter((t) => small(t) && !inSentence(t.e)).filter((t) => {
    const x = (t.left + t.right) / 2, y = (t.top + t.bottom) / 2;
    return targets.some((other) => {
      if (other === t || other.e.contains(t.e) || t.e.contains(other.e)) return false;
      const ox = (other.left + other.right) / 2, oy = (other.top + other.bottom) / 2;
      return distance(x, y, other) < 12 || (small(other) && Math.hypot(x - ox, y - oy) < 24);
    });
  }).map((t) => t.e.tagName.toLowerCase() + ' ‘' + (t.e.getAttribute('aria-label') ?? t.e.textContent).replace(/\\s+/g, ' ').trim().slice(0, 40) + '’ ' + Math.round(t.right - t.left) + ' × ' + Math.round(t.bottom - t.top));
})()`;

async function smallTargets(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    await page.waitForTimeout(250);
    for (const fault of await page.evaluate<string[]>(script)) faults.push(`${path} at ${width}: ${fault}`);
  }
  return faults;
}

describe('target sizes', { timeout: 900_000 }, () => {
  for (const desk of everyDesk)
    for (const density of ['comfortable', 'compact'])
      test(`${desk}, rows ${density}: no target under 24 px without room around it, at 1366 and at 390 px`, async () => {
        const kept = (await desks[desk].get('/api/session')).body.session.preferences;
        await desks[desk].act('PUT', '/api/account/preferences', { ...kept, density });
        const first = await openPage(browser, portal, desks[desk], '/');
        const paths = await crawl(first, desk);
        await first.context().close();
        const page = await (await contextOf(browser, portal, desks[desk])).newPage();
        const faults: string[] = [];
        for (const path of paths) {
          await page.goto(path);
          await settle(page);
          faults.push(...(await smallTargets(page, path)));
        }
        await page.context().close();
        await desks[desk].act('PUT', '/api/account/preferences', kept);
        console.log(`${desk}, ${density}: ${faults.length} on ${paths.length} screens`, faults.join('\n'));
        expect(faults, `${faults.length} on ${paths.length} screens`).toEqual([]);
      });

  for (const path of ['/', '/verify', '/status'])
    test(`without a session: ${path}`, async () => {
      const page = await browser.newPage({ baseURL: portal.url });
      await page.goto(path);
      await settle(page);
      expect(await page.locator('main').textContent(), path).not.toMatch(/not found|does not exist/i);
      expect(await smallTargets(page, path)).toEqual([]);
      await page.close();
    });

  test('menus, palettes and dialogs: the user menu, the columns of a list, a question before deleting', async () => {
    const page = await openPage(browser, portal, desks.admin, '/admin/college-management');
    await settle(page);
    const faults: string[] = [];
    const opened: [string, () => Promise<void>][] = [
      [
        'the user menu',
        () =>
          page
            .getByRole('banner')
            .locator('button[aria-haspopup], button[aria-expanded]')
            .last()
            .press('Enter'),
      ],
      ['the columns', () => page.getByRole('button', { name: 'Columns' }).press('Enter')],
      ['the export', () => page.getByRole('button', { name: 'Export' }).press('Enter')],
      [
        'a record',
        () =>
          page
            .getByRole('button', { name: /^View: / })
            .first()
            .press('Enter'),
      ],
    ];
    for (const [name, act] of opened) {
      await act();
      await page.waitForTimeout(400);
      for (const fault of await page.evaluate<string[]>(script)) faults.push(`${name}: ${fault}`);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(200);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
