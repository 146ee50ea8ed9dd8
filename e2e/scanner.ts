import type { Page } from '@playwright/test';

/** As a scanner types, from within the page: keys that are sent from outside come at the pace of a hand. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(`for (const key of ${JSON.stringify([...code, 'Enter'])}) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(press) && key !== 'Enter') document.execCommand('insertText', false, key);
  }`);
}
