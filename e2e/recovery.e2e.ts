import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openRecovery } from '#features/recoveries/server/open-recovery.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { expectNothingFound } from './axe.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { openDeskAt } from './people.ts';

let portal: OwnPortal;
test.beforeAll(async () => {
  portal = await startOwnPortal();
  await openRecovery(runningServerUrl(path.join(portal.directory, 'postgres')), new Date());
});
test.afterAll(() => portal.close());

test('two admins end recovery mode with the last numbers on paper, and record a lost sheet again', {
  tag: '@long',
}, async ({ browser }) => {
  const receiver = await openDeskAt(browser, portal.url, 'receiver');
  await expect(receiver.getByText('The portal was restored and is in recovery mode')).toBeVisible();

  const admin = await openDeskAt(browser, portal.url, 'admin');
  await admin.getByRole('link', { name: 'Enter the last numbers found on paper' }).click();
  const main = admin.getByRole('main');
  const save = main.getByRole('button', { name: 'Save the last numbers on paper' });
  await expectNothingFound(admin, 'to enter');
  // Every count needs its answer.
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  for (const none of await main.getByRole('checkbox').all()) await none.check();
  const lost = await enterAfter(main, 'Last convocation number', 2);
  const last = await enterAfter(main, 'Last serial number', 2);
  await save.click();
  const confirm = 'Confirm the numbers and end recovery mode';
  await expect(main.getByRole('button', { name: confirm })).toHaveAttribute('aria-disabled', 'true');
  await expectNothingFound(admin, 'entered');

  const other = await openDeskAt(browser, portal.url, 'admin', 'registrar@dikshant.example');
  await other.goto('/admin/settings/recovery');
  await other.getByRole('button', { name: confirm }).click();
  const question = other.getByRole('dialog');
  await expect(question.getByText(/This cannot be undone/)).toBeVisible();
  await expectNothingFound(other, 'question');
  await question.getByRole('button', { name: 'Confirm and end recovery mode' }).click();
  await expect(other.getByText(/^Lost in restore on/)).toBeVisible();
  await expect(receiver.getByText('The portal was restored and is in recovery mode')).toBeHidden();

  const stranger = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await ask(stranger, lost);
  await expect(
    stranger.getByText(/Cannot tell now: issued around a restore, ask the university/),
  ).toBeVisible();
  await expectNothingFound(stranger, 'verdict');

  await admin.getByRole('button', { name: 'Record a sheet' }).click();
  const dialog = admin.getByRole('dialog');
  for (const [label, text] of [
    ['Convocation number', lost],
    ['Candidate name', 'Asha Rao'],
    ['Serial number', last],
    ['Verification code', '7K3MQ-X2P9A'],
    ['Academic year', '2025-26'],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  for (const label of ['Course', 'College', 'Certificate type']) {
    await dialog.getByLabel(label, { exact: true }).click();
    await admin.getByRole('option').first().click();
  }
  await dialog.getByLabel('Printed on').fill('31/01/2026');
  await dialog.getByRole('button', { name: 'Record sheet' }).click();
  await expect(dialog).toBeHidden();
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Confirm', exact: true })).toBeHidden();
  await expectNothingFound(other, 'sheet-confirmed');
  await ask(stranger, lost);
  await expect(stranger.getByText('Asha Rao')).toBeVisible();

  const auditor = await openDeskAt(browser, portal.url, 'auditor');
  await auditor.goto('/auditor/overview');
  await expect(auditor.getByText(/^Lost in restore on/)).toBeVisible();
  await expectNothingFound(auditor, 'overview of the auditor');
});

/** Of the first count with a number, the one so many after the last that is known. */
async function enterAfter(main: Locator, label: string, by: number): Promise<string> {
  const field = main
    .locator('.mantine-TextInput-root', { hasText: label })
    .filter({ hasText: 'Last known: ' })
    .first();
  const known = (await field.getByText(/^Last known: /).textContent())!.replace('Last known: ', '');
  const number = known.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'));
  await field.getByRole('textbox').fill(number);
  return number;
}

async function ask(page: Page, number: string): Promise<void> {
  await page.goto('/verify');
  await page.getByLabel('Convocation number').fill(number);
  await page.getByLabel('Verification code').fill('7K3MQ-X2P9A');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
}
