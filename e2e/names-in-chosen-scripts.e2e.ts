import { expect, test } from '@playwright/test';
import { pageTexts } from '#dev/testing/print-file.ts';
import { fillEveryField, findReceived, openNewApplication, unfold } from './application-form.ts';
import { writeApplication } from './applications.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';

const registrar = 'registrar@dikshant.example';
const name = 'தமிழ்ச்செல்வி முருகன்';
const ordinal = 6_310;

test('a Tamil name goes from the counter to a sheet that verifies, once its script is chosen', {
  tag: '@long',
}, async ({ browser }) => {
  const [admin, receiver, caseWorker, printer] = await openDesks(
    browser,
    ...(['admin', 'receiver', 'case_worker', 'printer'] as const),
  );
  const second = await openDesk(browser, 'admin', registrar);
  const native = receiver.getByLabel(/^Name in /);
  const sentence = receiver.getByText(
    /^The letter த is Tamil; the certificate has Latin, Kannada and Devanagari\.$/,
  );

  await test.step('before, the counter names the letter while it is typed, and no number is given', async () => {
    await openNewApplication(receiver);
    await fillEveryField(receiver, ordinal);
    await native.fill(name);
    await expect(sentence).toBeVisible();
    await receiver.getByRole('button', { name: 'Receive application' }).click();
    await expect(sentence).toBeVisible();
    expect(await findReceived(receiver, ordinal)).toEqual([]);
  });

  await test.step('two admins choose Tamil', async () => {
    await admin.goto('/admin/settings/university');
    await admin.getByRole('link', { name: /^Edit/ }).click();
    await admin
      .getByRole('group', { name: /^Scripts/ })
      .getByRole('checkbox', { name: 'Tamil' })
      .check();
    await admin.keyboard.press('Control+Enter');
    await expect(admin.getByText(/change proposed/).first()).toBeVisible();
    await second.goto('/admin/settings/proposals');
    await second
      .getByRole('button', { name: /^Confirm:/ })
      .first()
      .click();
    const dialog = second.getByRole('dialog', { name: 'Confirm this change?' });
    await expect(dialog).toContainText('Tamil');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(second.getByText(/the change is in force/)).toBeVisible();
  });

  await test.step('the counter takes it, and its sheet has it letter by letter', async () => {
    await receiver.reload();
    await unfold(receiver, 'Candidate');
    await native.fill(name);
    await expect(receiver.getByText(/^The letter த/)).toHaveCount(0);
    const changes = { ordinal: ordinal + 1, candidateName: 'Tamilselvi Murugan', candidateNameNative: name };
    const { id, number } = await verifiedCertificate(receiver, caseWorker, changes);
    const { address, pdf } = await print(printer, id);
    const [text] = await pageTexts(pdf);
    const plain = (words: string) => words.replaceAll(/[\u2060\s]/g, '').normalize('NFC');
    expect(plain(text!)).toContain(plain(name));
    await printer.goto(address);
    await expect(printer.getByRole('main')).toContainText(/genuine/i);
    await expect(printer.getByRole('main')).toContainText(number);
  });

  await test.step('the run says how it is printed', async () => {
    const entry = await writeApplication(receiver.request, ordinal + 2);
    const { id } = await post(receiver, '/api/applications', {
      ...entry,
      certificateType: 'Rank',
      rank: 'First rank',
    });
    await post(caseWorker, `/api/applications/${id}/verify`, { version: 1 });
    const { certificateId } = await read(caseWorker, `/api/applications/${id}`);
    const { paperId } = await read(printer, `/api/certificates/${certificateId}`);
    const prepared = await post(printer, '/api/print-runs', { paperId, certificateType: 'Rank', sheets: 1 });
    const ofRun = `/api/print-runs/${prepared.id}`;
    await expect.poll(async () => (await read(printer, ofRun)).document).toBe('ready');
    const { version, sheets } = await read(printer, ofRun);
    await post(printer, `${ofRun}/start`, { version, topSerial: sheets[0].blankSerial });
    await printer.goto(`/printer/print-runs/${prepared.id}`);
    await expect(printer.getByText('Print at 100 %, single-sided.').first()).toBeVisible();
  });
});
