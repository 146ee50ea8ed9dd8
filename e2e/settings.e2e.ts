import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { choose } from './application-form.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const registrar = 'registrar@dikshant.example';
const course = `Z${String(Date.now()).slice(-8)}`;

test('a course is proposed by one admin and confirmed by another; its history names both, and the auditor reads it', async ({
  browser,
}) => {
  const first = await openDesk(browser, 'admin');
  await test.step('the form is filled in and sent by keys', async () => {
    await visit(first, '/admin/settings/courses');
    await first.getByRole('link', { name: 'Add course' }).press('Enter');
    await first.getByLabel('Course / Degree').fill(course);
    await choose(first, 'Level', 'Undergraduate');
    await choose(first, 'Guide', 'Not named');
    await first.getByRole('textbox', { name: 'Degree title', exact: true }).fill('Bachelor of Zoology');
    await first.keyboard.press('Control+Enter');
    await expect(
      first.getByText(`${course}: change proposed. Another administrator has to confirm it.`),
    ).toBeVisible();
    await expect(first.getByRole('link', { name: /(is|are) proposed/ })).toBeVisible();
  });

  await test.step('a second admin sees what would be written, and confirms it', async () => {
    const second = await openDesk(browser, 'admin', registrar);
    await visit(second, `/admin/settings/proposals?q=${course}`);
    await second.getByRole('button', { name: `Confirm: ${course}` }).click();
    const dialog = second.getByRole('dialog', { name: 'Confirm this change?' });
    await expect(dialog).toContainText('Bachelor of Zoology');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(second.getByText(`${course}: the change is in force.`)).toBeVisible();
  });

  const expectHistory = async (page: Page, address: string) => {
    await visit(page, `${address}?q=${course}`);
    await page.getByRole('button', { name: `View: ${course}` }).click();
    const events = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await expect(events.filter({ hasText: /^\d\d\/\d\d\/\d{4}.* · Suresh Bhat · / })).toHaveCount(1);
    await expect(events.filter({ hasText: /^\d\d\/\d\d\/\d{4}.* · Anita Deshpande · / })).toHaveCount(1);
  };
  await test.step('an admin may edit and delete what no record uses', async () => {
    await expectHistory(first, '/admin/settings/courses');
    await visit(first, `/admin/settings/courses?q=${course}`);
    await first.getByRole('button', { name: `Edit: ${course}` }).click();
    await expect(first.getByLabel('Course / Degree')).toHaveValue(course);
    await visit(first, '/admin/settings/courses?q=MECH');
    const used = first.getByRole('button', { name: /^Delete: MECH/ });
    await expect(used).toHaveAttribute('aria-disabled', 'true');
    await expect(used).toHaveAccessibleName(/Records use this entry, so it cannot be deleted\./);
  });

  await test.step('an auditor changes nothing', async () => {
    const auditor = await openDesk(browser, 'auditor');
    await expectHistory(auditor, '/auditor/settings/courses');
    await expect(auditor.getByRole('button', { name: /^(Edit|Delete)\b/ })).toHaveCount(0);
    await expect(auditor.getByRole('link', { name: /^(Add course|Bulk Upload)$/ })).toHaveCount(0);
  });
});

test('a faulty pack is told its faults and cannot be imported; the exported one would change nothing', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  await visit(page, '/admin/settings/pack');
  const give = (buffer: Buffer, name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await give(Buffer.from('{ "format": 2, "name": "next" }'), 'pack.json');
  const faults = page.getByRole('alert').filter({ hasText: 'This pack cannot be imported. Faults: 1.' });
  await expect(faults.getByRole('row').nth(1)).toContainText(/^format\s*2/);
  await expect(page.getByRole('button', { name: 'Import pack' })).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export pack' }).click();
  await give(await readFile(await (await download).path()), 'pack.zip');
  await expect(page.getByText(/: nothing would change\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import pack' })).toHaveCount(0);
});
