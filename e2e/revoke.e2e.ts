import { expect, type Page, test } from '@playwright/test';
import { registrationOf } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { print, verifiedCertificate } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';

const ordinal = 95;
const name = 'Kiran Obtained Wrongly';
const reason = 'The qualifying examination was not passed.';
const authority = 'Syndicate resolution 21 of 6 May 2026';

test('a certificate is revoked by two people, and whoever checks its sheet reads since when and why', {
  tag: '@long',
}, async ({ browser }) => {
  const [receiver, caseWorker, printer, admin] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
  );
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  const auditor = await openDesk(browser, 'auditor');
  const stranger = await (await browser.newContext()).newPage();
  const { id, number } = await verifiedCertificate(receiver, caseWorker, { ordinal, candidateName: name });
  const sheet = await print(printer, id);

  await test.step('one admin proposes it, with reason and authority', async () => {
    await openCertificate(admin, number);
    await admin.getByRole('button', { name: 'Revoke', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: `Revoke certificate ${number}?` });
    const confirm = dialog.getByRole('button', { name: 'Propose revocation' });
    await expect(confirm).toHaveAccessibleDescription('Enter why the certificate is revoked.');
    await dialog.getByLabel('Reason').fill('Holder of 1234 5678 9012.');
    await expect(confirm).toHaveAccessibleDescription('Enter the resolution or order, with its date.');
    await dialog.getByLabel('Authority').fill(authority);
    await confirm.click();
    await expect(
      dialog.getByText('The reason is public: leave the Aadhaar number out.').first(),
    ).toBeVisible();
    await dialog.getByLabel('Reason').fill(reason);
    await expectNothingFound(admin, 'propose a revocation');
    await confirm.dblclick();
    await expect(admin.getByText(`It is proposed to revoke ${number}.`, { exact: false })).toBeVisible();
  });

  await test.step('the record says so, and who proposed it cannot confirm', async () => {
    await expect(admin.getByRole('button', { name: 'Revoke', exact: true })).toHaveAccessibleDescription(
      /^Somebody has proposed to revoke this certificate already\./,
    );
    await expect(admin.getByRole('button', { name: 'Confirm revocation' })).toHaveAccessibleDescription(
      /^You proposed this revocation yourself/,
    );
    await stranger.goto(sheet.address);
    await expect(stranger.getByRole('main')).toContainText(/genuine/i);
  });

  await test.step('another admin finds it in the list and confirms', async () => {
    await registrar.goto('/admin/printed-certificates');
    await registrar.getByRole('link', { name: 'Revocations' }).last().click();
    await expect(registrar).toHaveURL(/\/admin\/revocations/);
    await registrar.goto(`/admin/revocations?state=proposed&q=${encodeURIComponent(number)}`);
    const row = registrar.getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('Proposed');
    await registrar.getByRole('button', { name: `Confirm revocation: ${name}, ${number}` }).click();
    const dialog = registrar.getByRole('dialog', { name: `Revoke certificate ${number} permanently?` });
    for (const fact of [name, reason, authority, 'This cannot be undone.'])
      await expect(dialog).toContainText(fact);
    await expectNothingFound(registrar, 'confirm a revocation');
    await dialog.getByRole('button', { name: 'Confirm revocation' }).click();
    await expect(registrar.getByText(`Certificate ${number} is revoked.`)).toBeVisible();
  });

  await test.step('the sheet is revoked to strangers, since today and why', async () => {
    await stranger.goto(sheet.address);
    await expect(stranger.getByRole('main')).toContainText(`issued certificate ${number} and revoked it on`);
    await expect(stranger.getByRole('main')).toContainText(`Reason: ${reason}`);
    await expectNothingFound(stranger, 'revoked');
  });

  await test.step('it is in no list of what is printed, and nothing is asked for any more', async () => {
    await admin.goto(`/admin/printed-certificates?q=${encodeURIComponent(number)}`);
    await expect(
      admin.getByRole('paragraph').getByText('No printed certificates found', { exact: true }),
    ).toBeVisible();
    const registration = registrationOf(ordinal);
    await receiver.goto(`/application-receiver/manage-application?q=${registration}`);
    await receiver.getByRole('row').filter({ hasText: registration }).getByRole('gridcell').nth(2).click();
    await expect(receiver.getByRole('button', { name: 'Hand over' })).toHaveAccessibleDescription(
      'This certificate is revoked.',
    );
    await expect(receiver.getByRole('button', { name: 'Ask for a reprint' })).toHaveAccessibleDescription(
      /^This certificate is revoked/,
    );
    await admin.goto(`/admin/total-applications?q=${registration}`);
    await admin.getByRole('row').filter({ hasText: registration }).getByRole('gridcell').nth(2).click();
    await expect(admin.getByRole('button', { name: 'Reopen' })).toHaveAccessibleDescription(
      'This certificate is revoked.',
    );
  });

  await test.step('the auditor reads who, when and why, and changes nothing', async () => {
    await auditor.goto(`/auditor/revocations?q=${encodeURIComponent(number)}`);
    await auditor.getByRole('row').filter({ hasText: number }).getByText(name).click();
    const record = auditor.getByRole('dialog');
    for (const fact of ['Revoked', reason, authority, sheet.serial]) await expect(record).toContainText(fact);
    await expect(auditor.getByRole('button', { name: 'Decline' })).toHaveCount(0);
    await auditor.goto(`/auditor/audit-log?q=${encodeURIComponent(number)}`);
    for (const step of ['Revocation proposed', 'Certificate revoked'])
      await expect(auditor.getByRole('row').filter({ hasText: step })).toBeVisible();
  });
});

async function openCertificate(page: Page, number: string): Promise<void> {
  await page.goto(`/admin/printed-certificates?q=${encodeURIComponent(number)}`);
  await page.getByRole('row').filter({ hasText: number }).getByText(name).click();
}
