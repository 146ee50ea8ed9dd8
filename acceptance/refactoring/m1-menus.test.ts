import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, menuEntries, openMenu } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { type Desk, everyDesk, homes } from '../harness/screens.ts';

// The issue: "Every screen highlights an entry of the menu: admin, printer and auditor menus get the missing entries;
// case worker and receiver keep their single specified entry, and their other screens are reached from its toolbar,
// highlight it and show breadcrumbs." UX.md: "breadcrumbs where there are more than two levels".
// Open: how an entry is highlighted. A reader is told by aria-current, which is what is looked for.

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

const single = {
  caseWorker: '/case-worker/manage-application',
  receiver: '/application-receiver/manage-application',
} as const;

/** specification.txt, 'Sidebar', in its order; what a stage added may stand between. */
const adminMenu = [
  ['/admin/dashboard'],
  [
    '/admin/user-management',
    '/admin/case-worker-management',
    '/admin/application-receiver-management',
    '/admin/printer-management',
    '/admin/auditor-management',
  ],
  [
    '/admin/add-case-worker',
    '/admin/add-application-receiver',
    '/admin/add-printer',
    '/admin/add-auditor',
    '/admin/add-college',
    '/admin/add-student',
  ],
  [
    '/admin/completed-printing',
    '/admin/pending-print',
    '/admin/approved-for-reprint',
    '/admin/pending-reprint-approvals',
  ],
  ['/admin/fee-generated', '/admin/total-fee-generated', '/admin/pending-fee'],
  ['/admin/printed-certificates', '/admin/pending-certificates'],
  ['/admin/total-applications', '/admin/completed-applications', '/admin/rejected-applications'],
  ['/admin/college-management'],
  ['/admin/student-master'],
  ['/admin/ink-stock', '/admin/certificate-stock'],
];

describe('menus', { timeout: 300_000 }, () => {
  for (const desk of everyDesk) {
    test(`${desk}: "Every screen highlights an entry of the menu", exactly one`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      const screens = await crawl(page, desk);
      for (const path of screens) {
        await page.goto(path);
        await openMenu(page);
        await page.waitForTimeout(300);
        const current = await highlighted(page);
        if (current.length !== 1) faults.push(`${path}: ${current.length ? current.join(' and ') : 'none'}`);
      }
      console.log(`${desk}: ${screens.length} screens`);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }

  for (const desk of ['admin', 'printer', 'auditor'] as const) {
    test(`${desk}: "get the missing entries": every screen without a record of its own is in the menu, and highlights itself there`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const screens = await crawl(page, desk);
      await page.goto(homes[desk].start[0]);
      const entries = (await menuEntries(page)).map(({ href }) => new URL(href, portal.url).pathname);
      const missing: string[] = [];
      for (const path of screens) {
        if (entries.includes(path)) continue;
        await page.goto(path);
        await openMenu(page);
        // A form or a part of a screen of the menu is reached from there, and says so by its crumbs.
        const crumbs = await crumbsOf(page);
        if (crumbs.length < 2) missing.push(path);
      }
      expect(missing).toEqual([]);
      await page.context().close();
    });
  }

  for (const [desk, path] of Object.entries(single) as [keyof typeof single, string][]) {
    test(`${desk}: "keep their single specified entry": Manage Application, on every screen`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      for (const screen of await crawl(page, desk)) {
        await page.goto(screen);
        const entries = await menuEntries(page);
        expect(
          entries.map(({ text }) => text.replace(/\s*[\d,]+\+?$/, '')),
          screen,
        ).toEqual(['Manage Application']);
        expect(new URL(entries[0]!.href, portal.url).pathname).toBe(path);
      }
      await page.context().close();
    });

    test(`${desk}: "their other screens are reached from its toolbar, highlight it and show breadcrumbs"`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      const screens = (await crawl(page, desk)).filter((screen) => screen !== path);
      expect(screens.length, 'other screens').toBeGreaterThan(0);
      await page.goto(path);
      await page.getByRole('main').getByRole('link').first().waitFor();
      const faults: string[] = [];
      const links = await toolbarLinks(page);
      for (const screen of screens) {
        await page.goto(screen);
        await openMenu(page);
        const current = await highlighted(page);
        if (!current.some((one) => one.startsWith('Manage Application')))
          faults.push(`${screen}: highlights ${current.join() || 'nothing'}`);
        const crumbs = await crumbsOf(page);
        // Deeper ones are reached from one that the toolbar leads to, which stands in their breadcrumbs.
        if (!links.includes(screen) && !crumbs.some((href) => links.includes(href)))
          faults.push(`${screen}: not in the toolbar of ${path}`);
        if (!crumbs.some((href) => href === path))
          faults.push(`${screen}: breadcrumbs ${crumbs.join(' › ') || 'missing'}`);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test(`${desk}: the toolbar and the breadcrumbs are walked by keys`, async () => {
      const page = await openPage(browser, portal, desks[desk], path);
      await page.getByRole('main').getByRole('link').first().waitFor();
      const [first] = await toolbarLinks(page);
      expect(first, 'a link of the toolbar').toBeDefined();
      await page.locator(`main a[href^="${first}"]`).first().press('Enter');
      await page.waitForURL(`**${first}*`);
      await page
        .locator(`nav[aria-label*="readcrumb" i] a[href^="${path}"]`)
        .first()
        .press('Enter', { timeout: 4_000 });
      await page.waitForURL(`**${path}*`);
      await page.context().close();
    });
  }

  test('admin: the entries of the specification stand in its order, submenus open one at a time', async () => {
    const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
    const hrefs = (await menuEntries(page)).map(({ href }) => new URL(href, portal.url).pathname);
    for (const group of adminMenu) {
      expect(
        hrefs
          .filter((href) => group.includes(href))
          .filter((href, index, all) => all.indexOf(href) === index),
      ).toEqual(group);
    }
    const open = page.locator('nav [aria-expanded=true]');
    expect(await open.count()).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  for (const [desk, labels] of [
    ['printer', ['Print queue', 'Print runs', 'Completed printing', 'Reprint requests', 'Stock']],
    ['auditor', ['Overview', 'Audit log', 'Applications', 'Fees', 'Certificates', 'Stock']],
  ] as [Desk, string[]][]) {
    test(`${desk}: the entries of PRODUCT.md 2 are there, in its order`, async () => {
      const page = await openPage(browser, portal, desks[desk], homes[desk].start[0]);
      await menuEntries(page);
      const text = (await (await openMenu(page)).textContent()) ?? '';
      let after = -1;
      for (const label of labels) {
        const at = text.indexOf(label, after + 1);
        expect(at, `${label} in ${text.replaceAll('\n', ' · ')}`).toBeGreaterThan(after);
        after = at;
      }
      await page.context().close();
    });
  }
});

/** Entries of the menu that are marked as where one is; a group and its own entry count as one. */
function highlighted(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "Array.from(document.querySelector('nav:not([aria-label*=\"readcrumb\" i])').querySelectorAll('li [aria-current]:not([aria-current=false])')).filter((e) => !e.querySelector('[aria-current]')).map((e) => e.textContent.trim())",
  );
}

/** Addresses in the breadcrumbs, the screen itself left out. */
async function crumbsOf(page: Page): Promise<string[]> {
  const hrefs = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('nav[aria-label*=\"readcrumb\" i] a, nav[aria-label*=\"readcrumb\" i] [aria-current], [class*=readcrumb] a'), (a) => a.getAttribute('href') ?? '')",
  );
  return hrefs.map((href) => href && new URL(href, portal.url).pathname);
}

/** Links in the content that stand in no row of a list. */
async function toolbarLinks(page: Page): Promise<string[]> {
  await page.waitForTimeout(500);
  const hrefs = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('main a[href]')).filter((a) => !a.closest('[role=row], tr, nav')).map((a) => a.getAttribute('href'))",
  );
  return hrefs.map((href) => new URL(href, portal.url).pathname);
}
