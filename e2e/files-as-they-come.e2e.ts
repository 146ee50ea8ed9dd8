import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from '@playwright/test';
import { heic } from '#dev/testing/strange-files.testing.ts';
import { openNewApplication } from './application-form.ts';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';
import { pdfOf, qrPicture } from './scanned.ts';

// Names of what is new.
const words = { accept: 'Accept', acceptKind: /^Accept all/, warnings: 'Warnings' };
const notProven = 'not proven by a balance';

test('the form, the server and /verify agree on what a file is', async ({ browser, baseURL }) => {
  const pdf = await pdfOf([await qrPicture(`${baseURL}/verify?n=2025/000001&c=AAAAA-AAAAA`)]);
  const locked = await PDFDocument.load(pdf);
  locked.encrypt({ userPassword: '', ownerPassword: 'owner' });
  const files: Record<string, Buffer> = {
    'mark.pdf': Buffer.concat([Buffer.from('\uFEFF'), pdf]),
    'prologue.pdf': Buffer.concat([Buffer.from('\x1B%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'), pdf]),
    'fragments.pdf': Buffer.concat([pdf, Buffer.from('00010 00000 n\r\ntrailer\r\n<<\r\n/Size 20\r\n')]),
    'owner.pdf': Buffer.from(await locked.save()),
    'password.pdf': await pdfOf([null], 'secret'),
    'far.pdf': Buffer.concat([Buffer.alloc(1_100, 'x'), pdf]),
    'phone.jpg': heic('heic'),
  };
  const page = await openDesk(browser, 'receiver');
  const verify = await (await browser.newContext()).newPage();
  for (const [name, buffer] of Object.entries(files)) {
    await test.step(name, async () => {
      const sent = { data: buffer, headers: { 'content-type': 'application/octet-stream' } };
      const answer = await page.request.post(`/api/files?kind=receipt&name=${name}`, sent);
      const { detail } = await answer.json();
      const file = { name, mimeType: 'application/octet-stream', buffer };
      await openNewApplication(page);
      const field = page.getByRole('group', { name: 'Bank receipt (DD)' }).first();
      await field.locator('input[type=file]').first().setInputFiles(file);
      if (answer.ok()) await expect(field.getByRole('link', { name })).toBeVisible();
      else await expect(field.getByText(detail)).toBeVisible();
      await verify.goto('/verify');
      await verify.locator('input[type=file]').setInputFiles(file);
      if (answer.ok()) await expect(verify.getByLabel('Convocation number')).toHaveValue('2025/000001');
      else await expect(verify.getByRole('alert')).toBeVisible();
      expect(answer.ok()).toBe(/mark|prologue|fragments|owner/.test(name));
    });
  }
});

test('doubts are accepted by one and by kind, and an unproven statement says so', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  const choose = (name: string, ...lines: string[]) => {
    const buffer = Buffer.from(lines.join('\r\n'));
    return page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  const own = Date.now();
  const header = 'College code,Registration number,Exam roll number,Student name,Address';
  await page.goto('/admin/bulk-upload?of=students');
  await choose('doubts.csv', header, `COL001,D${own},,.,Mysuru`, `COL001,E${own},,LNU,Mysuru`);
  await expect(page.getByRole('heading', { name: words.warnings })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add 2' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expectNothingFound(page, 'warnings of an upload');
  await page.getByRole('button', { name: words.accept, exact: true }).first().click();
  await page.getByRole('button', { name: words.acceptKind }).first().press('Enter');
  await add.click();
  await expect(page.getByRole('heading', { name: 'Written' })).toBeVisible();

  await page.goto('/admin/bank-statements');
  await page.getByRole('button', { name: 'Upload statement' }).first().click();
  await choose(
    'bare.csv',
    'Date,Narration,Debit,Credit',
    `01/04/2025,BY CLEARING ${own},,${own % 100_000}.00`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('bare.csv');
  await expect(page.getByText(notProven)).toBeVisible();
});
