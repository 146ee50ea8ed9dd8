import { expect, test } from '@playwright/test';
import { writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { upload } from './application-form.ts';
import { newDraft } from './drafts.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

test('drafts go onto a slip, to the bank, and one comes back with its consequences', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  await visit(receiver, '/application-receiver/demand-drafts?show=without_slip');
  await expect(receiver.getByText(/days left|last day/)).toBeVisible();
  await receiver.getByRole('link', { name: 'New deposit slip' }).click();
  await expect(receiver.getByText(/^(\d+) of \1 drafts, ₹[\d,]+ in all$/)).toBeVisible();

  await receiver.getByRole('checkbox', { name: 'All drafts' }).uncheck();
  const prepare = receiver.getByRole('button', { name: 'Prepare deposit slip' });
  await expect(prepare).toHaveAccessibleDescription('Choose at least one draft.');
  await receiver.getByRole('checkbox', { name: 'Draft 415269' }).check();
  await receiver.getByRole('checkbox', { name: 'Draft 415543' }).check();
  await expect(receiver.getByText(/^2 of \d+ drafts, ₹80,700 in all$/)).toBeVisible();
  await receiver.getByRole('checkbox', { name: 'Draft 415269' }).uncheck();
  await expect(receiver.getByText(/^1 of \d+ drafts, ₹700 in all$/)).toBeVisible();
  await prepare.click();

  const slip = receiver.getByRole('dialog', { name: 'Row Details' });
  await expect(slip.getByRole('link', { name: 'Deposit slip (PDF)' })).toHaveAttribute(
    'href',
    /^\/api\/deposit-slips\/[0-9a-f-]{36}\/document$/,
  );
  await expect(slip.getByRole('button', { name: 'Take draft 415543 off the slip' })).toBeVisible();
  await slip.getByRole('button', { name: 'Record as deposited' }).click();
  await receiver
    .getByRole('dialog', { name: /^Record slip/ })
    .getByRole('button', { name: 'Record as deposited' })
    .click();
  await expect(slip.getByText('Deposited', { exact: true }).first()).toBeVisible();
  await expect(slip.getByRole('button', { name: 'Cancel slip' })).toHaveAccessibleDescription(
    /already deposited/,
  );
  await expect(slip.getByRole('button', { name: 'Realise' })).toHaveCount(0);

  const admin = await openDesk(browser, 'admin');
  await visit(admin, '/admin/demand-drafts?q=415543');
  await admin
    .getByRole('row', { name: /415543/ })
    .getByRole('button', { name: /^View/ })
    .click();
  const draft = admin.getByRole('dialog', { name: 'Row Details' });
  await expect(draft.getByRole('button', { name: 'Replace' })).toHaveAccessibleDescription(
    /Only a draft that/,
  );
  await draft.getByRole('button', { name: 'Returned by bank' }).click();
  const question = admin.getByRole('dialog', { name: /returned by the bank/ });
  const confirm = question.getByRole('button', { name: 'Returned by bank' });
  await expect(confirm).toHaveAccessibleDescription('Choose the reason that the bank gave.');
  await question.getByRole('combobox', { name: 'Reason' }).click();
  await admin.getByRole('option', { name: 'Payment stopped' }).click();
  await confirm.click();
  await expect(draft.getByText('Returned by bank', { exact: true }).first()).toBeVisible();
  await expect(draft.getByText('Payment stopped')).toBeVisible();
  await expect(draft.getByText('₹700', { exact: true }).last()).toBeVisible();

  await draft.getByRole('button', { name: 'Replace' }).click();
  const instead = admin.getByRole('dialog', { name: /^Replace draft/ });
  await instead.getByLabel('DD number').fill('700001');
  await instead.getByRole('button', { name: 'Replace' }).click();
  await expect(instead.getByText('Add the bank receipt.')).toBeVisible();
  await upload(instead, 'Bank receipt (DD)', 'dd.pdf', writeDraftScan(newDraft(700)));
  await instead.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(draft.getByText('Returned by bank, replaced')).toBeVisible();
  await expect(draft.getByText('700001')).toBeVisible();
});

test('an auditor sees the register and changes nothing', async ({ browser }) => {
  const auditor = await openDesk(browser, 'auditor');
  await visit(auditor, '/auditor/overview');
  await auditor.getByText(/^For others/).click();
  await auditor.getByRole('link', { name: /DDs? going stale/ }).click();
  await expect(auditor).toHaveURL('/auditor/demand-drafts?show=going_stale');
  await visit(auditor, '/auditor/demand-drafts?q=413762');
  await auditor
    .getByRole('row', { name: /413762/ })
    .getByRole('button', { name: /^View/ })
    .click();
  const dialog = auditor.getByRole('dialog', { name: 'Row Details' });
  await expect(dialog.getByText('The second signature is missing.')).toBeVisible();
  await expect(dialog.getByText('Demand draft replaced by another')).toBeVisible();
  for (const name of ['Realise', 'Refund', 'Replace', 'Returned by bank', 'Revalidate'])
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
  await visit(auditor, '/auditor/deposit-slips');
  await expect(auditor.getByRole('link', { name: 'New deposit slip' })).toHaveCount(0);
});
