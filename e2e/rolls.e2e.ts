import { expect, test } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { verifiedCertificate } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';
import { visit } from './visit.ts';

const ordinal = 96;
const name = 'Lata On The Roll';

test('a roll is opened, closed, printed and resolved by a second admin; the auditor reads it', async ({
  browser,
}) => {
  const [receiver, caseWorker, admin] = await openDesks(browser, 'receiver', 'case_worker', 'admin');
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  const auditor = await openDesk(browser, 'auditor');
  const { number } = await verifiedCertificate(receiver, caseWorker, { ordinal, candidateName: name });
  let address = '';

  await test.step('an admin opens it; who is verified is on it', async () => {
    await visit(admin, '/admin/rolls');
    await admin.getByRole('button', { name: 'New roll' }).first().click();
    const dialog = admin.getByRole('dialog', { name: 'Open a roll' });
    await dialog.getByLabel('Convocation').click();
    await admin.getByRole('option', { name: '105 · 105th Annual Convocation: Main roll' }).click();
    await expectNothingFound(admin, 'open a roll');
    await dialog.getByRole('button', { name: 'Open roll' }).click();
    await expect(admin.getByText('The roll is open.')).toBeVisible();
    await admin.getByLabel('Open roll: 105, Main roll').first().click();
    await expect(admin.getByRole('heading', { name: '105 · Main roll' })).toBeVisible();
    await admin.getByPlaceholder('Search by name, number, college or course...').fill(number);
    await expect(admin.getByRole('row').filter({ hasText: name })).toBeVisible();
    address = admin.url().split('?')[0]!;
  });

  await test.step('closes it, and cannot enter the resolution', async () => {
    await admin.getByRole('button', { name: 'Close roll' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Close the roll?' });
    await expect(dialog).toContainText('This cannot be undone.');
    await dialog.getByRole('button', { name: 'Close roll' }).click();
    await expect(admin.getByText('The roll is closed.')).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Enter resolution' })).toHaveAccessibleDescription(
      /^You closed this roll yourself/,
    );
    await expectNothingFound(admin, 'a closed roll');
    const paper = await admin.request.get(
      (await admin.getByRole('link', { name: 'Print roll' }).getAttribute('href'))!,
    );
    expect(paper.headers()['content-type']).toBe('application/pdf');
  });

  await test.step('another admin enters it', async () => {
    await visit(registrar, address);
    await registrar.getByRole('button', { name: 'Enter resolution' }).click();
    const dialog = registrar.getByRole('dialog', { name: 'Enter the resolution' });
    await dialog.getByLabel('Resolution of').fill('Syndicate');
    await dialog.getByLabel('Resolution number').fill('SYN/2026/44');
    await expectNothingFound(registrar, 'enter a resolution');
    await dialog.getByRole('button', { name: 'Enter resolution' }).click();
    await expect(registrar.getByText('resolution SYN/2026/44 of Syndicate', { exact: false })).toBeVisible();
  });

  await test.step('the auditor reads roll and register', async () => {
    await visit(auditor, '/auditor/rolls');
    await expect(auditor.getByRole('row').filter({ hasText: 'SYN/2026/44' })).toContainText('Resolved');
    await auditor.getByLabel('Open roll: 105, Main roll').first().click();
    await auditor.getByRole('link', { name: 'Degree register' }).last().click();
    await expect(auditor).toHaveURL(/\/auditor\/degree-register\//);
    await expect(auditor.getByRole('heading', { name: 'Degree register of convocation 105' })).toBeVisible();
    await expect(auditor.getByRole('status').filter({ hasText: 'Printed certificates' })).toBeVisible();
    await expectNothingFound(auditor, 'the degree register');
    const paper = await auditor.request.get(
      (await auditor.getByRole('link', { name: 'Print register' }).getAttribute('href'))!,
    );
    expect(paper.headers()['content-type']).toBe('application/pdf');
  });
});
