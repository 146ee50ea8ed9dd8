import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from '@playwright/test';
import { heic } from '#dev/testing/strange-files.testing.ts';
import { openNewApplication } from './application-form.ts';
import { openDesk } from './people.ts';
import { pdfOf, qrPicture } from './scanned.ts';

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
