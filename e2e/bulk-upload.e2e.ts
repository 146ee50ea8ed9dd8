import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const started = Date.now();
const number = (ordinal: number) => `BULK${started}${ordinal}`;

/** Headers that the portal does not know, and rows of which one names no college and one has digits in its name. */
const sheet = [
  'Institution;Enrolment;Learner;Lives at;Roll No.',
  `col 001;${number(1)};Ananya Sharma;Mysuru;7${started}1`,
  `COL002;${number(2)};Vikram Patel;"12, Temple Road";7${started}2`,
  `COL999;${number(3)};Meera Nair;Hassan;`,
  `COL001;${number(4)};Kaṿya Reddy;Mandya;`,
].join('\r\n');

test('a sheet with other headers and faulty rows comes in by keyboard alone', async ({
  browser,
}, testInfo) => {
  const page = await openDesk(browser, 'admin');

  await test.step('from the list to the file', async () => {
    await visit(page, '/admin/student-master');
    await press(page, 'link', 'Bulk Upload');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk Upload of students');
    await upload(page, 'Choose file', 'autumn.csv', sheet);
  });

  await test.step('only the columns that no header tells are asked for', async () => {
    await expect(page.getByRole('heading', { name: 'Which column holds what?' })).toBeVisible();
    await expect(page).toHaveURL(/import=/);
    await expect(page.getByText('Known by their headers: Exam roll number.')).toBeVisible();
    await expectAccessible(page);
    await choose(page, 'College code', 'Institution');
    await expect(page.getByText('Holds col 001 · COL002 · COL999')).toBeVisible();
    await choose(page, 'Registration number', 'Enrolment');
    await choose(page, 'Student name', 'Learner');
    await choose(page, 'Address', 'Lives at');
    await press(page, 'button', 'Check the rows');
  });

  await test.step('the report names row, column, found and wanted', async () => {
    await expect(page.getByRole('heading', { name: 'Report' })).toBeFocused();
    await expectCounts(page, { new: '2', faulty: '2' });
    await expectAccessible(page);
    await expect(
      page.getByRole('row', { name: /^4 College code COL999 The code of a college:/ }),
    ).toBeVisible();
    await expect(
      page.getByRole('row', { name: /^5 Student name Kaṿya Reddy The letter ṿ cannot be printed/ }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add 2' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('the corrected rows complete the set', async () => {
    const link = page.getByRole('link', { name: 'Faulty rows as CSV' });
    await link.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('autumn - faulty rows.csv');
    const file = testInfo.outputPath('faulty.csv');
    await download.saveAs(file);
    const corrected = (await readFile(file, 'utf8'))
      .replace(/^COL999/m, 'COL003')
      .replace('Kaṿya Reddy,', 'Kavya Reddy,');
    await upload(page, 'Upload the corrected rows', 'corrected.csv', corrected);
    await expectCounts(page, { new: '4', faulty: '0' });
  });

  await test.step('all rows are written at once, and the list shows them', async () => {
    await press(page, 'button', 'Add 4');
    await expect(page.getByRole('heading', { name: 'Written' })).toBeVisible();
    await expectCounts(page, { added: '4', unchanged: '0' });
    await press(page, 'link', 'Open the student master');
    const search = page.getByRole('textbox', { name: /^Search/ });
    // Once more if the page of the upload still stood there.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.type(`BULK${started}`, { delay: 40 });
    await expect(search).toHaveValue(`BULK${started}`);
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(page.getByRole('row', { name: /Kavya Reddy/ })).toBeVisible();
  });

  await test.step('the same rows again change nothing', async () => {
    await visit(page, '/admin/bulk-upload?of=students');
    const again = sheet.replace('COL999', 'COL003').replace('Kaṿya', 'Kavya');
    const known = again.replace(
      'Institution;Enrolment;Learner;Lives at',
      'College code;Reg. No.;NAME;Address',
    );
    await upload(page, 'Choose file', 'autumn again.csv', known);
    await expectCounts(page, { new: '0', changed: '0', unchanged: '4', faulty: '0' });
    await expect(page.getByText(/There is nothing to save\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a closed page finds its upload again', async () => {
    await visit(page, '/admin/bulk-upload?of=students');
    const row = page.getByRole('row', { name: /^autumn\.csv/ });
    await expect(row).toContainText('Written');
    await expect(row).toContainText('4 added, 0 changed, 0 unchanged');
    await press(page, 'link', 'autumn.csv');
    await expect(page.getByRole('heading', { name: 'Written' })).toBeVisible();
  });
});

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

async function choose(page: Page, column: string, header: string): Promise<void> {
  await page.getByRole('combobox', { name: column }).focus();
  await page.keyboard.type(header, { delay: 40 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function upload(page: Page, label: string, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'button', label);
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function expectCounts(page: Page, counts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(counts)) {
    const figure = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(figure.getByRole('definition')).toHaveText(value);
  }
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNothingFound(page, `${page.url()} ${colorScheme}`);
  }
}
