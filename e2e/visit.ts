import { expect, type Page } from '@playwright/test';

/** Goes to another screen as a link does: to load the page anew takes longer than what a journey looks at. */
export async function visit(page: Page, address: string): Promise<void> {
  const here = new URL(page.url());
  if (here.protocol === 'about:' || here.pathname === new URL(address, here).pathname) {
    await page.goto(address);
    return;
  }
  const title = await page.title();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  await expect(page).not.toHaveTitle(title);
}
