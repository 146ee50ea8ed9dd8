import { expect, type Page, test } from '@playwright/test';
import { landingPaths, roleLabels, roles } from '#shared/roles.ts';
import { receive, writeApplication } from './applications.ts';
import { newestCode, openDesk, password } from './people.ts';
import { visit } from './visit.ts';

for (const role of roles)
  test(`${role}: each thing that waits leads to as many rows, and the menu counts it`, async ({
    browser,
  }) => {
    const page = await openDesk(browser, role);
    await page.goto(landingPaths[role]);
    const links = whatWaits(page).getByRole('link');
    await expect(links.first()).toBeVisible();
    const waiting = await links.evaluateAll((all) =>
      all.map((link) => ({ words: link.textContent ?? '', address: link.getAttribute('href') ?? '' })),
    );
    const lists = waiting.map(({ words, address }) => {
      const [, count, label] = /^([\d,]+) (.+) · (?:today|[\d,]+ (?:days?|months|years))$/.exec(words)!;
      return { count, label, address };
    });
    // A list with several of them is counted once, and its words have the others.
    const counted = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join());
    for (const { count, label } of lists) expect(counted).toContain(`${label}: ${count}`);
    for (const { count, label, address } of lists) {
      await visit(page, address);
      const footer = page.locator('footer', { hasText: new RegExp(`^${count} (of [\\d,]+ )?entr(y|ies)`) });
      await expect(footer, `${label}: ${address}`).toBeVisible();
    }
  });

test("a colleague's application is counted while the desk stands open", async ({ browser }) => {
  const caseWorker = await openDesk(browser, 'case_worker');
  await caseWorker.goto(landingPaths.case_worker);
  const toVerify = whatWaits(caseWorker).getByRole('link', { name: /^\d+ To verify/ });
  const before = Number.parseInt((await toVerify.textContent())!, 10);
  const receiver = await openDesk(browser, 'receiver');
  await receive(receiver.request, await writeApplication(receiver.request, 950));
  await expect(toVerify).toHaveText(new RegExp(`^${before + 1} To verify`), { timeout: 8_000 });
  await expect(
    caseWorker.getByRole('navigation', { name: 'Main' }).getByLabel(`To verify: ${before + 1}`),
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
  await page.keyboard.type(email);
  await pressTabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(await newestCode(page.request, email));
  await expectAnnounced(page, 'Overview');
  const first = whatWaits(page).getByRole('link').first();
  await pressTabTo(page, first);
  const address = await first.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address!);
  await expectAnnounced(page, (await page.getByRole('heading', { level: 1 }).textContent())!);
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
