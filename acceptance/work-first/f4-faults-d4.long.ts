import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, fn, gridOf, settle, waitForList } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { digits, letters, pick } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { lists } from '../harness/screens.ts';
import { indian, speak } from './d-words.ts';
import { clipOf, differing, picture } from './e-looks.ts';
import { measure, tell } from './f-boxes.ts';

// FAULTS.md D4: "Revenue is a smoothed curve, straight in the PNG; `code` cut in user lists; Kannada headers clipped below; forced
// colours lose the chosen side; pale trash icons look enabled; list printing takes 11 pages for 43 rows → fixed and checked on
// screenshots". The chosen side is e1-forced-colours, printing is refactoring/l5-printed. The issue: "money as bars per month with
// last year behind".

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
  await receive(desks.receiver);
});
afterAll(async () => {
  await speak(desks.admin, 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

async function openRevenue(): Promise<{ page: Page; card: Locator }> {
  const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
  await settle(page);
  const card = page.getByRole('region', { name: 'Yearly revenue' });
  await card.locator('svg').first().waitFor();
  await page.waitForTimeout(800);
  return { page, card };
}

/** Shapes of a chart: where each stands, and how many curves its outline has. */
const shapes = `Array.from(document.querySelectorAll('[aria-labelledby] svg path, section svg path, [role=region] svg path, section svg rect, [role=region] svg rect'), (e) => { const b = e.getBoundingClientRect(); return { d: e.getAttribute('d') ?? 'rect', width: b.width, height: b.height, left: b.left, bottom: b.bottom, title: e.closest('[role=region], section')?.querySelector('h2')?.textContent ?? '' }; }).filter((e) => e.title.startsWith('Yearly revenue') && e.width > 3)`;
type Shape = { d: string; width: number; height: number; left: number; bottom: number };

describe('D4 revenue', { timeout: 180_000 }, () => {
  test('on the page: no smoothed curve; bars per month, as high as the month is', async () => {
    const { page } = await openRevenue();
    const all = await page.evaluate<Shape[]>(shapes);
    const curved = all.filter(({ d, width }) => (d.match(/[CSQT]/gi)?.length ?? 0) > 6 && width > 200);
    expect(
      curved.map(({ d }) => d.slice(0, 60)),
      'a curve through the months',
    ).toEqual([]);
    const bars = all.filter(({ width, height }) => width > 4 && width < 60 && height > 1);
    expect(bars.length, 'bars').toBeGreaterThanOrEqual(4);
    const year = new Date(Date.now() + 19_800_000).getUTCFullYear();
    const answer = (await desks.admin.get(`/api/dashboard/revenue?year=${year}`)).body;
    const months: number[] = (answer.months ?? answer.rows ?? answer).map(
      (one: { value?: number; amount?: number } | number) =>
        typeof one === 'number' ? one : (one.value ?? one.amount ?? 0),
    );
    const highest = Math.max(...months);
    const tallest = Math.max(...bars.map(({ height }) => height));
    for (const amount of months.filter((one) => one > highest / 20)) {
      const wanted = (amount / highest) * tallest;
      // Another year behind it may set the scale: every month has a bar of its share of its own year's highest.
      const scaled = bars.map(({ height }) => Math.abs(height - wanted));
      expect(Math.min(...scaled), `a bar of ${Math.round(wanted)} px for ₹${amount}`).toBeLessThan(
        tallest * 0.08 + 2,
      );
    }
    await page.context().close();
  });

  test('"with last year behind": two bars a month, the earlier one paler, named in the legend', async () => {
    const { page, card } = await openRevenue();
    const bars = (await page.evaluate<Shape[]>(shapes)).filter(
      ({ width, height }) => width > 4 && width < 60 && height > 1,
    );
    const year = new Date(Date.now() + 19_800_000).getUTCFullYear();
    expect((await card.textContent()) ?? '', 'the year before').toContain(String(year - 1));
    expect(bars.length, 'bars of two years').toBeGreaterThan(7);
    await page.context().close();
  });

  test('in the PNG: steps, as on the page, no slopes', async () => {
    const { page, card } = await openRevenue();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: /PNG/ }).press('Enter'),
    ]);
    const { data, info } = await sharp(readFileSync(await download.path()))
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rows = Array.from({ length: info.width }, (_, x) => {
      let coloured = 0;
      for (let y = Math.floor(info.height * 0.15); y < info.height * 0.85; y += 1) {
        const at = (y * info.width + x) * info.channels;
        const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
        if (Math.max(r, g, b) - Math.min(r, g, b) > 25) coloured += 1;
      }
      return coloured;
    });
    const filled = rows.flatMap((count, x) => (count > 2 && x ? [Math.abs(count - rows[x - 1]!)] : []));
    expect(filled.length, 'columns with colour').toBeGreaterThan(20);
    const slopes = filled.filter((step) => step > 0.5).length / filled.length;
    expect(slopes, 'columns that are higher than their neighbour: a slope').toBeLessThan(0.2);
    await page.context().close();
  });
});

describe('D4 lists', { timeout: 240_000 }, () => {
  test('`code` is not cut in user lists, at 1366 px with the menu open', async () => {
    const code = `COL${digits(pick([3, 4, 5]))}9`;
    await desks.admin.act('POST', '/api/colleges', {
      name: `College ${letters(6)}`,
      code,
      contactNumber: '0821 2419700',
      address: '1, Road',
      convocationFee: 700,
      email: '',
    });
    for (const role of ['case_worker', 'receiver', 'auditor'])
      await desks.admin.act('POST', '/api/staff', {
        name: `Person ${letters(6)}`,
        email: `${letters(9)}@dikshant.example`,
        role,
        code,
        password: `Initial-${letters(10)}-${digits(4)}`,
        mobile: `98${digits(8)}`,
        secondFactor: 'email_code',
      });
    const faults: string[] = [];
    for (const path of ['user', 'case-worker', 'application-receiver', 'printer', 'auditor'].map(
      (one) => `/admin/${one}-management`,
    )) {
      const page = await openPage(browser, portal, desks.admin, path);
      await waitForList(page);
      const grid = await gridOf(page, [/^code$/i]);
      const at = columnAt(grid, /^code$/i);
      if (at < 0) faults.push(`${path}: no column Code`);
      else
        for (const { cells } of grid.rows.slice(0, 12))
          if (!cells[at]!.shown || !/^(ALL|COL\d+)/.test(cells[at]!.text))
            faults.push(`${path}: ${cells[at]!.text} is not in sight`);
      for (const fault of await measure(page))
        if (/ALL|COL\d|^code$/i.test(fault.text)) faults.push(`${path}: ${tell(fault)}`);
      await page.context().close();
    }
    expect(faults).toEqual([]);
  });

  for (const language of indian)
    test(`${language}: headers are not clipped below, on every list, in both densities`, async () => {
      const faults: string[] = [];
      const kept = (await desks.admin.get('/api/session')).body.session.preferences;
      for (const density of ['comfortable', 'compact']) {
        await desks.admin.act('PUT', '/api/account/preferences', { ...kept, density, language });
        const page = await (await contextOf(browser, portal, desks.admin)).newPage();
        for (const { path } of lists.filter(({ desk }) => desk === 'admin')) {
          await page.goto(path);
          await settle(page);
          for (const fault of await measure(page))
            if (/columnheader|\bth\b/.test(fault.where)) faults.push(`${path}: ${tell(fault)}`);
        }
        await page.context().close();
      }
      await desks.admin.act('PUT', '/api/account/preferences', { ...kept, language: 'en' });
      expect(faults).toEqual([]);
    });

  for (const [scheme, forced] of [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const)
    test(`"pale trash icons look enabled": disabled ones look disabled, ${scheme}, forced colours ${forced}`, async () => {
      await desks.admin.act('POST', '/api/colleges', {
        name: `Aaa ${letters(6)}`,
        code: `COL${digits(5)}`,
        contactNumber: '0821 2419700',
        address: '1, Road',
        convocationFee: 700,
        email: '',
      });
      const page = await (await contextOf(browser, portal, desks.admin)).newPage();
      await page.emulateMedia({ colorScheme: scheme, forcedColors: forced, reducedMotion: 'reduce' });
      await page.goto('/admin/college-management');
      await waitForList(page);
      const buttons = page.getByRole('main').getByRole('button', { name: /^delete: /i });
      const off = buttons.and(page.locator('[aria-disabled=true], [disabled]')).first();
      const on = buttons.and(page.locator(':not([aria-disabled=true]):not([disabled])')).first();
      const [a, b] = [
        await off.locator('svg').first().boundingBox(),
        await on.locator('svg').first().boundingBox(),
      ];
      const size = { width: Math.ceil(a!.width) + 8, height: Math.ceil(a!.height) + 8 };
      const shots = [a!, b!].map((box) =>
        picture(page, { x: Math.round(box.x) - 4, y: Math.round(box.y) - 4, ...size }),
      );
      const [disabled, enabled] = [await shots[0]!, await shots[1]!];
      // A sign besides colour, or another strength that is plainly seen.
      expect(await differing(disabled, enabled, 1.6), 'pixels that differ').toBeGreaterThan(25);
      const blank = await sharp({
        create: { ...size, channels: 3, background: scheme === 'dark' ? '#1a1b1e' : '#fff' },
      })
        .png()
        .toBuffer();
      expect(await differing(enabled, blank, 3), 'an enabled one stands out at 3 : 1').toBeGreaterThan(15);
      await off.hover();
      expect(await off.evaluate(fn<string>('(e) => getComputedStyle(e).cursor'))).toMatch(
        /not-allowed|default/,
      );
      expect(await clipOf(page, off)).toBeDefined();
      await page.context().close();
    });
});
