import { expect, type Page, test } from '@playwright/test';
import { drawErrorPhoto } from '#dev/seed/demo-pictures.ts';
import { expectNothingFound } from './axe.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';

const reason = `Toner streak across the crest, the number and the name of the university, seen in the print room ${Date.now()}`;

test('a reprint is approved after its photo, reason and charge were looked at, and taken back', async ({
  browser,
}) => {
  const [receiver, caseWorker, printer, admin] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
  );
  const certificate = await verifiedCertificate(receiver, caseWorker, { ordinal: 9_201 });
  await print(printer, certificate.id);
  const { id } = await post(printer, '/api/reprint-requests', {
    certificateId: certificate.id,
    reason,
    cause: 'office',
    errorPhotoFileId: await uploadErrorPhoto(printer),
  });
  const statusOf = async () => (await read(admin, `/api/reprint-requests/${id}`)).status;

  await admin.goto(`/admin/pending-reprint-approvals?q=Candidate%209201`);
  const decision = admin.getByRole('combobox', { name: new RegExp(`^Decision: .*${certificate.number}$`) });
  const question = admin.getByRole('dialog', { name: `Approve the reprint of ${certificate.number}?` });
  const choose = async () => {
    await decision.click();
    await admin.getByRole('listbox').getByRole('option', { name: 'Approved' }).click();
  };

  await choose();
  await expect(question).toContainText(reason);
  await expect(question).toContainText('No charge: our fault');
  const photo = question.getByRole('img', { name: 'Photo of error' });
  await expect.poll(async () => (await photo.boundingBox())?.width).toBeGreaterThan(300);
  await expectNothingFound(admin, 'approving a reprint');
  await admin.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await statusOf()).toBeNull();

  await choose();
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(question).toBeHidden();
  await expect.poll(statusOf).toBe('approved');

  // Left in the print queue, it would lie on the next journey's stack.
  await admin.getByRole('button', { name: /^Take back \(until / }).click();
  await expect(
    admin.getByText(`The request for a reprint of ${certificate.number} is pending again.`),
  ).toBeVisible();
  expect(await statusOf()).toBeNull();
});

async function uploadErrorPhoto(page: Page): Promise<string> {
  const response = await page.request.post('/api/files?kind=error_photo&name=streak.jpg', {
    headers: { 'content-type': 'application/octet-stream' },
    data: await drawErrorPhoto('Candidate 9201', 1),
  });
  return (await response.json()).id;
}
