import { expect, test } from '@playwright/test';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { accentOf } from '#shared/accent-colour.ts';
import { findReceived } from './application-form.ts';
import { receive, writeApplication } from './applications.ts';
import { openDesk } from './people.ts';

test('a candidate reads the state of the application without a name, and a wrong pair is not found', async ({
  browser,
}) => {
  const receiver = await openDesk(browser, 'receiver');
  const application = await writeApplication(receiver.request, 940);
  await receive(receiver.request, application);
  const [{ acknowledgementNumber }] = (await findReceived(receiver, 940)) as [
    { acknowledgementNumber: number },
  ];
  const page = await (await browser.newContext()).newPage();
  const answer = page.locator('[aria-live=polite]').filter({ has: page.getByRole('heading', { level: 2 }) });
  const roll = page.getByLabel('Exam roll number');
  // As the QR code of the slip has it.
  await page.goto(`/status?a=${acknowledgementCode(acknowledgementNumber)}&r=${application.examRollNumber}`);
  await expect(answer.getByRole('heading')).toHaveText('Received');
  await expect(answer).toContainText('The university is checking your application.');
  await expect(page.locator('body')).not.toContainText(application.candidateName);
  await page.getByRole('button', { name: 'ಕನ್ನಡ' }).press('Enter');
  await expect(answer.getByRole('heading')).toHaveText(/[\u0c80-\u0cff]/);
  await page.getByRole('button', { name: 'English' }).press('Enter');
  await expect(roll).toHaveValue(application.examRollNumber);
  await roll.fill('0');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(answer.getByRole('heading')).toHaveText('Not found');
});

const forms = [
  { address: '/', button: 'Login', fields: ['Email Id', 'Password'] },
  { address: '/verify', button: 'Verify', fields: ['Convocation number'] },
  { address: '/status', button: 'Check', fields: ['Acknowledgement number', 'Exam roll number'] },
];

for (const { address, button, fields } of forms)
  test(`${address} shows crest, colour and name of the university, and says at each field what is missing`, async ({
    page,
  }) => {
    await page.goto(address);
    // As the pack of the demo's university has it.
    const { hue } = accentOf('#1b4f8a');
    await expect(page.locator('html')).toHaveCSS('--university-hue', String(hue));
    await expect(page.getByText('Vishwavidya University of Karnataka').first()).toBeVisible();
    const crest = page.locator('img[src^="/crest.png?"]').first();
    await expect.poll(() => crest.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/crest\.png\?/);

    for (const name of fields) await page.getByRole('textbox', { name, exact: true }).fill('');
    await page.getByRole('button', { name: button, exact: true }).click();
    for (const name of fields) {
      const field = page.getByRole('textbox', { name, exact: true });
      await expect(field, name).toHaveAttribute('aria-invalid', 'true');
      await expect(field, name).toHaveAccessibleDescription(/\w+ \w+ \w+/);
    }
  });
