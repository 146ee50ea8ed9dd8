import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from '@playwright/test';
import { accountOf, csvRows, rowsOf } from '#dev/testing/statement-files.testing.ts';
import { heic } from '#dev/testing/strange-files.testing.ts';
import { openNewApplication } from './application-form.ts';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';
import { pdfOf, qrPicture } from './scanned.ts';
import { visit } from './visit.ts';

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

test('what is doubtful waits to be accepted, and a statement says what proves it', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });

  await test.step('students whose names are doubtful are written once somebody has accepted each', async () => {
    const header = ['College code', 'Registration number', 'Student name', 'Address'];
    const row = (name: string) => ['COL001', `${name.slice(0, 5)}${Date.now()}`, name, 'Mysuru'];
    const rows = ['Ramesh .', 'Meera LNU', 'Kiran FNU'].map(row);
    await visit(page, '/admin/bulk-upload?of=students');
    await choose('doubtful.csv', csvRows([header, ...rows]));
    await expect(page.getByRole('heading', { name: 'Warnings' })).toBeVisible();
    const write = page.getByRole('button', { name: 'Add 3' });
    await expect(write).toHaveAttribute('aria-disabled', 'true');
    await expectNothingFound(page, 'warnings of an upload');
    const one = page.getByRole('row', { name: /Ramesh \./ }).getByRole('button', { name: /^Accept/ });
    await one.click();
    await expect(one).toBeHidden();
    await expect(write).toHaveAttribute('aria-disabled', 'true');
    for (const all = page.getByRole('button', { name: 'Accept all…' }); await all.count(); ) {
      const left = await all.count();
      await all.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Accept/ }).click();
      await expect(dialog).toBeHidden();
      await expect(all).toHaveCount(left - 1);
    }
    await write.click();
    await expect(page.getByRole('heading', { name: 'Written' })).toBeVisible();
  });

  await test.step('a statement without balances is marked, and one with them is not', async () => {
    for (const isProven of [false, true]) {
      await visit(page, '/admin/bank-statements');
      await page.getByRole('button', { name: 'Upload statement' }).first().click();
      const account = accountOf([9, 8, 7].map((ago) => [ago, 'CASH', '', isProven ? 71_100 : 82_200]));
      await choose('april.csv', csvRows(rowsOf(account, isProven)));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('april.csv');
      await expect(page.getByText('not proven by a balance')).toHaveCount(isProven ? 0 : 1);
    }
  });
});
