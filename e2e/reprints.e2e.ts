import { expect, type Page, test } from '@playwright/test';
import { drawErrorPhoto } from '#dev/seed/demo-pictures.ts';
import { upload } from './application-form.ts';
import { registrationOf } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';
import { visit } from './visit.ts';

const ordinal = 81;
const registration = registrationOf(ordinal);
const reason = 'The name is cut off at the right edge.';

test('a wrong copy is shown, approved by a second person, printed again, and no longer verifies', async ({
  browser,
}) => {
  const [receiver, caseWorker, printer, admin, auditor] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
    'auditor',
  );
  const stranger = await (await browser.newContext()).newPage();

  const certificate = await verifiedCertificate(receiver, caseWorker, { ordinal });
  const original = await print(printer, certificate.id);
  const { version } = await read(receiver, `/api/certificates/${certificate.id}`);
  await post(receiver, `/api/certificates/${certificate.id}/hand-over`, {
    version,
    collectedBy: 'Candidate 81',
    identitySeen: 'passport',
  });
  await openList(admin, '/admin/pending-reprint-approvals');

  await test.step('the receiver asks with a photo of the error', async () => {
    await visit(receiver, `/application-receiver/manage-application?q=${registration}`);
    await receiver.getByRole('row').filter({ hasText: registration }).getByRole('gridcell').nth(2).click();
    await receiver.getByRole('button', { name: 'Ask for a reprint' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Ask for a reprint' });
    await dialog.getByRole('button', { name: 'Ask for a reprint' }).click();
    await expect(dialog.getByText('Add a photo of the error.')).toBeVisible();
    await expect(dialog.getByText('Choose whose fault it is.')).toBeVisible();
    await dialog.getByLabel('Our fault: no charge').check();
    await dialog.getByLabel('Reason for reprint').fill(reason);
    await upload(receiver, 'Photo of error', 'cut-off.jpg', await drawErrorPhoto('Candidate 81', 1));
    await dialog.getByRole('button', { name: 'Ask for a reprint' }).click();
    await expect(receiver.getByText(`A reprint of ${certificate.number} is asked for.`)).toBeVisible();
    await expect(dialog).toBeHidden();
    // Asked again, the dialog knows the open request.
    await receiver.getByRole('button', { name: 'Ask for a reprint' }).click();
    await expect(dialog.getByRole('button', { name: 'Ask for a reprint' })).toHaveAccessibleDescription(
      'A reprint of this certificate is asked for already.',
    );
  });

  const row = admin.getByRole('row').filter({ hasText: reason });
  await test.step('it reaches the open list of who approves', async () => {
    await admin.getByRole('button', { name: '1 new' }).click();
    await expect(row.first()).toContainText('Pending');
  });

  await test.step('who asked for a reprint cannot choose, and learns why', async () => {
    const own = admin.getByRole('combobox', { name: /^Decision: Kavya Hegde/ });
    await expect(own).toHaveAttribute('aria-disabled', 'true');
    await expect(own).toHaveAccessibleName(
      /You asked for this reprint yourself, so a second person has to decide on it\.$/,
    );
  });

  await test.step('rejecting asks for a reason, and Select takes the decision back', async () => {
    await choose(admin, certificate.number, 'Rejected');
    const dialog = admin.getByRole('dialog', { name: `Reject the reprint of ${certificate.number}?` });
    await dialog.getByLabel('Why it is rejected').fill('The photo shows another sheet.');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(row.getByText('Rejected').first()).toBeVisible();
    await choose(admin, certificate.number, 'Select');
    const question = admin.getByRole('dialog', { name: /^Take back the decision/ });
    await question.getByRole('button', { name: 'Take back', exact: true }).click();
    await expect(row.getByText('Pending').first()).toBeVisible();
  });

  await test.step('the select approves, by the keyboard alone', async () => {
    await admin.getByRole('combobox', { name: decisionOf(certificate.number) }).focus();
    await admin.keyboard.press('Enter');
    const approved = admin.getByRole('listbox').getByRole('option', { name: 'Approved' });
    await expect(approved).toBeVisible();
    // Again if the options came anew in between.
    await expect(async () => {
      await admin.keyboard.press('ArrowDown');
      await expect(approved).toHaveAttribute('data-combobox-selected', 'true', { timeout: 2_000 });
    }).toPass();
    await admin.keyboard.press('Enter');
    const question = admin.getByRole('dialog', { name: `Approve the reprint of ${certificate.number}?` });
    await expect(question.getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(row.getByText('Approved').first()).toBeVisible();
    await admin.reload();
    await expect(row.getByText('Approved').first()).toBeVisible();
  });

  let reprint = { address: '', serial: '' };
  await test.step('the print room sees it in its queue and prints it again', async () => {
    await visit(printer, `/printer/reprint-requests?q=${encodeURIComponent(reason)}`);
    await expect(printer.getByRole('row').filter({ hasText: 'Approved' }).first()).toBeVisible();
    await visit(printer, `/printer/print-queue?q=${encodeURIComponent(certificate.number)}`);
    await expect(printer.getByRole('row').filter({ hasText: certificate.number })).toBeVisible();
    await stranger.goto(original.address);
    await expect(stranger.getByRole('main')).toContainText(/genuine/i);
    reprint = await print(printer, certificate.id);
  });

  await test.step('the earlier copy is superseded, the new one says which it is', async () => {
    await stranger.goto(original.address);
    await expect(stranger.getByRole('main')).toContainText(/superseded/i);
    await stranger.goto(reprint.address);
    await expect(stranger.getByRole('main')).toContainText(/genuine/i);
    for (const fact of ['Reprint 1', certificate.number, reprint.serial])
      await expect(stranger.getByRole('main')).toContainText(fact);
  });

  await test.step('nothing can be decided any more', async () => {
    await visit(admin, `/admin/pending-reprint-approvals?q=${encodeURIComponent(reason)}`);
    await expect(
      admin.getByRole('paragraph').getByText('No pending reprint approvals found', { exact: true }),
    ).toBeVisible();
    await visit(admin, `/admin/approved-for-reprint?copy=printed&q=${encodeURIComponent(reason)}`);
    await expect(row.first()).toContainText('Approved');
  });

  await test.step('it leaves once the original is back, by the serial on the sheet', async () => {
    await visit(
      receiver,
      `/application-receiver/printed-certificates?q=${encodeURIComponent(certificate.number)}`,
    );
    await receiver.getByRole('button', { name: /^Hand over: Candidate 81/ }).click();
    const dialog = receiver.getByRole('dialog', { name: `Hand over certificate ${certificate.number}?` });
    const confirm = dialog.getByRole('button', { name: 'Hand over' });
    await expect(confirm).toHaveAccessibleDescription('Enter the serial of the surrendered sheet.');
    await expect(dialog).not.toContainText(original.serial);
    await dialog.getByLabel('Serial of the surrendered sheet').fill(reprint.serial);
    await dialog.getByRole('radio', { name: 'Passport' }).check();
    await expectNothingFound(receiver, 'surrender');
    await confirm.click();
    await expect(dialog.getByRole('alert')).toContainText(`${reprint.serial} is not the serial of the copy`);
    await dialog.getByLabel('The sheet is lost').check();
    await expect(dialog.getByLabel('How the sheet was lost')).toHaveValue(reason);
    await dialog.getByLabel('The sheet is lost').uncheck();
    await dialog.getByLabel('Serial of the surrendered sheet').fill(original.serial.toLowerCase());
    await confirm.click();
    await expect(receiver.getByText(`Certificate ${certificate.number} is handed over.`)).toBeVisible();
  });

  await test.step('handed over it cannot be cancelled; before that a second person can', async () => {
    const open = async (number: string) => {
      await visit(admin, `/admin/printed-certificates?q=${encodeURIComponent(number)}`);
      await admin.getByRole('row').filter({ hasText: number }).getByText('Candidate').first().click();
    };
    await open(certificate.number);
    await expect(
      admin.getByRole('button', { name: `Cancel copy ${reprint.serial}` }),
    ).toHaveAccessibleDescription(/is handed over, so it cannot be cancelled/);
    const other = await verifiedCertificate(receiver, caseWorker, { ordinal: ordinal + 1 });
    const copy = await print(printer, other.id);
    await open(other.number);
    await admin.getByRole('button', { name: `Cancel copy ${copy.serial}` }).press('Enter');
    const dialog = admin.getByRole('dialog', { name: `Cancel copy ${copy.serial}?` });
    await dialog.getByLabel('Reason').fill('The crest is missing');
    await expectNothingFound(admin, 'cancel copy');
    await dialog.getByRole('button', { name: 'Cancel copy' }).press('Enter');
    await expect(admin.getByText(`Copy ${copy.serial} is cancelled.`)).toBeVisible();
    await stranger.goto(copy.address);
    await expect(stranger.getByRole('main')).toContainText('was cancelled before it was issued');
    // Its certificate waits again, for the next copy.
    await print(printer, other.id);
  });

  await test.step('the auditor sees both copies', async () => {
    await visit(auditor, `/auditor/certificates?q=${encodeURIComponent(certificate.number)}`);
    await auditor.getByRole('row').filter({ hasText: certificate.number }).getByText('Candidate 81').click();
    const copies = auditor.getByRole('dialog').getByRole('table').getByRole('row');
    await expect(copies).toHaveCount(3);
    for (const fact of ['Original', original.serial, 'Superseded', 'Prakash Gowda'])
      await expect(copies.nth(1)).toContainText(fact);
    for (const fact of ['Reprint 1', reprint.serial, 'Printed', 'Prakash Gowda'])
      await expect(copies.nth(2)).toContainText(fact);
    await visit(auditor, `/auditor/audit-log?q=${encodeURIComponent(certificate.number)}`);
    for (const step of ['requested', 'rejected', 'reopened', 'approved'])
      await expect(auditor.getByRole('row').filter({ hasText: `Reprint ${step}` })).toBeVisible();
  });
});

function decisionOf(number: string): RegExp {
  return new RegExp(`^Decision: .*${number}$`);
}

async function choose(page: Page, number: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: decisionOf(number) }).click();
  await page
    .getByRole('listbox', { name: decisionOf(number) })
    .getByRole('option', { name: choice })
    .click();
}

/** Opens a list with its rows there and the stream of changes asked for. */
async function openList(page: Page, address: string): Promise<void> {
  const stream = page.waitForRequest('**/api/changes');
  await page.goto(address);
  await stream;
  await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
}
