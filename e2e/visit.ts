import { expect, type Page } from '@playwright/test';

/** Goes to another screen as a link does: to load the page anew takes longer than what a journey looks at. */
export async function visit(page: Page, address: string): Promise<void> {
  const { protocol, pathname, origin } = new URL(page.url());
  if (protocol === 'about:' || pathname === new URL(address, origin).pathname) {
    await page.goto(address);
    return;
  }
  const title = await page.title();
  // What the screen before notified of would be taken for what the next one says.
  await page.evaluate(
    `for (const button of document.querySelectorAll('.mantine-Notification-closeButton')) button.click();
     history.pushState(null, '', ${JSON.stringify(address)});`,
  );
  await expect(page).not.toHaveTitle(title);
}
