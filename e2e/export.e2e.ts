import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { Role } from '#shared/roles.ts';
import { chooseListOption, listOptions } from './list-options.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

/** Every list, by the role whose desk it is. */
const lists: Partial<Record<Role, string[]>> = {
  admin: [
    '/admin/total-applications',
    '/admin/completed-applications',
    '/admin/rejected-applications',
    '/admin/fee-generated',
    '/admin/total-fee-generated',
    '/admin/pending-fee',
    '/admin/printed-certificates',
    '/admin/pending-certificates',
    '/admin/college-management',
    '/admin/student-master',
  ],
  case_worker: ['/case-worker/manage-application'],
  receiver: ['/application-receiver/manage-application'],
  printer: ['/printer/print-queue', '/printer/print-runs'],
  auditor: ['/auditor/audit-log', '/auditor/fees'],
};

for (const [role, addresses] of Object.entries(lists) as [Role, string[]][]) {
  const tag = role === 'admin' || role === 'auditor' ? [] : ['@long'];
  test(`${role}: what is on the screen is what is in the file`, { tag }, async ({ browser }) => {
    const page = await openDesk(browser, role);
    for (const address of addresses) {
      await visit(page, address);
      const shown = await footerCount(page);
      const [heading, ...rows] = await csvOf(await exportAs(page, 'CSV'));
      expect(heading, address).toEqual(await headings(page));
      // The audit log has a row more by then: that of this export is none of it.
      expect(rows, address).toHaveLength(shown);
    }
  });
}

test('a narrowed list is exported as it is narrowed, in both formats', async ({ browser }) => {
  const page = await openDesk(browser, 'auditor');
  await visit(page, '/auditor/applications');
  const all = await footerCount(page);
  await page.getByLabel('Status').selectOption('Verified');
  await page.getByRole('button', { name: 'Candidate', exact: true }).click();
  await expect.poll(() => footerCount(page)).toBeLessThan(all);
  const shown = await footerCount(page);
  const [heading, ...rows] = await csvOf(await exportAs(page, 'CSV'));
  expect(rows).toHaveLength(shown);
  expect(new Set(rows.map((row) => row[heading!.indexOf('Status')]))).toEqual(new Set(['Verified']));
  const names = rows.map((row) => row[heading!.indexOf('Candidate')]!);
  expect(names).toEqual(names.toSorted());

  const download = await exportAs(page, 'Excel (XLSX)');
  expect(download.suggestedFilename()).toMatch(/^total-applications-\d{4}-\d\d-\d\d\.xlsx$/);
  const workbook = await readXlsx(await readFile(await download.path()));
  expect(workbook.sheets[0]!.rows.slice(1).map((row) => row[heading!.indexOf('Candidate')])).toEqual(names);
  await expect(page.getByRole('status').filter({ hasText: 'is saved.' })).toBeAttached();
});

test('fee totals are saved with their row of totals, and lead to the records that they add up', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'auditor');
  await visit(page, '/auditor/fee-totals?fees=academicYear');
  const fees = page.getByRole('region', { name: 'Fees', exact: true });
  const table = fees.getByRole('table');
  await expect(table.getByRole('row').last()).toContainText('Total');
  const download = page.waitForEvent('download');
  await fees.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const [heading, ...rows] = await csvOf(await download);
  expect(heading).toEqual(await table.getByRole('columnheader').allInnerTexts());
  expect(rows.map((row) => row[0])).toEqual(await table.getByRole('rowheader').allInnerTexts());

  const [year, applications] = rows[0]!;
  await table.getByRole('link', { name: year, exact: true }).click();
  await expect(page.getByLabel('Academic year', { exact: true })).toHaveValue(year!);
  await expect.poll(() => footerCount(page)).toBe(Number(applications));
});

test('by keyboard, cancelled, and while another search is typed', async ({ browser }) => {
  const page = await openDesk(browser, 'auditor');
  await visit(page, '/auditor/applications');
  await footerCount(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/exports/**', async (route) => {
    await answer.promise;
    await route.continue().catch(() => {});
  });
  const strip = page.getByRole('region', { name: 'Exports' });

  await test.step('begins by keyboard, and Cancel ends it', async () => {
    await listOptions(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu').locator(':focus')).toBeAttached();
    // Views, Columns and Print come before it.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(strip).toContainText('Export of Total applications as CSV');
    const failed = page.waitForEvent('requestfailed');
    await strip.getByRole('button', { name: 'Cancel' }).click();
    await failed;
    await expect(strip).toBeHidden();
  });

  await test.step('goes on under another search and on another screen', async () => {
    const shown = await footerCount(page);
    await chooseListOption(page, 'CSV');
    // At nothing yet it has no width.
    await expect(strip.getByRole('progressbar')).toBeAttached();
    await page.getByPlaceholder('Search candidate...').fill('zzqxj');
    await expect(page.getByText('No applications found').first()).toBeVisible();
    await listOptions(page).click();
    await expect(page.getByRole('menu')).toContainText('Nothing to export');
    await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    const download = page.waitForEvent('download');
    answer.resolve();
    expect(await csvOf(await download)).toHaveLength(shown + 1);
  });

  await test.step('a refusal is a sentence in its place', async () => {
    await page.unroute('**/api/exports/**');
    await page.route('**/api/exports/**', (route) => route.abort('connectionrefused'));
    await chooseListOption(page, 'CSV');
    await expect(strip.getByRole('alert')).toContainText('The portal cannot be reached.');
    await page.unroute('**/api/exports/**');
    const download = page.waitForEvent('download');
    await strip.getByRole('button', { name: 'Try again' }).click();
    await download;
    await expect(strip.getByRole('alert')).toBeHidden();
  });
});

async function exportAs(page: Page, format: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await chooseListOption(page, format);
  return download;
}

async function csvOf(download: Download): Promise<string[][]> {
  return parse(await readFile(await download.path()), { bom: true, record_delimiter: '\r\n' });
}

/** The rows that the footer counts, once they are counted. */
async function footerCount(page: Page): Promise<number> {
  const footer = page.locator('footer').filter({ hasText: /^[\d,]+( of [\d,]+)? entr(y|ies)/ });
  await expect(footer).toBeVisible();
  return Number(/^[\d,]+/.exec((await footer.textContent()) ?? '')![0].replaceAll(',', ''));
}

/** Those of the list's columns, without that of the row's actions. */
async function headings(page: Page): Promise<string[]> {
  const texts = await page.getByRole('columnheader').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Actions');
}
