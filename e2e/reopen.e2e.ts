import { expect, type Page, test } from '@playwright/test';
import { choose } from './application-form.ts';
import { registrationOf } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { print, read, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';

const ordinal = 91;
const registration = registrationOf(ordinal);
const wrongName = 'Asha Ramachandra Roa';
const rightName = 'Asha Ramachandra Rao';

test('a wrong name that is printed is corrected, and the old sheet says that it is superseded', {
  tag: '@long',
}, async ({ browser }) => {
  const [receiver, caseWorker, printer, admin, auditor] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
    'auditor',
  );
  const stranger = await (await browser.newContext()).newPage();
  const certificate = await verifiedCertificate(receiver, caseWorker, { ordinal, candidateName: wrongName });
  const original = await print(printer, certificate.id);

  await test.step('who verified it does not reopen it, and learns why', async () => {
    await openApplication(caseWorker, '/case-worker/manage-application');
    await expect(caseWorker.getByRole('button', { name: 'Reopen' })).toHaveAccessibleDescription(
      'You verified this application yourself, so a second person has to reopen it.',
    );
  });

  await test.step('an admin reopens it with a reason', async () => {
    await openApplication(admin, '/admin/total-applications');
    await admin.getByRole('button', { name: 'Reopen' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Reopen this application?' });
    await expect(dialog).toContainText(`The certificate keeps number ${certificate.number} and is withheld`);
    await expect(dialog).toContainText('The present copy verifies until that one is there.');
    const confirm = dialog.getByRole('button', { name: 'Reopen' });
    await expect(confirm).toHaveAccessibleDescription('Choose why it is reopened.');
    await choose(admin, 'What is wrong', 'Something else (see the remark)');
    await expect(confirm).toHaveAccessibleDescription('Describe it in the remark.');
    await choose(admin, 'What is wrong', 'Wrong name');
    await dialog.getByLabel('Remark to the receiver').fill('Rao, as on the marks card.');
    await expectNothingFound(admin, 'reopen');
    await confirm.dblclick();
    await expect(admin.getByText(new RegExp(`^${wrongName} is reopened and back with`))).toBeVisible();
    await expect(admin.getByText('Pending, Returned').first()).toBeVisible();
    // The sheet in the hands of the graduate is what it was.
    await stranger.goto(original.address);
    await expect(stranger.getByRole('main')).toContainText(/genuine/i);
    await expect(stranger.getByRole('main')).toContainText(wrongName);
  });

  await test.step('a certificate that is withheld is not handed over', async () => {
    await receiver.goto(
      `/application-receiver/printed-certificates?q=${encodeURIComponent(certificate.number)}`,
    );
    await expect(receiver.getByRole('button', { name: /^Hand over: Asha/ })).toHaveAccessibleName(
      /or its application was reopened, so it is withheld/,
    );
  });

  await test.step('the receiver corrects it', async () => {
    await openApplication(receiver, '/application-receiver/manage-application');
    await receiver.getByRole('dialog').getByText('Edit', { exact: true }).click();
    const conversation = receiver.getByRole('region', { name: 'Conversation' });
    for (const words of [/Reopened .*: Wrong name/, 'Rao, as on the marks card.'])
      await expect(conversation).toContainText(words);
    await receiver.getByLabel('Candidate name').fill(rightName);
    await receiver.getByRole('checkbox', { name: 'Name differs from the marks card' }).check();
    await receiver.getByRole('button', { name: 'Save correction' }).click();
    await expect(
      receiver.getByText(`Correction saved. ${rightName} is back with the case workers.`),
    ).toBeVisible();
  });

  await test.step('the case worker sees why it was reopened, and verifies it again', async () => {
    const { rows } = await read(caseWorker, `/api/applications?search=${registration}`);
    await caseWorker.goto(`/case-worker/verify?open=${rows[0].id}`);
    await expect(caseWorker.getByRole('heading', { name: rightName })).toBeVisible();
    const conversation = caseWorker.getByRole('region', { name: 'Conversation' });
    for (const words of [/Reopened .*: Wrong name/, 'Rao, as on the marks card.', `→ ${rightName}`])
      await expect(conversation).toContainText(words);
    await caseWorker.getByRole('button', { name: 'Verify' }).click();
    const question = caseWorker.getByRole('form', { name: 'Verify this application?' });
    await expect(question).toContainText(`keeps convocation number ${certificate.number}`);
    await question.getByRole('button', { name: 'Verify' }).click();
    await expect(
      caseWorker.getByText(`${rightName} is verified: convocation number ${certificate.number}.`).first(),
    ).toBeVisible();
  });

  let corrected = { address: '', serial: '' };
  await test.step('the print room prints it anew, as nobody has to ask for', async () => {
    await admin.goto(`/admin/approved-for-reprint?q=${encodeURIComponent(rightName)}`);
    await expect(admin.getByRole('row').filter({ hasText: 'Data corrected' })).toContainText('Approved');
    await admin.goto(`/admin/pending-reprint-approvals?q=${encodeURIComponent(rightName)}`);
    await expect(
      admin.getByRole('paragraph').getByText('No pending reprint approvals found', { exact: true }),
    ).toBeVisible();
    corrected = await print(printer, certificate.id);
  });

  await test.step('the old sheet is superseded, and the new one has the right name', async () => {
    await stranger.goto(original.address);
    await expect(stranger.getByRole('main')).toContainText(/superseded/i);
    await stranger.goto(corrected.address);
    await expect(stranger.getByRole('main')).toContainText(/genuine/i);
    for (const fact of ['Reprint 1', certificate.number, corrected.serial, rightName])
      await expect(stranger.getByRole('main')).toContainText(fact);
  });

  await test.step('the auditor reads what each sheet says, who reopened it and why', async () => {
    await auditor.goto(`/auditor/certificates?q=${encodeURIComponent(certificate.number)}`);
    await auditor.getByRole('row').filter({ hasText: certificate.number }).getByText(rightName).click();
    for (const [serial, name] of [
      [original.serial, wrongName],
      [corrected.serial, rightName],
    ]) {
      await auditor.getByRole('button', { name: `Text of sheet ${serial}` }).click();
      const text = auditor.getByRole('dialog', { name: `Text of sheet ${serial}` });
      await expect(text.getByRole('row', { name: `Candidate ${name}` })).toBeVisible();
      await expect(text.getByRole('img', { name: `Photo on sheet ${serial}` })).toBeVisible();
      if (serial === original.serial) await expectNothingFound(auditor, 'text of a sheet');
      await text.getByRole('button', { name: 'Close' }).click();
    }
    await openApplication(auditor, '/auditor/applications');
    for (const fact of [/Reopened .*: Wrong name/, 'Rao, as on the marks card.'])
      await expect(auditor.getByRole('dialog')).toContainText(fact);
    await auditor.goto(`/auditor/audit-log?q=${registration}`);
    for (const step of ['verified', 'reopened', 'corrected'])
      await expect(
        auditor
          .getByRole('row')
          .filter({ hasText: `Application ${step}` })
          .first(),
      ).toBeVisible();
  });
});

/** The details of the application of this journey, in a list of them. */
async function openApplication(page: Page, list: string): Promise<void> {
  await page.goto(`${list}?q=${registration}`);
  await page.getByRole('row').filter({ hasText: registration }).getByRole('gridcell').nth(2).click();
}
