import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const thisYear = dayInIndia(new Date()).slice(0, 4);

test('the applications: tiles, years, table view, pictures, quick actions', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await test.step('four tiles with a trend', async () => {
    for (const label of ['Total Students', 'Total Applications', 'Total revenue', 'Pending Fee']) {
      const tile = page.getByRole('group', { name: label, exact: true });
      await expect(tile).toContainText(/\+₹?[\d,.]+.* this month(, [+−]?[\d,]+%)? Vs last month/);
    }
    await expect(page.getByRole('group', { name: 'Total revenue' })).toContainText('₹');
  });

  await test.step('the (i) opens by keyboard, takes the focus and gives it back', async () => {
    const help = page.getByRole('button', { name: 'What Pending Fee counts' });
    await help.focus();
    await page.keyboard.press('Enter');
    const words = page.getByRole('dialog');
    await expect(words).toContainText('Rupees of fees that no demand draft pays yet');
    await expect(words).toContainText('the same days of last month');
    await expect(words.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(words).toBeHidden();
    await expect(help).toBeFocused();
  });

  await test.step('the year is chosen from a list, newest first, and stands in the address', async () => {
    const select = page.getByRole('combobox', { name: 'Select year' });
    await expect(select).toHaveAttribute('placeholder', 'Select year');
    await expect(select).toHaveValue(thisYear);
    await select.click();
    const years = await page.getByRole('listbox').getByRole('option').allTextContents();
    expect(years).toEqual([...years].sort().reverse());
    for (const year of [thisYear, '2025', '2024']) expect(years).toContain(year);
    await page.getByRole('option', { name: '2024' }).click();
    await expect(page).toHaveURL(/year=2024/);
    await expect(page.getByRole('group', { name: /^Bar chart: revenue 2024 by month/ })).toBeVisible();
    await page.reload();
    await expect(select).toHaveValue('2024');
  });

  await test.step('each chart is a table as well', async () => {
    const revenue = page.getByRole('region', { name: 'Yearly revenue' });
    await revenue.getByRole('button', { name: 'Table' }).click();
    const table = revenue.getByRole('table', { name: /^Yearly revenue 2024, ₹[\d,]+ in all/ });
    await expect(table.getByRole('row')).toHaveCount(13);
    await revenue.getByRole('button', { name: 'Chart' }).click();
    await expect(revenue.getByRole('group', { name: /^Bar chart/ })).toBeVisible();

    const overview = page.getByRole('region', { name: 'Applications Overview' });
    await expect(
      overview.getByRole('img', { name: /^Donut chart: \d+% of the applications are pending/ }),
    ).toBeVisible();
    await overview.getByRole('button', { name: 'Table' }).click();
    await expect(overview.getByRole('rowheader')).toHaveText(['Pending', 'Approved']);
    await overview.getByRole('button', { name: 'Chart' }).click();
  });

  await test.step('and a picture', async () => {
    const revenue = await download(page, 'Yearly revenue');
    expect(revenue.name).toBe('yearly-revenue-2024.png');
    const overview = await download(page, 'Applications Overview');
    expect(overview.name).toMatch(/^applications-overview-\d{4}-\d\d-\d\d\.png$/);
    for (const { bytes } of [revenue, overview]) {
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1920, 1080]);
      expect(bytes.length).toBeGreaterThan(15_000);
    }
  });

  await test.step('the certificates are searched and opened in place', async () => {
    const list = page.getByRole('region', { name: 'Convocations certificates', exact: true });
    await expect(list.getByRole('columnheader')).toHaveText([
      'College Reg No',
      'Exam roll No',
      'Student name',
      'Convocation No',
    ]);
    await list.getByPlaceholder('Search by name, roll no, college...').fill('zzqxj');
    await expect(list.getByText('No certificates found').first()).toBeVisible();
    await list.getByRole('textbox').fill('priya nair');
    await expect(list.getByText(/^1 of [\d,]+ entries$/).first()).toBeVisible();
    await list.getByText('Priya Nair').click();
    await expect(page.getByRole('dialog')).toContainText('Row Details');
    await page.keyboard.press('Escape');
  });

  await test.step('quick actions lead to their pages', async () => {
    const actions = page.getByRole('region', { name: 'Quick Actions' });
    const title = await page.title();
    const expectLeft = async (address: string) => {
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await expect(page).not.toHaveTitle(title);
    };
    const ways = {
      'Add student': '/admin/add-student',
      'Add College': '/admin/add-college',
      'Check Certificates': '/admin/printed-certificates',
    };
    for (const [label, address] of Object.entries(ways)) {
      await visit(page, '/admin/dashboard');
      await actions.getByRole('link', { name: label }).click();
      await expectLeft(address);
    }
    for (const kind of ['case worker', 'application receiver', 'printer', 'auditor']) {
      await visit(page, '/admin/dashboard');
      await actions.getByRole('button', { name: 'Add User' }).click();
      await page.getByRole('menuitem', { name: `Add ${kind}` }).click();
      await expectLeft(`/admin/add-${kind.replace(' ', '-')}`);
    }
  });
});

test('the users: four tiles, by a switch that stands in the address', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/dashboard');
  await page.getByText('Users', { exact: true }).click();
  await expect(page).toHaveURL(/\?view=users$/);
  for (const label of [
    'Total Users',
    'Total case workers',
    'Total application receivers',
    'Total printers',
  ]) {
    const tile = page.getByRole('group', { name: label, exact: true });
    await expect(tile).toContainText(/\+₹?[\d,.]+.* this month(, [+−]?[\d,]+%)? Vs last month/);
  }

  const table = page.getByRole('region', { name: 'Users', exact: true });
  const type = table.getByLabel('User Type');
  await expect(type.getByRole('option')).toHaveText([
    'All',
    'Case worker',
    'printer',
    'Application receiver',
  ]);
  await table.getByPlaceholder('Search user......').fill('KULKARNI');
  await expect(table.getByText(/^1 of \d+ entries$/).first()).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'case-worker@dikshant.example' })).toBeVisible();
  await type.selectOption('printer');
  await expect(table.getByText('No users found').first()).toBeVisible();
  await table.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(table.getByText(/^\d+ entries$/).first()).toBeVisible();

  await page.getByText('Applications', { exact: true }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(page.getByRole('group', { name: 'Total Students' })).toBeVisible();
});

test('figures are of the chosen days and college, and lead to their rows', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/dashboard?year=2025');
  const figure = page.getByRole('group', { name: 'Total Applications' }).getByRole('link');
  const from = page.getByLabel('From day');
  const to = page.getByLabel('To day');
  const college = page.getByLabel('College', { exact: true });
  const expectRows = (count: string) =>
    expect(
      page.locator('footer', { hasText: new RegExp(`^${count} (of [\\d,]+ )?entr(y|ies)`) }),
    ).toBeVisible();

  await test.step('what is chosen stands in the address, and survives a reload and Back', async () => {
    await expect(figure).toHaveText(/^\d+$/);
    const all = (await figure.textContent())!;
    await college.selectOption('COL001');
    await from.fill('1/1/2024');
    await to.fill(formatDay(dayInIndia(new Date())));
    await to.press('Tab');
    await expect(page).toHaveURL(/from=2024-01-01/);
    await expect(figure).not.toHaveText(all);
    const ofCollege = (await figure.textContent())!;
    await page.reload();
    await expect(figure).toHaveText(ofCollege);
    await figure.click();
    await expect(page).toHaveURL(/total-applications/);
    await expectRows(ofCollege);
    await page.goBack();
    await expect(figure).toHaveText(ofCollege);
    await expect(college).toHaveValue('COL001');
  });

  await test.step('a slice leads to its rows', async () => {
    const slice = page
      .getByRole('region', { name: 'Applications Overview' })
      .getByRole('link', { name: /^Pending/ });
    const count = (await slice.locator('strong').textContent())!;
    await slice.click();
    await expectRows(count);
    await page.goBack();
  });

  await test.step('a month leads to the fees that it adds up', async () => {
    const months = page.getByRole('region', { name: 'Yearly revenue' }).getByRole('link');
    await expect(months).toHaveCount(12);
    const ofBothYears = /^\w+ 2025: (₹[1-9][\d,]*) · \w+ 2024: ₹[\d,]+$/;
    const month = page.getByRole('link', { name: ofBothYears }).first();
    const [, amount] = ofBothYears.exec((await month.getAttribute('aria-label'))!)!;
    await month.click();
    await expect(page).toHaveURL(/from=2025-/);
    await expect(page.getByRole('row').last()).toContainText(amount!);
    await page.goBack();
    await expect(months).toHaveCount(12);
  });

  await test.step('a period that ends before it begins is refused at its field', async () => {
    await to.fill('31/12/2023');
    await to.press('Tab');
    await expect(page.getByText('Enter the same day as From day, or a later one.')).toBeVisible();
    await expect(to).toHaveAttribute('aria-invalid', 'true');
  });
});

test("a colleague's application is counted while the dashboard stands open", async ({ browser }) => {
  const admin = await openDesk(browser, 'admin');
  await admin.goto('/');
  const receiver = await openDesk(browser, 'receiver');
  // The figure alone: the trend beside it may begin with a digit, too.
  const figure = admin.getByRole('group', { name: 'Total Applications' }).getByRole('link');
  await expect(figure).toHaveText(/^\d+$/);
  const before = Number(await figure.textContent());
  for (const ordinal of [61, 62]) {
    await receive(receiver.request, await writeApplication(receiver.request, ordinal));
  }
  await expect(figure).toHaveText(String(before + 2), { timeout: 8_000 });
});

async function download(page: Page, card: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('region', { name: card }).getByRole('button', { name: 'Download PNG' }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
