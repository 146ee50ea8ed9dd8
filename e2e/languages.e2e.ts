import { expect, type Page, test } from '@playwright/test';
import { openDesk, signIn } from './people.ts';

/** Kannada or Devanagari letters, and none of the words that everybody knows from the English screens. */
const kannada = /[\u0c80-\u0cff]/;
const devanagari = /[\u0900-\u097f]/;

test('a device remembers its language, and a person takes theirs along to every device', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'ಕನ್ನಡ' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'kn');
  await expect(page.locator('main')).toContainText(kannada);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'kn');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await signIn(page, 'receiver');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/account');
  await page.getByLabel('Language').selectOption('हिन्दी');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(devanagari);

  const elsewhere = await openDesk(browser, 'receiver');
  await elsewhere.goto('/');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'hi');
  await expectOnly(elsewhere, devanagari);
  // Amounts, counts and dates keep the one Indian format in Latin digits.
  await expect(elsewhere.getByText(/₹700/).first()).toBeVisible();
  await elsewhere.goto('/application-receiver/new-application');
  await elsewhere.locator('button[type=submit]').click();
  await expect(elsewhere.getByRole('alert').first()).toHaveText(devanagari);

  await elsewhere.goto('/account');
  await elsewhere.locator('select').last().selectOption('English');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
});

/** Headings of columns, menu and page: what would show a sentence that nobody translated. */
async function expectOnly(page: Page, script: RegExp): Promise<void> {
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  for (const text of await page.locator('[role=columnheader], nav a, h1').allInnerTexts())
    expect(text).toMatch(script);
}
