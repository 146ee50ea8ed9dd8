import { expect, type Page } from '@playwright/test';

/** Where every desk can go, and little is drawn. */
const between = '/account';

/** Goes to another screen as a link does: to load the page anew takes longer than what a journey looks at. */
export async function visit(page: Page, address: string): Promise<void> {
  const { protocol, pathname, origin } = new URL(page.url());
  const isHere = protocol !== 'about:' && pathname === new URL(address, origin).pathname;
  if (protocol === 'about:' || (isHere && pathname === between)) {
    await page.goto(address);
    return;
  }
  // By way of another screen, so that this one begins anew.
  if (isHere) await follow(page, between);
  await follow(page, address);
}

async function follow(page: Page, address: string): Promise<void> {
  const title = await page.title();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  await expect(page).not.toHaveTitle(title);
}
