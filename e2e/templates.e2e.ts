import { expect, test } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';

const registrar = 'registrar@dikshant.example';
const name = `Security paper ${String(Date.now()).slice(-5)}`;

test('a template is added, proved by two people and brought into force from a day to come; the auditor reads it', async ({
  browser,
}) => {
  const admin = await openDesk(browser, 'admin');
  const second = await openDesk(browser, 'admin', registrar);

  await test.step('it begins with a design of the portal', async () => {
    await admin.goto('/admin/settings/templates');
    await admin.getByRole('button', { name: 'Add template' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Add template' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Certificate type' }).click();
    await admin.getByRole('option', { name: 'Degree', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Data only, for pre-printed paper' }).check();
    await expectNothingFound(admin, 'the questions about a new template');
    await dialog.getByRole('button', { name: 'Add template' }).click();
    await expect(admin.getByRole('heading', { name })).toBeVisible();
    await expect(admin.getByRole('row').filter({ hasText: 'Draft' })).toHaveCount(1);
  });

  const bring = admin.getByRole('button', { name: 'Bring into force' });
  await test.step('without a signed-off proof sheet it does not come into force', async () => {
    await expect(bring).toHaveAccessibleDescription(/^No proof sheet of this draft is signed off\./);
    const made = admin.waitForResponse(
      (response) => response.url().endsWith('/proofs') && response.request().method() === 'POST',
    );
    await admin.getByRole('button', { name: 'Make proof sheet' }).click();
    const { id } = (await (await made).json()) as { id: string };
    await expect(admin.getByText(`The proof sheet of ${name} is made.`)).toBeVisible();
    await expectNothingFound(admin, 'the page of a template');
    const document = await second.request.get(`/api/proofs/${id}/document`);
    expect(document.headers()['content-type']).toBe('application/pdf');
    const signed = await second.request.post(`/api/proofs/${id}/sign-off`, { data: { version: 1 } });
    expect(signed.ok(), await signed.text()).toBe(true);
  });

  await test.step('then it does, from the day that is chosen', async () => {
    await expect(admin.getByText('Proof signed off').first()).toBeVisible();
    await bring.click();
    const dialog = admin.getByRole('dialog', { name: `Bring version 1 of ${name} into force?` });
    // No day of another journey.
    await dialog.getByLabel('In force from').fill('01/01/2040');
    await dialog.getByLabel('In force from').press('Tab');
    await dialog.getByRole('button', { name: 'Bring into force' }).click();
    await expect(dialog).toBeHidden();
    await expect(admin.getByRole('row').filter({ hasText: '01/01/2040' })).toContainText('Comes into force');
    await expect(bring).toBeHidden();
  });

  await test.step('the auditor reads what it is', async () => {
    const auditor = await openDesk(browser, 'auditor');
    await auditor.goto(`/auditor/settings/templates?q=${encodeURIComponent(name)}`);
    const row = auditor.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Comes into force');
    await expect(auditor.getByRole('button', { name: 'Add template' })).toBeHidden();
    await row.getByRole('button', { name: /^Open template/ }).click();
    await expect(auditor.getByRole('heading', { name })).toBeVisible();
    await expect(auditor.getByRole('row').filter({ hasText: '01/01/2040' })).toBeVisible();
    await expect(auditor.getByRole('button', { name: 'Bring into force' })).toBeHidden();
  });
});
