import { expect, test } from '@playwright/test';
import { paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import { openNewApplication } from './application-form.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk, signIn } from './people.ts';
import { visit } from './visit.ts';

test('the application form says at each field what is wrong, also of a file, and takes the focus to the first', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  await visit(page, '/application-receiver/new-application');
  await page.getByRole('button', { name: 'Receive application' }).click();
  await expect(page.getByText('Enter the College Registration number.').first()).toBeVisible();
  await expect(page.getByLabel('College Registration number')).toBeFocused();
  await expect(page.getByText('Add the photo.').first()).toBeVisible();
  const draft = page.getByRole('group', { name: 'Demand draft 1' });
  await draft.getByLabel('DD date').fill('today');
  await draft.getByLabel('Branch').focus();
  await expect(draft.getByText('The date of a draft cannot be in the future.')).toHaveCount(0);
  await draft.getByLabel('DD date').fill('31/12/2099');
  await expect(draft.getByText('The date of a draft cannot be in the future.')).toBeVisible();

  const field = page.getByRole('group', { name: 'Photo' });
  const choose = (buffer: Buffer) =>
    field
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await choose(Buffer.from('this is no picture'));
  await expect(field.getByText(/The file holds .*\. Wanted: a JPEG, PNG or WebP picture\./)).toBeVisible();
  await choose(Buffer.alloc(6 * 1024 * 1024, 0xff));
  await expect(field.getByText('The file is larger than 5 MiB.', { exact: false })).toBeVisible();
});

test('a number of an earlier application is told at its field, with both numbers and a link', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const application = await writeApplication(page.request, 961);
  await receive(page.request, application);
  const { registrationNumber, examRollNumber, candidateName } = application;
  const search = new URLSearchParams({ search: registrationNumber });
  const [{ id }] = (await (await page.request.get(`/api/applications?${search}`)).json()).rows;
  await openNewApplication(page);
  for (const [label, number] of [
    ['College Registration number', registrationNumber],
    ['Exam roll number', examRollNumber],
  ] as const) {
    await page.getByLabel(label).fill(number);
    const note = page.getByRole('status').filter({ hasText: 'Already received' });
    await expect(note).toContainText(
      `with College Registration number ${registrationNumber} and Exam roll number ${examRollNumber}.`,
    );
    const link = note.getByRole('link', { name: new RegExp(`${candidateName}$`) });
    await expect(link).toHaveAttribute('href', new RegExp(id));
    await page.getByLabel(label).fill(`${number}0`);
    await expect(note).toBeHidden();
  }
});

test('typed input survives a reload and an expired session', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  await visit(page, '/application-receiver/new-application');
  await page.getByLabel('Candidate name').fill('Half-typed Name');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Candidate name')).toHaveValue('Half-typed Name');
  await page.context().clearCookies();
  await page.goto('/application-receiver/manage-application');
  await signIn(page, 'receiver');
  await visit(page, '/application-receiver/new-application');
  await expect(page.getByLabel('Candidate name')).toHaveValue('Half-typed Name');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
});

test('a page of another role is refused with a way back, a signed-out one leads through the login and returns', async ({
  browser,
}) => {
  const printer = await openDesk(browser, 'printer');
  await visit(printer, '/admin/total-applications');
  await expect(printer.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  await printer.getByRole('link', { name: 'Back to your desk' }).click();
  await expect(printer).toHaveURL(/\/printer\/print-queue/);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/auditor/audit-log?q=verified');
  await signIn(stranger, 'auditor');
  await expect(stranger).toHaveURL(/\/auditor\/audit-log\?q=verified/);
});

/** Every address of a desk that ends in the id of a record. */
const recordsOf = (desk: object) =>
  Object.values(desk)
    .filter((address) => typeof address === 'function')
    .map((address: (id: string) => string) => address('xyz'))
    .filter((address) => address.endsWith('/xyz'));

const records: [Role, string[]][] = [
  ['admin', recordsOf(paths.admin)],
  ['receiver', recordsOf(paths.applicationReceiver)],
  ['printer', recordsOf(paths.printer)],
  ['auditor', recordsOf(paths.auditor)],
];

for (const [role, addresses] of records) {
  test(`${role}: an address whose id has a slip says that there is no such record`, async ({ browser }) => {
    expect(addresses.length).toBeGreaterThan(0);
    const page = await openDesk(browser, role);
    for (const address of addresses) {
      await visit(page, address);
      const answer = page.getByRole('main').getByText(/does not exist|There is no page at this address/);
      await expect(answer, address).toBeVisible();
      await expect(page.getByText('Some fields need attention'), address).toHaveCount(0);
    }
  });
}
