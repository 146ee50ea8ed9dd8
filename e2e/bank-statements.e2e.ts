import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { receive, writeApplication } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { openDesk, openDesks } from './people.ts';
import { visit } from './visit.ts';

const today = formatDay(dayInIndia(new Date()));

/** Drafts of four candidates; all but the last are at the bank. */
async function depositDrafts(
  receiver: APIRequestContext,
  admin: APIRequestContext,
): Promise<{ numbers: string[]; amount: number }> {
  const drafts: { number: string; amount: number }[] = [];
  for (const ordinal of [7001, 7002, 7003, 7004]) {
    const application = await writeApplication(receiver, ordinal);
    await receive(receiver, application);
    drafts.push(...application.drafts);
  }
  const ids: string[] = [];
  for (const { number } of drafts.slice(0, 3)) {
    const { rows } = await (await admin.get(`/api/demand-drafts?search=${number}`)).json();
    ids.push(rows[0].id);
  }
  const slip = await admin.post('/api/deposit-slips', {
    data: { draftIds: ids, account: '30123456789', bankBranch: 'SBI, Mysuru Main' },
  });
  const { id } = await slip.json();
  const depositedOn = dayInIndia(new Date());
  const deposited = await admin.post(`/api/deposit-slips/${id}/deposit`, {
    data: { version: 1, depositedOn },
  });
  expect(deposited.ok(), await deposited.text()).toBe(true);
  return { numbers: drafts.map(({ number }) => number), amount: drafts[0]!.amount };
}

test('a statement with unknown headers is read, matched and worked off by keyboard', async ({ browser }) => {
  const [receiver, page] = await openDesks(browser, 'receiver', 'admin');
  const { numbers, amount } = await depositDrafts(receiver.request, page.request);
  const [first, second, third, fourth] = numbers;
  const row = (text: string, credit: string, debit = '', day = today) => `${day};${text};${debit};${credit}`;
  const statement = [
    'Canara Bank;;;',
    'Account;: 30123456789;;',
    'On;What;Out;In',
    row(`CTS CLG ${first}`, `${amount}.00`),
    row(`CLG ${second} LESS COMM`, `${amount - 18}.50`),
    row('CREDIT INTEREST', '1,234.56'),
    row(`CHQ RTN ${third} SIGNATURE DIFFERS`, '', `${amount}`),
    row(`CLG ${fourth}`, `${amount}`),
  ];

  await test.step('what cannot be read is named, and what the columns hold is asked', async () => {
    await visit(page, '/admin/bank-statements');
    await expect(page.getByText('No bank statements found')).toBeVisible();
    await page.getByRole('button', { name: 'Upload statement' }).first().click();
    await choose(page, [...statement, row('BY CLEARING', '1.234,00', '', '99/99/2026')].join('\r\n'));
    await expect(
      page.getByText('The columns of this statement are not recognised by their names.'),
    ).toBeVisible();
    await sayColumns(page);
    await expect(page.getByRole('row', { name: /^9 On 99\/99\/2026 a date/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^9 In 1\.234,00 rupees and paise/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(
      '2 cells of the file cannot be read or do not fit the others, the first in row 9. Nothing was taken from the file.',
    );
    await expectNothingFound(page, 'faults of a statement');
  });

  await test.step('the corrected file settles what it can', async () => {
    await choose(page, statement.join('\r\n'));
    await expect(page.getByRole('combobox', { name: 'Credit', exact: true })).toHaveValue('In');
    await page.getByRole('button', { name: 'Read the statement' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('april.csv');
    await expect(page.getByRole('heading', { name: 'Open lines (4)' })).toBeVisible();
    await expect(
      page.getByText('A deposited draft has this number, but ₹17.50 are missing.').first(),
    ).toBeVisible();
    await expectNothingFound(page, 'a bank statement');
  });

  await test.step('the short credit is settled with a remark', async () => {
    await openLine(page, `CLG ${second} LESS COMM`).focus();
    await expect(page.getByRole('checkbox', { name: `Draft ${second} of Canara Bank` })).toBeChecked();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Realise draft ${second}?` });
    await dialog.getByRole('textbox').fill('Commission');
    await expectNothingFound(page, 'settling a line');
    await dialog.getByRole('button', { name: 'Settle the line' }).click();
    await expect(page.getByRole('heading', { name: 'Open lines (3)' })).toBeVisible();
  });

  await test.step('the interest is set aside, and the next line has the focus', async () => {
    await expect(openLine(page, 'CREDIT INTEREST')).toBeFocused();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Set the line aside?' });
    await expect(dialog.getByRole('combobox', { name: 'What it is' })).toHaveValue('Interest');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(openLine(page, `CHQ RTN ${third} SIGNATURE DIFFERS`)).toBeFocused();
  });

  await test.step('the return is confirmed with the reason that the bank wrote', async () => {
    await expect(page.getByRole('checkbox', { name: `Draft ${third} of Canara Bank` })).toBeChecked();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Return draft ${third}?` });
    await expect(dialog.getByRole('combobox')).toHaveValue('Signature missing or different');
    const interest = await page.getByRole('row', { name: /CREDIT INTEREST.*Set aside/ }).elementHandle();
    await dialog.getByRole('button', { name: 'Return draft' }).click();
    await expect(page.getByRole('heading', { name: 'Open lines (1)' })).toBeVisible();
    // What is no longer open goes to the end. An element stays with its record, so that no press meets another one.
    await expect(page.getByRole('row', { name: /CHQ RTN/ })).toHaveAttribute('aria-rowindex', '6');
    expect(await interest!.textContent()).toContain('CREDIT INTEREST');
    await expect(
      page.getByText('The draft with this number and amount is not deposited yet.').first(),
    ).toBeVisible();
  });

  await test.step('every rupee is accounted for, and what was set aside can be opened again', async () => {
    const credits = page.getByRole('row', { name: /^Credits/ });
    await expect(credits.getByRole('cell').last()).toHaveText('-');
    await page
      .getByRole('row', { name: /CREDIT INTEREST/ })
      .getByRole('button', { name: /Open again/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Open lines (2)' })).toBeVisible();
  });

  await test.step('an auditor reads the same', async () => {
    const auditor = await openDesk(browser, 'auditor');
    await visit(auditor, '/auditor/bank-statements');
    await expect(auditor.getByRole('button', { name: 'Upload statement' })).toBeHidden();
    await visit(auditor, page.url().replace('/admin/', '/auditor/'));
    await expect(auditor.getByRole('heading', { name: 'Open lines (2)' })).toBeVisible();
    await expect(auditor.getByRole('button', { name: 'Set aside' })).toBeHidden();
    await expectNothingFound(auditor, 'a bank statement for the auditor');
  });
});

function openLine(page: Page, text: string) {
  return page.getByRole('list', { name: /^Open lines/ }).getByRole('button', { name: text });
}

async function choose(page: Page, text: string): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'april.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

async function sayColumns(page: Page): Promise<void> {
  const said = { 'Txn Date': 'On', Description: 'What', Debit: 'Out', Credit: 'In' };
  for (const [field, header] of Object.entries(said)) {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: header, exact: true }).click();
  }
  await expectNothingFound(page, 'columns of a statement');
  await page.getByRole('button', { name: 'Read the statement' }).click();
}
