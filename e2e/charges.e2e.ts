import { expect, test } from '@playwright/test';
import { choose, openNewApplication } from './application-form.ts';
import { post } from './certificates.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const run = String(Date.now()).slice(-7);
// Nobody else applies with these.
const charged = `C${run}`;
const free = `F${run}`;
const row = {
  college: 'COL001',
  course: '',
  level: '',
  certificateType: '',
  attendance: '',
  academicYear: '',
};
const rows = [
  { charge: 'application', category: charged, attendance: 'in_person', amount: 1_234 },
  { charge: 'application', category: charged, attendance: 'in_absentia', amount: 987 },
  { charge: 'late', category: charged, amount: 56 },
  { charge: 'application', category: free, amount: 0 },
  { charge: 'late', category: free, amount: 0 },
];

test('the counter says which row of the schedule applied, and asks for no draft where nothing is due', async ({
  browser,
}) => {
  const admin = await openDesk(browser, 'admin');
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  for (const entry of rows) {
    const { proposalId } = await post(admin, '/api/settings/fee_schedule', {
      ...{ ...row, activeFrom: '', activeUntil: '' },
      ...entry,
    });
    await post(registrar, `/api/settings/proposals/${proposalId}/confirm`, { version: 1 });
  }

  const receiver = await openDesk(browser, 'receiver');
  await openNewApplication(receiver);
  const charges = receiver.getByRole('list', { name: 'Charges' }).getByRole('listitem');
  const total = receiver.getByLabel('Total amount');
  const category = receiver.getByRole('combobox', { name: 'Category' });
  await choose(receiver, 'College name', /COL001/);
  await category.fill(charged);
  await category.press('Tab');
  await choose(receiver, 'Attendance at the convocation', 'In person');
  await expect(charges).toHaveText([
    `Application ₹1,234: COL001, ${charged}, In person`,
    `Late application ₹56: COL001, ${charged}`,
  ]);
  await expect(total).toHaveValue('1,290');
  await choose(receiver, 'Attendance at the convocation', 'In absentia');
  await expect(charges.first()).toHaveText(`Application ₹987: COL001, ${charged}, In absentia`);
  await expect(total).toHaveValue('1,043');

  await category.fill(free);
  await category.press('Tab');
  await expect(charges.first()).toHaveText(`Application ₹0: COL001, ${free}`);
  await receiver.keyboard.press('Control+Enter');
  await expect(receiver.getByLabel('Candidate name')).toHaveAttribute('aria-invalid', 'true');
  await expect(
    receiver.getByRole('group', { name: 'Demand draft 1' }).locator('[aria-invalid=true]'),
  ).toHaveCount(0);
});

test('fee totals are told apart by charge', async ({ browser }) => {
  const auditor = await openDesk(browser, 'auditor');
  await visit(auditor, '/auditor/fee-totals?fees=charge');
  const headers = auditor.getByRole('region', { name: 'Fees', exact: true }).getByRole('rowheader');
  await expect(headers).toHaveText([
    'Application',
    'Late application',
    'Reprint (not in the total)',
    /^Total/,
  ]);
});
