import { expect, type Page, test } from '@playwright/test';
import { landingPaths, roleLabels, roles } from '#shared/roles.ts';
import { receive, writeApplication } from './applications.ts';
import { newestCode, openDesk, password } from './people.ts';

test("a colleague's application is counted while the desk stands open", async ({ browser }) => {
  const caseWorker = await openDesk(browser, 'case_worker');
  await caseWorker.goto(landingPaths.case_worker);
  const toVerify = whatWaits(caseWorker).getByRole('link', { name: /^\d+ to verify/ });
  const before = Number.parseInt((await toVerify.textContent())!, 10);
  const receiver = await openDesk(browser, 'receiver');
  await receive(receiver.request, await writeApplication(receiver.request, 950));
  await expect(toVerify).toHaveText(new RegExp(`^${before + 1} to verify`), { timeout: 8_000 });
  await expect(
    caseWorker.getByRole('navigation', { name: 'Main' }).getByLabel(`${before + 1} to verify`),
  ).toBeAttached();
});

test('signing in and following what waits takes keys alone, and each page is announced', async ({ page }) => {
  const email = 'auditor@dikshant.example';
  await page.goto('/');
  await pressTabTo(page, page.getByRole('radio'));
  const chip = page.getByRole('radio', { name: roleLabels.auditor, exact: true });
  for (let pressed = 0; pressed < roles.length && !(await chip.isChecked()); pressed += 1)
    await page.keyboard.press('ArrowRight');
  await pressTabTo(page, page.getByLabel('Email Id'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(email, { delay: 40 });
  await pressTabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(password, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(await newestCode(page.request, email), { delay: 40 });
  await expectAnnounced(page, 'Overview');
  const first = whatWaits(page).getByRole('link').first();
  await pressTabTo(page, first);
  const address = await first.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address!);
  // Once it is there, and no longer the page before.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
  await expectAnnounced(page, (await page.title()).split(' · ')[0]!);
});

function whatWaits(page: Page) {
  return page.getByRole('region', { name: 'What waits' });
}

async function pressTabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const focused = target.and(page.locator(':focus'));
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function expectAnnounced(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached();
}
