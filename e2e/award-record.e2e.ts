import { expect, type Page, test } from '@playwright/test';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import {
  choose,
  fillDraft,
  openNewApplication,
  unfold as unfoldSection,
  upload,
} from './application-form.ts';
import { expectNothingFound } from './axe.ts';
import { newDraft } from './drafts.ts';
import { openDesks } from './people.ts';

const run = String(Date.now()).slice(-8);
const registration = `AWD${run}`;
const roll = `66${run}`;
const father = 'Ramesh Narasimha';
const aadhaar = '2341 2341 2346';

const sheet = [
  'College code,Reg No,Roll No,Name,Address,Name in Kannada,DOB,Sex,Father Name,Consent,Mobile No,PIN,CGPA,Scale,Exam Month,Hobby',
  `COL001,${registration},${roll},Vanaja Narasimha,"4, Fort Road, Mysuru",,14/8/99,F,${father},1,98450 12345,570001,8.42,10,May-24,Chess`,
  `COL001,X${registration},,Vanitha Narasimha,"Fort Road, ${aadhaar}",,31/02/1999,F,,1,98450,,11,10,,`,
].join('\r\n');

test('the award record comes by upload, is entered, compared, corrected and frozen', {
  tag: '@long',
}, async ({ browser }) => {
  const [admin, receiver, caseWorker] = await openDesks(browser, 'admin', 'receiver', 'case_worker');

  await test.step('a sheet is told its faults by row and column, and what it has besides', async () => {
    await uploadSheet(admin, sheet);
    await expect(admin.getByText('These columns of the file are not read: Hobby.')).toBeVisible();
    for (const name of [
      /^3 Address Fort Road, XXXX XXXX 2346 This looks like an Aadhaar number/,
      /^3 Date of birth 31\/02\/1999 Enter the date/,
      /^3 Mobile 98450 Enter the ten digits/,
    ])
      await expect(admin.getByRole('row', { name })).toBeVisible();
  });

  await test.step('without the faulty row it is written, and the record shows it', async () => {
    await admin.goto('/admin/bulk-upload?of=students');
    await uploadSheet(admin, sheet.split('\r\n').slice(0, 2).join('\r\n'));
    await admin.getByRole('button', { name: 'Add 1' }).click();
    await expect(admin.getByRole('heading', { name: 'Written', exact: true })).toBeVisible();
    await admin.goto(`/admin/student-master?q=${registration}`);
    await admin.getByRole('button', { name: 'View: Vanaja Narasimha' }).click();
    const record = admin.getByRole('dialog').getByRole('region', { name: 'Award record' });
    for (const known of ['14/08/1999', 'Female', father, '9845012345', '8.42', '05/2024'])
      await expect(record).toContainText(known);
  });

  await test.step('the counter is filled in from it, contact details once the candidate consents', async () => {
    await openNewApplication(receiver);
    await receiver.getByLabel('College Registration number').fill(registration);
    await expect(receiver.getByText(/^Filled in from the student master/)).toBeVisible();
    await expect(receiver.getByText('from the student master, 6 of 13')).toBeVisible();
    const consent = receiver.getByRole('checkbox', { name: /has heard the notice/ });
    await expect(receiver.getByText(/^consented on .* by the college; ask again$/)).toBeVisible();
    await unfoldSection(receiver, 'Contact details');
    await expect(consent).not.toBeChecked();
    await expect(receiver.getByText(/^Consent was recorded on .* by the college/)).toBeVisible();
    await expect(receiver.getByLabel('Mobile')).toHaveValue('');
    await consent.check();
    await expect(receiver.getByLabel('Mobile')).toHaveValue('9845012345');
    await expect(receiver.getByLabel('Postal address')).toHaveValue('4, Fort Road, Mysuru');
    await unfoldSection(receiver, 'Award record');
    await expect(receiver.getByLabel('Date of birth')).toHaveValue('14/08/1999');
    await receiver.getByLabel('Father’s name').fill('Suresh Narasimha');
    await receiver.getByLabel('Month and year of examination').fill('6/24');
    await expectNothingFound(receiver, 'the counter with the award record');
  });

  await test.step('a fault of a folded field opens it, and an Aadhaar number is taken by no field', async () => {
    await receiver.getByLabel('CGPA', { exact: true }).fill('10.5');
    await receiver.getByLabel('Guardian’s name').fill(`Dr. Rao ${aadhaar}`);
    await receiver.getByRole('group', { name: 'Award record' }).locator('summary').click();
    await expect(receiver.getByLabel('CGPA', { exact: true })).toBeHidden();
    await fillTheRest(receiver);
    await receiver.getByRole('button', { name: 'Receive application' }).click();
    await expect(receiver.getByText('At most 10.').first()).toBeVisible();
    await expect(receiver.getByLabel('CGPA', { exact: true })).toBeVisible();
    await expect(receiver.getByText(/looks like an Aadhaar number/).first()).toBeVisible();
    await receiver.getByLabel('CGPA', { exact: true }).fill('8.42');
    await receiver.getByLabel('Guardian’s name').fill('');
    await receiver.getByRole('button', { name: 'Receive application' }).click();
    await expect(receiver.getByText(/^Received: acknowledgement number/)).toBeVisible();
  });

  await test.step('the verify screen marks what differs, and asks about it', async () => {
    await openCase(caseWorker);
    await expect(caseWorker.getByRole('row', { name: /^Father’s name/ })).toContainText(`differs: ${father}`);
    await expect(caseWorker.getByRole('row', { name: /^Month and year/ })).toContainText('differs: 05/2024');
    await unfold(caseWorker);
    await expect(caseWorker.getByRole('row', { name: /^Date of birth/ })).toContainText('14/08/1999');
    await askToVerify(caseWorker);
    await expect(
      caseWorker.getByText(`Father’s name: Suresh Narasimha here, ${father} in the student master`),
    ).toBeVisible();
    await caseWorker.keyboard.press('Escape');
    await caseWorker.keyboard.press('r');
    await caseWorker.keyboard.press('3');
    await caseWorker.keyboard.press('Enter');
    await expect(caseWorker.locator('[data-last-decision]')).toHaveText(/is back with/);
  });

  await test.step('the counter corrects it, and the verify screen has no difference any more', async () => {
    await receiver.goto(`/application-receiver/manage-application?q=${registration}`);
    await receiver.getByRole('button', { name: /^Edit: Vanaja/ }).click();
    await unfoldSection(receiver, 'Award record');
    await expect(receiver.getByLabel('Father’s name')).toHaveValue('Suresh Narasimha');
    await receiver.getByLabel('Father’s name').fill(father);
    await receiver.getByLabel('Month and year of examination').fill('may 2024');
    await receiver.getByRole('button', { name: 'Save correction' }).click();
    await receiver.getByLabel('Why the name stays').fill('The father’s name differed.');
    await receiver.getByRole('button', { name: 'Save correction' }).click();
    await expect(receiver.getByText('is back with the case workers')).toBeVisible();
    await openCase(caseWorker);
    await unfold(caseWorker);
    await expect(caseWorker.getByRole('row', { name: /^Father’s name/ })).toContainText('same');
    await askToVerify(caseWorker);
    await caseWorker.keyboard.press('Enter');
    await expect(caseWorker.locator('[data-last-decision]')).toHaveText(/is verified/);
  });

  await test.step('from then on it stays; only contact details go, when the candidate wants that', async () => {
    await receiver.goto(`/application-receiver/manage-application?q=${registration}`);
    await expect(receiver.getByRole('button', { name: /^Edit: Vanaja/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await receiver.getByRole('button', { name: /^View: Vanaja/ }).click();
    const dialog = receiver.getByRole('dialog').first();
    await expect(dialog.getByText('9845012345')).toBeVisible();
    await dialog.getByRole('button', { name: 'Withdraw consent' }).click();
    const question = receiver.getByRole('dialog', { name: /^Withdraw the consent of Vanaja/ });
    await question.getByRole('button', { name: 'Withdraw consent' }).click();
    await expect(dialog.getByText('9845012345')).toBeHidden();
    await expect(dialog.getByText(father)).toBeVisible();
    await expect(dialog.getByText(/withdrawn .* recorded by Ravi Shetty/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Withdraw consent' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

async function uploadSheet(page: Page, content: string): Promise<void> {
  await page.goto('/admin/bulk-upload?of=students');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name: 'award.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible();
}

/** What the student master does not know. */
async function fillTheRest(page: Page): Promise<void> {
  await choose(page, 'Course/Degree', 'MECH');
  await choose(page, 'Academic year', '2024-25');
  await choose(page, 'Chosen Color', 'Maroon');
  await choose(page, 'Selected Paper', 'Parchment');
  await upload(
    page,
    'Photo',
    `scan ${aadhaar.replaceAll(' ', '')}.jpg`,
    await drawPortrait(71),
    'scan XXXXXXXX2346.jpg',
  );
  await fillDraft(page, 1, newDraft(700));
}

async function openCase(page: Page): Promise<void> {
  await page.goto(`/case-worker/verify?q=${registration}`);
  await expect(page.getByRole('heading', { name: 'Vanaja Narasimha' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Photo/ })).toBeVisible();
}

/** A key within 150 ms of the advance is meant for the case before, and passes without an effect. */
async function askToVerify(page: Page): Promise<void> {
  const question = page.getByRole('form', { name: 'Verify this application?' });
  await expect(async () => {
    if (!(await question.isVisible())) await page.keyboard.press('v');
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

async function unfold(page: Page) {
  await page.getByRole('button', { name: /fields equal the student master$/ }).click();
}
