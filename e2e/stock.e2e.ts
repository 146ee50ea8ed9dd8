import { expect, type Locator, type Page, test } from '@playwright/test';
import { writeDraftScan } from '#dev/seed/demo-pictures.ts';
import { choose, upload } from './application-form.ts';
import { openDesk } from './people.ts';
import { visit } from './visit.ts';

const registrar = 'registrar@dikshant.example';
const number = String(Date.now()).slice(-5);
const paper = { name: `Linen ${number}`, code: `LIN-${number}`, colour: `Violet ${number}` };
const label = `${paper.name}, ${paper.colour}`;
const prefix = [...number.slice(-3)].map((digit) => String.fromCharCode(65 + Number(digit))).join('');

function serial(ordinal: number): string {
  return `${prefix}${String(ordinal).padStart(6, '0')}`;
}

/** The row of the paper, with the menu of its acts. */
async function openCustody(page: Page) {
  await visit(page, '/admin/custody');
  const row = page.getByRole('row').filter({ hasText: label });
  await expect(row).toBeVisible();
  return row;
}

async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${label}` }).press('Enter');
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
}

/** The cells of a row in custody, from In store on. */
async function expectSheets(row: Locator, cells: readonly string[]): Promise<void> {
  for (const [index, text] of cells.entries())
    await expect(row.getByRole('cell').nth(index + 1)).toHaveText(text);
}

test('numbered paper is received, approved, issued, counted and destroyed by two admins', async ({
  browser,
}) => {
  const storekeeper = await openDesk(browser, 'admin');
  const second = await openDesk(browser, 'admin', registrar);

  await test.step('a delivery of a new paper is added by the keyboard, with its invoice', async () => {
    await visit(storekeeper, '/admin/certificate-stock');
    await storekeeper.getByRole('link', { name: 'Add stock' }).press('Enter');
    await storekeeper.getByLabel('Serial prefix').press('Control+Enter');
    await expect(storekeeper.getByRole('alert')).toContainText('fields need attention');
    await storekeeper.getByRole('link', { name: 'New certificate paper' }).press('Enter');
    await storekeeper.getByRole('textbox', { name: 'Code', exact: true }).fill(paper.code);
    await storekeeper.getByLabel('Certificate name').fill(paper.name);
    await storekeeper.getByRole('textbox', { name: 'Color', exact: true }).fill(paper.colour);
    await storekeeper.getByRole('button', { name: 'Add kind of paper' }).press('Enter');
    await choose(storekeeper, 'Certificate name', `${label} (${paper.code})`);
    await storekeeper.getByLabel('Serial prefix').fill(prefix.toLowerCase());
    await storekeeper.getByLabel('First serial').fill('1');
    await storekeeper.getByLabel('Last serial').fill('100');
    await storekeeper.getByLabel('Total quantity').fill('100');
    await storekeeper.getByLabel('Rejected quantity').fill('1');
    await storekeeper.getByLabel('Rejected serials').fill(serial(100));
    await expect(
      storekeeper.getByText('Received quantity: 100 sheets, of which 99 sheets are accepted.'),
    ).toBeVisible();
    const face = { bank: 'Vendor', branch: 'Mysuru', number: '000017', drawnOn: '2026-01-02', amount: 100 };
    await upload(storekeeper, 'Invoice provided by vendor', 'invoice 17.pdf', writeDraftScan(face));
    await storekeeper.keyboard.press('Control+Enter');
    await expect(storekeeper).toHaveURL(/\/admin\/certificate-stock/);
  });

  const row = `${label}, ${serial(1)}–${serial(100)}`;
  const address = `/admin/certificate-stock?q=${encodeURIComponent(paper.code)}`;

  await test.step('who received it does not approve it; somebody else does', async () => {
    await visit(storekeeper, address);
    await expect(storekeeper.getByRole('row').nth(1)).toContainText('N/A');
    await storekeeper.getByRole('row').nth(1).click();
    const approve = storekeeper.getByRole('dialog').getByRole('button', { name: 'Approve' });
    await expect(approve).toHaveAccessibleDescription(/a second person has to approve it/);
    await storekeeper.keyboard.press('Escape');

    await visit(second, address);
    await second.getByRole('row', { name: /N\/A/ }).click();
    const downloading = second.waitForEvent('download');
    await second.getByRole('dialog').getByRole('link', { name: 'Download invoice 17.pdf' }).click();
    expect((await downloading).suggestedFilename()).toBe('invoice 17.pdf');
    await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
    const asked = second.getByRole('dialog', { name: `Approve ${row}?` });
    await expect(asked).toContainText('99 sheets are there');
    await asked.getByRole('button', { name: 'Approve stock' }).press('Enter');
    await expect(second.getByText('99 accepted = In store 99')).toBeVisible();
    await expect(
      second.getByRole('dialog').getByRole('button', { name: /^Delete/ }),
    ).toHaveAccessibleDescription(/so it stays in the books/);
    await second.keyboard.press('Escape');
  });

  await test.step('the first sheets are issued to the printer, who sees them', async () => {
    const card = await openCustody(storekeeper);
    await chooseAct(storekeeper, 'Issue');
    const dialog = storekeeper.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Issued to' }).fill('Prakash');
    await storekeeper.keyboard.press('ArrowDown');
    await storekeeper.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Sheets' }).fill('10');
    await expect(dialog).toContainText('Prakash Gowda answers for them');
    await dialog.getByRole('button', { name: 'Issue', exact: true }).press('Enter');
    await expectSheets(card, ['89', '10Prakash Gowda', '0', '0', '0', '0', '0']);

    const printer = await openDesk(browser, 'printer');
    await visit(printer, '/printer/stock?view=custody');
    await printer.getByLabel('Find a sheet by its serial').fill(serial(7));
    await printer.keyboard.press('Enter');
    await expect(printer.getByRole('dialog')).toContainText('Issued, Prakash Gowda');
    await expect(printer.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
  });

  await test.step('a count with a sheet too few and a sheet too many reports these two', async () => {
    await openCustody(storekeeper);
    await storekeeper.getByRole('button', { name: `Actions: ${label}` }).press('Enter');
    await expect(storekeeper.getByRole('menuitem', { name: /^Count/ })).toContainText(
      'somebody else has to start and close its count',
    );
    await storekeeper.keyboard.press('Escape');
    await openCustody(second);
    await chooseAct(second, 'Count');
    const asked = second.getByRole('dialog', { name: `Start a stock count of ${label}?` });
    await expect(asked).toContainText('You count without seeing it');
    await asked.getByRole('button', { name: 'Start count' }).press('Enter');
    await expect(second.getByRole('heading', { name: `Stock count of ${label}` })).toBeVisible();
    await second.getByLabel('Serials').fill(`${serial(10)}-${serial(49)}, ${serial(51)}-${serial(99)}`);
    await second.getByRole('button', { name: 'Enter', exact: true }).press('Enter');
    await expect(second.getByText('89 sheets are counted. What the books expect is shown')).toBeVisible();
    await second.getByRole('button', { name: 'Close count' }).press('Enter');
    await second.getByRole('dialog').getByRole('button', { name: 'Close count' }).press('Enter');
    await expect(
      second.getByText('89 sheets were in store when the count began; 89 are counted.'),
    ).toBeVisible();
    const found = second.getByRole('region', { name: 'Discrepancies' });
    await expect(found.getByRole('row')).toHaveCount(3);
    await expect(found.getByRole('row').nth(1)).toContainText(
      `${serial(10)}1Held by somebody elseIssued, Prakash Gowda`,
    );
    await expect(found.getByRole('row').nth(2)).toContainText(`${serial(50)}1Not thereIn store`);

    for (const [ordinal, resolution] of [
      [10, 'Returned to the store'],
      [50, 'Reported missing'],
    ] as const) {
      await found.getByRole('button', { name: `Resolve ${serial(ordinal)}` }).press('Enter');
      const dialog = second.getByRole('dialog');
      await expect(dialog.getByRole('radio', { name: resolution })).toBeChecked();
      await dialog.getByLabel('What was found out').fill('Asked the print room');
      await dialog.getByRole('button', { name: 'Resolve' }).press('Enter');
      await expect(found).toContainText(`${resolution}: Asked the print room`);
    }
    await expectSheets(await openCustody(second), ['89', '9Prakash Gowda', '0', '0', '0', '0', '1']);
  });

  await test.step('spoilt sheets are destroyed when both witnesses have signed', async () => {
    const card = await openCustody(storekeeper);
    await chooseAct(storekeeper, 'Spoil');
    const dialog = storekeeper.getByRole('dialog');
    await dialog.getByLabel('Serials').fill(`${serial(98)}-${serial(99)}`);
    await dialog.getByLabel('How they were spoilt').fill('Damp in the store');
    await dialog.getByRole('button', { name: 'Record as spoilt' }).press('Enter');
    await expectSheets(card, ['87', '9Prakash Gowda', '0', '0', '2', '0', '1']);
    await chooseAct(storekeeper, 'Destroy');
    await dialog.getByLabel('Serials').fill(`${serial(98)}-${serial(99)}`);
    await dialog.getByLabel('State before, and remarks').fill('Mouldy');
    await dialog.getByRole('button', { name: 'Sign as first witness' }).press('Enter');
    const records = storekeeper.getByRole('region', { name: 'Destroyed sheets' });
    const record = `${label}: ${serial(98)}–${serial(99)} (2)`;
    await expect(records).toContainText(record);
    await expect(
      records.getByRole('button', { name: 'Sign as second witness' }).first(),
    ).toHaveAccessibleDescription(/a second person has to sign it/);

    await openCustody(second);
    await second.getByRole('button', { name: 'Sign as second witness' }).first().press('Enter');
    const sign = second.getByRole('dialog');
    await expect(sign).toContainText('You sign beside Anita Deshpande that 2 sheets were shredded');
    await sign.getByRole('button', { name: 'Sign as second witness' }).press('Enter');
    await expectSheets(await openCustody(second), ['87', '9Prakash Gowda', '0', '0', '0', '2', '1']);
  });

  await test.step('the ledger tells the life of a sheet, to the auditor too', async () => {
    const auditor = await openDesk(browser, 'auditor');
    await visit(auditor, `/auditor/stock?view=ledger&q=${serial(99)}`);
    for (const [index, act] of ['Destroyed', 'Spoilt', 'Received'].entries())
      await expect(auditor.getByRole('row').nth(index + 1)).toContainText(act);
    await expect(auditor.getByText('3 of', { exact: false }).first()).toBeVisible();
  });
});
