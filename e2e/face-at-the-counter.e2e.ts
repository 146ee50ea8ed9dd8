import { expect, test } from '@playwright/test';
import { print, read, verifiedCertificate } from './certificates.ts';
import { openDesks } from './people.ts';

test('who hands over sees the face, and says the identity document by one key', async ({ browser }) => {
  const [receiver, caseWorker, printer] = await openDesks(browser, 'receiver', 'case_worker', 'printer');
  const { id, number } = await verifiedCertificate(receiver, caseWorker, { ordinal: 9_301 });
  await print(printer, id);
  const certificate = await read(receiver, `/api/certificates/${id}`);

  await receiver.goto(`/application-receiver/printed-certificates?q=${encodeURIComponent(number)}`);
  await receiver.getByRole('button', { name: /^Hand over: Candidate 9301/ }).click();
  const dialog = receiver.getByRole('dialog', { name: `Hand over certificate ${number}?` });
  for (const fact of ['Candidate 9301', certificate.examRollNumber, certificate.courseDegree])
    await expect(dialog).toContainText(fact);
  const photo = dialog.getByRole('img', { name: 'Photo' });
  await expect.poll(async () => (await photo.boundingBox())?.width).toBeGreaterThan(150);

  const confirm = dialog.getByRole('button', { name: 'Hand over' });
  await expect(confirm).toHaveAccessibleDescription('Choose the identity document that was seen.');
  const kinds = dialog.getByRole('radiogroup', { name: 'Identity document seen' });
  for (const [key, kind] of Object.entries({
    1: 'Aadhaar card',
    2: 'Voter ID card',
    3: 'Driving licence',
    4: 'Passport',
  })) {
    await receiver.keyboard.press(key);
    await expect(kinds.getByRole('radio', { name: kind })).toBeChecked();
  }
  // Four keys and Enter at this speed would be a scanner's.
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await read(receiver, `/api/certificates/${id}`)).handOver)
    .toMatchObject({ way: 'in_person', identitySeen: 'passport' });
});
