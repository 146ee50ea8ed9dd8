import type { APIRequestContext, Page } from '@playwright/test';

const preamble = '~';

/** Sets a scanner preamble for this person, without which a scan is typing; a page that is loaded afterwards knows it. */
export async function setPreamble(request: APIRequestContext): Promise<void> {
  const { session } = await (await request.get('/api/session')).json();
  const data = { ...session.preferences, scannerPreamble: preamble };
  const response = await request.put('/api/account/preferences', { data });
  if (!response.ok()) throw new Error(await response.text());
}

/**
 * As a scanner types, from within the page: keys that are sent from outside come at the pace of a hand. Each says when it
 * was pressed, as real ones do, however long the page took over the one before.
 */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(`for (const [index, key] of ${JSON.stringify([...preamble, ...code, 'Enter'])}.entries()) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    window.scannedAt = index === 0 ? press.timeStamp : window.scannedAt + 5;
    Object.defineProperty(press, 'timeStamp', { value: window.scannedAt });
    if (document.activeElement.dispatchEvent(press) && key !== 'Enter') document.execCommand('insertText', false, key);
  }`);
}
