import { expect, type Page, test } from '@playwright/test';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';

const interruption = 'Live updates are interrupted; the list may be older than it looks.';

test("a colleague's application reaches an open list, and moves no row", async ({ browser }) => {
  const watcher = await openDesk(browser, 'receiver');
  const colleague = await openDesk(browser, 'receiver', 'receiver.col001@dikshant.example');
  const rows = watcher.getByRole('row');
  const pill = watcher.getByRole('button', { name: /^\d+ new$/ });

  await openList(watcher);
  // The sums come last.
  await expect(rows.last()).toHaveText(/^Total.*₹/);
  // A few rows are drawn at a time.
  await expect.poll(() => rows.allTextContents()).not.toContain('');
  const before = await rows.allTextContents();

  await test.step('a pill tells within a second', async () => {
    const application = await writeApplication(colleague.request, 1);
    await receive(colleague.request, application);
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 1_000 });
    expect(await rows.allTextContents()).toEqual(before);
  });

  await test.step('a narrowed list promises nothing', async () => {
    await watcher.getByLabel('Status').selectOption('Verified');
    await expect(pill).toBeHidden();
    await watcher.getByLabel('Status').selectOption('All');
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible();
  });

  await test.step('pressing it brings the row to the top', async () => {
    await pill.click();
    await expect(rows.nth(1)).toContainText(registrationOf(1));
    await expect(pill).toBeHidden();
  });

  await test.step('a lost stream is announced, and caught up', async () => {
    await watcher.route('**/api/changes', (route) => route.abort('connectionrefused'));
    await openList(watcher);
    await expect(watcher.getByRole('status').filter({ hasText: interruption })).toBeVisible();
    await receive(colleague.request, await writeApplication(colleague.request, 2));
    await expect(pill).toBeHidden();
    await watcher.unroute('**/api/changes');
    await expect(watcher.getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(watcher.getByText(interruption)).toBeHidden();
  });

  await test.step("somebody of one college is not told of another college's", async () => {
    await openList(colleague);
    await receive(watcher.request, await writeApplication(watcher.request, 3, 'COL002'));
    await receive(watcher.request, await writeApplication(watcher.request, 4, 'COL001'));
    await expect(colleague.getByRole('button', { name: '1 new' })).toBeVisible();
  });
});

/** Opens the list afresh, with its rows there and the stream asked for. */
async function openList(page: Page): Promise<void> {
  const stream = page.waitForRequest('**/api/changes');
  await page.goto('/application-receiver/manage-application');
  await stream;
  await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
}
