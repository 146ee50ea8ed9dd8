import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle, waitForList } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { between, pick } from '../harness/random.ts';
import { versionOf } from '../harness/records.ts';
import { linksOf, months, numbersOf, part, revenueOf, tile } from './w-dashboard.ts';
import { footerCount, type Office, openOffice, receiveRandomly } from './w-office.ts';

// Stage 10: "Tiles, slices and months link to their rows; money as bars per month with last year behind". UX.md: "The dashboard
// keeps the specification's tiles; each tile, slice and month leads to the rows behind it."

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  const made = await receiveRandomly(office, { COL001: between(1, 3), COL003: between(1, 3) });
  const { caseWorker } = office.desks;
  await caseWorker.act('POST', `/api/applications/${made[0]!.id}/verify`, {
    version: await versionOf(caseWorker, `/api/applications/${made[0]!.id}`),
  });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const count = async (sql: string) => (await office.portal.sql<{ n: number }>(sql))[0]!.n;

async function expectRows(href: string, rows: number, what: string) {
  const page = await openPage(browser, office.portal, office.desks.admin, href);
  await waitForList(page);
  await eventually(async () => (await footerCount(page)) === rows, {
    within: 8_000,
    what: `${what} → ${href}: ${rows} rows`,
  });
  await page.context().close();
}

const tiles: [string, string, string, string][] = [
  [
    'Total Students',
    '',
    'select count(*)::int as n from students',
    'select count(*)::int as n from students',
  ],
  [
    'Total Applications',
    '',
    'select count(*)::int as n from applications',
    'select count(*)::int as n from applications',
  ],
  [
    'Total revenue',
    '',
    // Open: the rows of revenue are the applications that paid, or the drafts that pay.
    'select count(*)::int as n from applications where paid_amount > 0',
    'select count(distinct d.id)::int as n from demand_drafts d join allocations l on l.demand_draft_id = d.id where d.pays',
  ],
  [
    'Pending Fee',
    '',
    'select count(*)::int as n from applications where pending_amount > 0',
    "select count(*)::int as n from applications where status = 'rejected'",
  ],
  [
    'Total Users',
    '?view=users',
    'select count(*)::int as n from staff',
    'select count(*)::int as n from staff where disabled_at is null',
  ],
  [
    'Total case workers',
    '?view=users',
    "select count(*)::int as n from staff where role = 'case_worker'",
    "select count(*)::int as n from staff where role = 'case_worker' and disabled_at is null",
  ],
  [
    'Total application receivers',
    '?view=users',
    "select count(*)::int as n from staff where role = 'receiver'",
    "select count(*)::int as n from staff where role = 'receiver' and disabled_at is null",
  ],
  [
    'Total printers',
    '?view=users',
    "select count(*)::int as n from staff where role = 'printer'",
    "select count(*)::int as n from staff where role = 'printer' and disabled_at is null",
  ],
];

describe('1 the dashboard leads to its rows', { timeout: 240_000 }, () => {
  for (const [name, view, ...truths] of tiles) {
    test(`1 "each tile … leads to the rows behind it": ${name}`, async () => {
      const page = await openPage(browser, office.portal, office.desks.admin, `/admin/dashboard${view}`);
      const { text, href } = await tile(page, name);
      expect(href, `a link at the tile ${text}`).toBeDefined();
      await page.context().close();
      const counts = await Promise.all(truths.map(count));
      const list = await openPage(browser, office.portal, office.desks.admin, href!);
      await waitForList(list);
      await eventually(async () => counts.includes((await footerCount(list)) ?? -1), {
        within: 8_000,
        what: `${name} → ${href}: ${counts} rows`,
      });
      await list.context().close();
    });
  }

  for (const [slice, where] of [
    ['Approved', "status = 'verified'"],
    ['Pending', "status <> 'verified'"],
  ] as const) {
    test(`1 "each … slice … leads to the rows behind it": ${slice}`, async () => {
      const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
      await settle(page);
      const links = await linksOf(await part(page, /^Applications Overview$/));
      const link = links.find(({ text }) => new RegExp(slice, 'i').test(text));
      expect(link, `a link of ${slice} among ${JSON.stringify(links)}`).toBeDefined();
      await page.context().close();
      const rows = await count(`select count(*)::int as n from applications where ${where}`);
      await expectRows(link!.href, rows, slice);
    });
  }

  test('1 "each … month leads to the rows behind it": the totals of the rows are the month’s rupees', async () => {
    const year = pick([2024, 2025]);
    const truth = await revenueOf(office.portal, year);
    const page = await openPage(browser, office.portal, office.desks.admin, `/admin/dashboard?year=${year}`);
    await settle(page);
    await chooseYear(page, year);
    const links = await linksOf(await part(page, /^Yearly revenue$/));
    const index = between(0, 11);
    const link = links.find(
      ({ text, href }) =>
        new RegExp(`\\b${months[index]}`, 'i').test(text) ||
        href.includes(`${year}-${String(index + 1).padStart(2, '0')}`),
    );
    expect(link, `a link of ${months[index]} ${year} among ${JSON.stringify(links)}`).toBeDefined();
    await page.goto(link!.href);
    await waitForList(page);
    // "A totals line under amounts" (UX.md): one of its figures is the month's.
    // biome-ignore lint/performance/useDomNodeTextContent: words of neighbouring elements stay apart
    const shown = async () => numbersOf(await page.getByRole('main').innerText());
    await eventually(async () => (await shown()).includes(truth[index]!), {
      within: 8_000,
      what: `${link!.href}: ₹${truth[index]} of ${months[index]} ${year}`,
    });
    await page.context().close();
  });

  test('1 "money as bars per month with last year behind": twelve months of both years, no curve', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    await settle(page);
    await chooseYear(page, 2025);
    const chart = await part(page, /^Yearly revenue$/);
    await chart.waitFor();
    // Patterns: a bar is a rectangle, an element with a height in a month's link, or a path of straight lines as Recharts draws it; FAULTS.md D4: "Revenue is a smoothed curve".
    const drawn = await chart.evaluate((element: unknown) => {
      const query = (selector: string) =>
        (element as { querySelectorAll(s: string): { length: number } }).querySelectorAll(selector).length;
      return {
        bars: query(
          '.recharts-bar-rectangle, [data-bar], a[href] span[style*="height: max("], rect[height]:not([height="0"]):not(clipPath rect):not(defs rect)',
        ),
        curves: query('.recharts-area-area, .recharts-area-curve, .recharts-line-curve'),
      };
    });
    expect(drawn.curves, 'curves').toBe(0);
    const [now, last] = [await revenueOf(office.portal, 2025), await revenueOf(office.portal, 2024)];
    expect(drawn.bars, 'bars of both years').toBeGreaterThanOrEqual(
      [...now, ...last].filter((rupees) => rupees > 0).length,
    );
    // The same as a table, for the reader: both years, month by month.
    await chart.getByText('Table', { exact: true }).first().click();
    const rows = await eventually(
      async () => {
        const found = await chart.getByRole('row').allInnerTexts();
        return (
          found.filter((text) => new RegExp(`^(${months.join('|')})`, 'i').test(text.trim())).length >= 12 &&
          found
        );
      },
      { what: 'twelve rows of the table' },
    );
    for (const [index, month] of months.entries()) {
      const row = rows.find((text) => new RegExp(`^${month}`, 'i').test(text.trim()));
      expect(row, month).toBeDefined();
      const said = numbersOf(row!.replaceAll('-', '0'));
      expect(said, `${month} 2025`).toContain(now[index]);
      expect(said, `${month} 2024`).toContain(last[index]);
    }
    await page.context().close();
  });
});

async function chooseYear(page: import('playwright-core').Page, year: number) {
  const select = page
    .getByRole('main')
    .getByRole('combobox', { name: /year/i })
    .or(page.getByLabel(/select year/i))
    .first();
  await select.waitFor();
  const isNative = await select.evaluate((e: unknown) => (e as { tagName: string }).tagName === 'SELECT');
  if (isNative) await select.selectOption({ label: String(year) });
  else {
    await select.click();
    await page
      .getByRole('option', { name: String(year), exact: true })
      .first()
      .click();
  }
  await settle(page);
}
