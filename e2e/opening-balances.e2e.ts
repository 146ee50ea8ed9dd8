import { expect, test } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';

const started = Date.now();
const number = `OLD/${started}`;
const serial = `Q${String(started).slice(-9)}`;
const header = 'Certificate number,Name,Degree,Date,Serial number';

test('an earlier certificate is uploaded by one admin, saved by another, and verified by a stranger', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.goto('/admin/settings/opening-balances');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening balances');
  await page.getByRole('tab', { name: 'Earlier certificates' }).click();
  await expect(page).toHaveURL(/of=earlier_certificates/);
  await page.locator('input[type=file]').setInputFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, `${number},Asha Rao,Bachelor of Arts,12/03/1999,${serial}`].join('\r\n')),
  });
  await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible();
  // Applications have been received in the demo: a second person saves it.
  await expect(page.getByRole('button', { name: 'Add 1' })).toHaveAttribute('aria-disabled', 'true');
  await expectNothingFound(page, 'the report');
  const address = page.url();

  await page.goto(`/verify?n=${encodeURIComponent(number)}&s=${serial}`);
  await expect(page.getByRole('heading', { name: 'Unknown' })).toBeVisible();
  await expect(page.getByText('this number and this serial number together')).toBeVisible();

  const second = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  await second.goto(address);
  await second.getByRole('button', { name: 'Add 1' }).click();
  await expect(second.getByRole('heading', { name: 'Written', exact: true })).toBeVisible();

  await page.goto('/verify');
  await page.getByLabel('Convocation number').fill(number.toLowerCase());
  await page.getByLabel('Serial number').fill(`${serial.slice(0, 3)} ${serial.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Issued before the portal' })).toBeVisible();
  await expect(page.getByText(`certificate ${number} on the sheet`)).toBeVisible();
  await expect(page.getByText('Asha Rao')).toHaveCount(0);
  await expectNothingFound(page, 'the answer');

  await test.step('its number is known at the counter', async () => {
    const counter = await openDesk(browser, 'receiver');
    await counter.goto('/application-receiver/new-application');
    await counter.getByRole('button', { name: 'It was issued before the portal' }).click();
    await counter.getByLabel('Number of a certificate issued before the portal').fill(number);
    await expect(counter.getByText(`${number}: Asha Rao, Bachelor of Arts`)).toBeVisible();
  });
});
