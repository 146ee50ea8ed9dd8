import { expect, type Page, test } from '@playwright/test';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { fillDraft, findReceived, openNewApplication, upload } from './application-form.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { newDraft } from './drafts.ts';
import { describeHiddenText, findHiddenText } from './hidden-text.ts';
import { openDesk } from './people.ts';
import { expectNoMouse, openPhone, tap } from './phone.ts';

test('at 390 px a receiver receives a candidate by touch alone', async ({ browser }) => {
  const page = await openPhone(browser, 'receiver');
  await openNewApplication(page);
  await page.goto('/application-receiver/manage-application');
  await tap(page.getByRole('main').getByRole('link', { name: 'New application' }));
  await page.getByLabel('College Registration number').fill(registrationOf(980));
  await page.getByLabel('Exam roll number').fill('2499980');
  await page.getByLabel('Candidate name').fill('Touched Candidate');
  for (const [label, option] of [
    ['College name', /COL001/],
    ['Course/Degree', /ECE/],
    ['Academic year', /2024-25/],
    ['Chosen Color', /Maroon/],
    ['Selected Paper', /Parchment/],
  ] as const) {
    await tap(page.getByRole('combobox', { name: label }));
    await tap(page.getByRole('option', { name: option }).first());
  }
  await upload(page, 'Photo', 'photo.jpg', await drawPortrait(5));
  await fillDraft(page, 1, newDraft(700));
  await expectTextWhole(page);
  await tap(page.getByRole('button', { name: 'Receive application' }));
  await expect(page.getByText(/^Received: acknowledgement number/)).toBeVisible();
  expect(await findReceived(page, 980)).toHaveLength(1);
  await expectNoMouse(page);
});

test('at 390 px a case is verified by touch, with photo and receipt as wide as the phone', async ({
  browser,
}) => {
  const receiver = await openDesk(browser, 'receiver');
  await receive(receiver.request, await writeApplication(receiver.request, 981));
  const page = await openPhone(browser, 'case_worker');
  await page.goto(`/case-worker/verify?q=${registrationOf(981)}`);
  await expect(page.locator('[data-file]').first()).toBeVisible();
  await expectTextWhole(page);
  for (const name of ['Photo', 'Bank receipt (DD)']) {
    const tab = page.getByRole('tab', { name });
    if (await tab.isVisible()) await tap(tab);
    const document = page.getByRole('img', { name: new RegExp(`^${name.split(' ')[0]}`) }).first();
    await document.scrollIntoViewIfNeeded();
    await expect(document).toBeInViewport();
  }
  await tap(page.getByRole('button', { name: /^Verify/ }).first());
  await tap(page.getByRole('button', { name: 'Verify', exact: true }).last());
  await expect.poll(async () => (await findReceived(page, 981))[0]!.status).toBe('verified');
  await expectNoMouse(page);
});

async function expectTextWhole(page: Page): Promise<void> {
  await expect.poll(async () => (await findHiddenText(page)).map(describeHiddenText)).toEqual([]);
}
