import { expect, type Page } from '@playwright/test';

/** Goes to another screen as a link does: to load the page anew takes longer than what a journey looks at. */
export async function visit(page: Page, address: string): Promise<void> {
  // Both of one moment: the title follows the address.
  const [here, title] = await page.evaluate<[string, string]>('[location.href, document.title]');
  const { protocol, pathname, origin } = new URL(here);
  if (protocol === 'about:' || pathname === new URL(address, origin).pathname) {
    await page.goto(address);
    return;
  }
  // What the screen before notified of would be taken for what the next one says.
  await page.evaluate(
    `for (const button of document.querySelectorAll('.mantine-Notification-closeButton')) button.click();
     history.pushState(null, '', ${JSON.stringify(address)});`,
  );
  await expect(page).not.toHaveTitle(title);
}
