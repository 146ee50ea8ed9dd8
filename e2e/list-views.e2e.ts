import { expect, type Locator, type Page, test } from '@playwright/test';
import { openDesk } from './people.ts';

const list = '/auditor/applications';
const run = String(Date.now()).slice(-6);

const table = (page: Page) => page.getByRole('grid').or(page.getByRole('table')).first();
const headings = async (page: Page) =>
  (await table(page).getByRole('columnheader').allTextContents()).map((text) => text.trim());
const heading = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true });
/** While the rows are fetched there is none, which is as tall as nothing is. */
const rowHeight = async (page: Page) =>
  (await table(page).getByRole('row').nth(1).boundingBox())?.height ?? Number.POSITIVE_INFINITY;
/** `12 entries`, or `12 of 40 entries` of a list that is narrowed. */
async function footerCount(page: Page): Promise<number> {
  const footer = page.locator('footer').filter({ hasText: /^[\d,]+( of [\d,]+)? entr(y|ies)/ });
  await expect(footer).toBeVisible();
  return Number(/^[\d,]+/.exec((await footer.textContent()) ?? '')![0].replaceAll(',', ''));
}

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns' }).click();
  return page.getByRole('dialog', { name: 'Columns' });
}

test('what is chosen of the columns follows the person through a reload, and Reset takes it back', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'auditor');
  await page.goto(list);
  await expect(heading(page, 'Guide name')).toBeVisible();
  await expect.poll(() => rowHeight(page)).toBeLessThan(100);
  const [before, height] = [await headings(page), await rowHeight(page)];
  const panel = await openColumns(page);
  await panel.getByRole('checkbox', { name: 'DD date' }).click();
  await panel.getByRole('button', { name: 'Guide name: one place up' }).click();
  await panel.getByLabel('Width of Guide name in pixels').fill('260');
  await page.keyboard.press('Tab');
  await panel.getByRole('button', { name: 'Pin Guide name' }).click();
  await panel.getByText('Compact').click();
  const expectArranged = async () => {
    await expect(heading(page, 'DD date')).toHaveCount(0);
    await expect.poll(async () => (await heading(page, 'Guide name').boundingBox())!.width).toBe(260);
    await expect.poll(() => rowHeight(page)).toBeLessThan(height);
    await table(page).evaluate((element) => element.scrollTo({ left: 5_000 }));
    await expect(heading(page, 'Guide name')).toBeInViewport({ ratio: 0.9 });
  };
  await expectArranged();
  await page.keyboard.press('Escape');
  // The choice is on its way to the portal until this is answered.
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expectArranged();

  const again = await openColumns(page);
  await again.getByRole('button', { name: 'Reset' }).click();
  await again.getByText('Comfortable').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => headings(page)).toEqual(before);
  await expect.poll(() => rowHeight(page)).toBe(height);
  await page.waitForLoadState('networkidle');
});

test('a view is saved, opened, sent to a colleague as a link, and deleted', async ({ browser }) => {
  const page = await openDesk(browser, 'auditor');
  await page.goto(list);
  const all = await footerCount(page);
  await page.getByLabel('Status').selectOption('Verified');
  await expect.poll(() => footerCount(page)).toBeLessThan(all);
  await page.getByRole('button', { name: 'Candidate', exact: true }).click();
  await expect(page).toHaveURL(/status=verified.*sort=|sort=.*status=verified/);
  const address = page.url();
  const count = await footerCount(page);
  const name = `Verified ${run}`;
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} is saved.`)).toBeVisible();

  await page.goto(list);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  // A view may name its columns as well.
  const asked = (url: string) => ['status', 'sort', 'q'].map((name) => new URL(url).searchParams.get(name));
  await expect.poll(() => asked(page.url())).toEqual(asked(address));
  await expect.poll(() => footerCount(page)).toBe(count);

  const colleague = await openDesk(browser, 'admin');
  await colleague.goto(
    new URL(address).pathname.replace('/auditor/applications', '/admin/total-applications') +
      new URL(address).search,
  );
  await expect.poll(() => footerCount(colleague)).toBe(count);

  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeVisible();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});
