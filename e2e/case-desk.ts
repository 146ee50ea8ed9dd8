import { expect, type Page } from '@playwright/test';
import { receive, writeApplication } from './applications.ts';
import { visit } from './visit.ts';

let batches = 0;

/** Applications of COL001 that no other one's search finds; oldest first. */
export async function receiveMany(
  page: Page,
  count: number,
  isShort: (index: number) => boolean = () => false,
) {
  batches += 1;
  const name = `Queue${Date.now()}`;
  const ids: string[] = [];
  const registrations: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const application = await writeApplication(page.request, 50_000 + batches * 100 + index);
    const [draft] = application.drafts;
    if (isShort(index)) draft!.amount -= 200;
    application.candidateName = `${name} ${index}`;
    await receive(page.request, application);
    registrations.push(application.registrationNumber);
  }
  const { rows } = await (await page.request.get(`/api/applications?search=${name}&limit=100`)).json();
  for (const row of rows.toReversed()) ids.push(row.id);
  return { name, ids, registrations };
}

/** By way of another screen: to load this one anew would take longer. */
export async function openVerify(page: Page, search: string): Promise<void> {
  await visit(page, '/account');
  await visit(page, `/case-worker/verify?q=${search}`);
  // The first PDF of a page brings the program that reads it.
  await expect(page.locator('[data-file]')).toHaveCount(2, { timeout: 30_000 });
}

export async function shownCase(page: Page): Promise<string> {
  const shown = page.locator('[data-case]');
  await expect(shown).toBeVisible();
  return (await shown.getAttribute('data-case'))!;
}

/** Until the next case stands where a decided one did. */
export async function waitForNext(page: Page, decided: string): Promise<void> {
  await expect(page.locator(`[data-case="${decided}"]`)).toHaveCount(0);
  await expect(page.locator('[data-case]')).toBeVisible();
}

/** Until decision keys count: nobody reads a case in 150 ms. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 160))');
}

/** Opens a question, waits until somebody could have read it, presses further keys, and Enter. */
export async function decide(page: Page, ...keys: [string, ...string[]]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await painted(page);
  }
  await page.keyboard.press('Enter');
}

/** Until what the last key drew is on the screen. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve))))',
  );
}
