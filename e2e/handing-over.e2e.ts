import { expect, type Page, test } from '@playwright/test';
import { post, read } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';
import { visit } from './visit.ts';

const printed = '/application-receiver/printed-certificates?stage=to_hand_over';
const handedOver = 'This certificate is handed over already.';

/** Opens the question how a certificate leaves the office. */
async function askToHandOver(page: Page, student: string) {
  await page
    .getByRole('row', { name: new RegExp(student) })
    .getByRole('button', { name: /^Hand over/ })
    .click();
  return page.getByRole('dialog', { name: /^Hand over certificate/ });
}

/** The value of a field of the open details. */
function fact(page: Page, label: string) {
  return page.getByRole('dialog', { name: 'Row Details' }).locator(`dl > div:has(dt:text-is("${label}")) dd`);
}

/** By the name, because a click on a number opens its record. */
async function openDetails(page: Page, name: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('gridcell')
    .first()
    .click();
}

test('certificates leave by post, to a person and in a bundle, and an auditor reads how', async ({
  browser,
}) => {
  const [receiver, auditor] = await openDesks(browser, 'receiver', 'auditor');

  await test.step('by post, with a tracking number', async () => {
    const printed = '/application-receiver/printed-certificates';
    await visit(receiver, `${printed}?q=Arjun+Gowda`);
    const gone = receiver.getByRole('row', { name: /Arjun Gowda/ });
    await expect(gone).toBeVisible();
    await visit(receiver, printed);
    await expect(receiver.getByLabel('Where it is')).toHaveValue('to_hand_over');
    await expect(gone).toHaveCount(0);
    const dialog = await askToHandOver(receiver, 'Swati Deshpande');
    const confirm = dialog.getByRole('button', { name: 'Hand over' });
    await expect(dialog.getByText(/[A-Z]\d{6}/)).toBeVisible();
    await expect(confirm).toHaveAccessibleDescription('Choose the identity document that was seen.');
    await dialog.getByText('By post', { exact: true }).click();
    await expect(confirm).toHaveAccessibleDescription('Enter the carrier.');
    await dialog.getByLabel('Carrier').fill('India Post, Speed Post');
    await expect(confirm).toHaveAccessibleDescription('Enter the tracking number.');
    await dialog.getByLabel('Tracking number').fill('EK 735 280 999 IN');
    await confirm.press('Enter');
    await expect(receiver.getByText(/^Certificate \d{4}\/\d{6} is handed over\.$/)).toBeVisible();
    await expect(receiver.getByRole('row', { name: /Swati Deshpande/ })).toHaveCount(0);
  });

  await test.step('with labels for envelopes, and the list that the carrier signs', async () => {
    await receiver.getByRole('button', { name: 'Posting' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Posting' });
    await dialog.getByLabel('Certificates').fill('everybody');
    await dialog.getByLabel('Certificates').press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: /^Labels: \d+$/ })).toBeVisible();
    await dialog.getByText('Posting list', { exact: true }).click();
    await expect(dialog.getByText('Certificates: 1')).toBeVisible();
    const open = dialog.getByRole('button', { name: 'Open posting list (PDF)' });
    const [list] = await Promise.all([receiver.context().waitForEvent('page'), open.click()]);
    await list.close();
    await expect(dialog).toBeHidden();
  });

  await test.step('to another person, whose identity document is one of four kinds', async () => {
    const dialog = await askToHandOver(receiver, 'Ramesh Achar');
    const confirm = dialog.getByRole('button', { name: 'Hand over' });
    await dialog.getByLabel('Somebody else than Ramesh Achar collects it').check();
    await expect(confirm).toHaveAccessibleDescription('Enter who collects it.');
    await dialog.getByLabel('Collected by').fill('Shanta Achar');
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await dialog.getByRole('radio', { name: 'Driving licence' }).check();
    await confirm.click();
    await expect(dialog).toBeHidden();
    await visit(receiver, '/application-receiver/printed-certificates?q=Ramesh Achar');
    const again = receiver.getByRole('button', { name: /^Hand over: Ramesh Achar/ });
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await expect(again).toHaveAccessibleName(new RegExp(handedOver));
  });

  let bundleNumber = '';
  await test.step('in a bundle to the college, with the list that is signed', async () => {
    await visit(receiver, printed);
    const dialog = await askToHandOver(receiver, 'Anjali Verma');
    await dialog.getByText('In a bundle', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Choose certificates' }).click();
    await expect(receiver).toHaveURL('/application-receiver/new-bundle?college=COL002');
    await expect(receiver.getByText(/^(\d+) of \1 certificates$/)).toBeVisible();
    const handOver = receiver.getByRole('button', { name: 'Hand over bundle' });
    await receiver.getByRole('checkbox', { name: 'All certificates' }).uncheck();
    await expect(handOver).toHaveAccessibleDescription('Choose at least one certificate.');
    for (const student of ['Anjali Verma', 'Pooja Mehta'])
      await receiver
        .getByRole('row', { name: new RegExp(student) })
        .getByRole('checkbox')
        .check();
    await handOver.click();
    await expect(receiver.getByRole('alert')).toContainText('3 fields need attention');
    await receiver.getByLabel('Name').fill('Dr. Lakshmi Rao');
    await receiver.getByLabel('Designation').fill('Principal');
    await receiver.getByLabel('Identity document seen').fill('College identity card');
    await receiver.keyboard.down('Control');
    for (let repeat = 0; repeat < 5; repeat += 1) await receiver.keyboard.down('Enter');
    await receiver.keyboard.up('Enter');
    await receiver.keyboard.up('Control');
    const question = receiver.getByRole('dialog', { name: 'Hand over this bundle?' });
    await expect(question).toContainText('2 certificates of');
    await expect(question).toContainText('Dr. Lakshmi Rao, Principal, takes along');
    await question.getByRole('button', { name: 'Hand over bundle' }).press('Enter');
    const heading = receiver.getByRole('heading', { level: 1, name: /^Bundle B-\d{6}$/ });
    await expect(heading).toBeVisible();
    bundleNumber = (await heading.textContent())!.replace('Bundle ', '');
    const list = receiver.getByRole('link', { name: 'List of the bundle (PDF)' });
    const pdf = await receiver.request.get((await list.getAttribute('href'))!);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('a student signs at the college', async () => {
    const record = receiver.getByRole('button', { name: 'Record signatures' });
    await expect(record).toHaveAccessibleDescription('Choose whose signatures the list has.');
    await receiver
      .getByRole('row', { name: /Pooja Mehta/ })
      .getByRole('checkbox')
      .check();
    await record.click();
    await receiver.getByRole('dialog').getByRole('button', { name: 'Record signatures' }).click();
    await expect(receiver.getByText('1 of 2 students have signed.')).toBeVisible();
    await expect(receiver.getByRole('row', { name: /Pooja Mehta/ }).getByRole('checkbox')).toHaveCount(0);
  });

  await test.step('the auditor reads each way, and changes nothing', async () => {
    await visit(auditor, '/auditor/certificates?q=Swati Deshpande');
    await openDetails(auditor, 'Swati Deshpande');
    await expect(fact(auditor, 'Handed over')).toHaveText('By post');
    await expect(fact(auditor, 'Tracking number')).toContainText('EK 735 280 999 IN');
    await expect(auditor.getByRole('button', { name: 'Hand over' })).toHaveCount(0);
    await auditor.getByRole('button', { name: /^Show the sheet/ }).click();
    const sheet = auditor.getByRole('img', { name: /^Copy of sheet/ });
    await expect(sheet).toHaveJSProperty('naturalWidth', 1123);
    await auditor.keyboard.press('Escape');
    await visit(auditor, '/auditor/certificates?q=Ramesh Achar');
    await openDetails(auditor, 'Ramesh Achar');
    await expect(fact(auditor, 'Handed over')).toHaveText('In person');
    await expect(fact(auditor, 'Collected by')).toHaveText('Shanta Achar');
    await expect(fact(auditor, 'Identity document seen')).toHaveText('Driving licence');
    await visit(auditor, '/auditor/certificates?q=Pooja Mehta');
    await openDetails(auditor, 'Pooja Mehta');
    await expect(fact(auditor, 'Handed over')).toHaveText('Bundle to the college');
    await expect(fact(auditor, 'Signed by the student on')).toHaveText(/^\d\d\/\d\d\/\d{4}$/);
    await auditor.getByRole('dialog').getByRole('link', { name: bundleNumber }).click();
    await expect(auditor).toHaveURL(/\/auditor\/bundles\//);
    await expect(auditor.getByText('1 of 2 students have signed.')).toBeVisible();
    await expect(auditor.getByRole('button', { name: 'Record signatures' })).toHaveCount(0);
    await expect(auditor.getByRole('checkbox')).toHaveCount(0);
    await visit(auditor, `/auditor/audit-log?q=${bundleNumber}`);
    for (const step of ['Bundle handed over', 'Bundle list printed'])
      await expect(auditor.getByRole('row').filter({ hasText: step })).toBeVisible();
  });
});

test('a withheld certificate stays in the office, and the screen says why', async ({ browser }) => {
  const admin = await openDesk(browser, 'admin');
  const { rows } = await read(admin, '/api/demand-drafts?search=Vijay Kamath');
  const [{ id, version }] = rows;
  await post(admin, `/api/demand-drafts/${id}/return`, { version, reason: 'signature' });
  await visit(admin, '/admin/printed-certificates?q=Vijay Kamath');
  const handOver = admin.getByRole('button', { name: /^Hand over: Vijay Kamath/ });
  await expect(handOver).toHaveAttribute('aria-disabled', 'true');
  await expect(handOver).toHaveAccessibleName(/it is withheld/);
  await visit(admin, '/application-receiver/manage-application?q=Vijay Kamath');
  await admin
    .getByRole('row', { name: /Vijay Kamath/ })
    .getByText('Vijay Kamath')
    .click();
  const atTheCounter = admin.getByRole('dialog').getByRole('button', { name: 'Hand over' });
  await expect(atTheCounter).toHaveAccessibleDescription(/it is withheld/);
  await visit(admin, '/admin/new-bundle?college=COL003');
  await expect(admin.getByText(/^(\d+) of \1 certificates$/)).toBeVisible();
  await expect(admin.getByText('Vijay Kamath')).toHaveCount(0);
});
