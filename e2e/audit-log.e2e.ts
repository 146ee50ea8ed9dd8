import { expect, test } from '@playwright/test';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

test('an auditor searches the log by what it shows, in their language and by day, and reads who looked', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'auditor');
  const rows = page.getByRole('row');

  await test.step('words of a row find it, and a day range stands in the address', async () => {
    await visit(page, '/auditor/audit-log?q=Application received');
    await expect(rows.nth(1)).toContainText('Application received');
    await visit(page, '/auditor/audit-log');
    const today = dayInIndia(new Date());
    const from = page.getByLabel('From day');
    await from.fill(formatDay(today));
    await from.press('Enter');
    await expect(page).toHaveURL(new RegExp(`from=${today}`));
    await expect(rows.nth(1)).toContainText(formatDay(today));
    await page.reload();
    await expect(from).toHaveValue(formatDay(today));
    await from.fill('nonsense');
    await from.press('Tab');
    await expect(page.getByText('Enter the date as dd/mm/yyyy.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`from=${today}`));
    await visit(page, '/auditor/audit-log?recordType=bank_statement_line');
    await expect(page.getByLabel('Record', { exact: true })).toHaveValue('bank_statement_line');
  });

  await test.step('the access log stands beside it with an entry of its own in the menu', async () => {
    await visit(page, '/auditor/audit-log');
    await page.getByText('Who signed in and looked').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Access log' })).toBeVisible();
    await expect(page.locator('nav [aria-current=page]')).toHaveText('Access log');
    await expect(
      rows.filter({ hasText: 'Leela Menon' }).filter({ hasText: 'Signed in' }).first(),
    ).toBeVisible();
  });

  await test.step('in Kannada the log shows Kannada and is found by it', async () => {
    await visit(page, '/account');
    await page.getByLabel('Language').selectOption('ಕನ್ನಡ');
    await expect(page.locator('html')).toHaveAttribute('lang', 'kn');
    await visit(page, '/auditor/audit-log?q=ಅರ್ಜಿ ಸ್ವೀಕರಿಸಲಾಗಿದೆ');
    await expect(rows.nth(1)).toContainText('ಅರ್ಜಿ ಸ್ವೀಕರಿಸಲಾಗಿದೆ');
    await visit(page, '/account');
    await page.locator('select').last().selectOption('English');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
