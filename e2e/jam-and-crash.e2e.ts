import { type Browser, expect, type Page, test } from '@playwright/test';
import { pageTexts } from '#dev/testing/print-file.ts';
import { dayInIndia } from '#shared/format.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { post, read } from './certificates.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { openDeskAt } from './people.ts';
import { scan, setPreamble } from './scanner.ts';

/** Its first journey is a long one; what it looks at by itself needs few. */
const sheets = process.env.LONG_FORMS ? 60 : 3;
const paper = { code: 'JAM', name: 'Cotton', colour: 'Maroon', warnBelow: 5 };
const card = `${paper.name}, ${paper.colour}, Degree`;
const serial = (sheet: number) => `J${String(sheet).padStart(6, '0')}`;

let portal: OwnPortal;

test.beforeAll(async ({ browser }) => {
  // They come to the counter first.
  test.setTimeout(600_000);
  portal = await startOwnPortal();
  await fillQueue(browser);
});
test.afterAll(() => portal.close());

test('a jam at sheet 37 of 60, then a crash: resumed, the counts close, nothing is printed twice', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const printer = await openDeskAt(browser, portal.url, 'printer');
  /** What came out of the printer, page by page. */
  const printed: string[] = [];
  let runNumber = '';

  await test.step('a run of sixty is chosen and prepared by keys', async () => {
    await setPreamble(printer.request);
    await printer.goto('/printer/print-queue');
    await press(rowOfPaper(printer), `Prepare run: ${card}`);
    const dialog = printer.getByRole('dialog', { name: 'Prepare run' });
    await expect(dialog.getByRole('textbox', { name: 'Sheets' })).toHaveValue(String(sheets));
    await dialog.getByRole('combobox', { name: 'College' }).click();
    await printer.getByRole('option', { name: /^COL002/ }).click();
    await expect(dialog.getByRole('textbox', { name: 'Sheets' })).toHaveValue('20');
    await dialog.getByRole('combobox', { name: 'College' }).click();
    await printer.getByRole('option', { name: 'All colleges' }).click();
    await expectNothingFound(printer, 'prepare run');
    await press(dialog, 'Prepare run');
    const heading = printer.getByRole('heading', { name: /^Print run R-/ });
    await expect(heading).toBeVisible();
    runNumber = /R-\d+/.exec((await heading.textContent()) ?? '')![0];
  });

  await test.step('another serial on top of the stack is refused, the right one is scanned', async () => {
    const start = printer.getByRole('button', { name: 'Start printing' });
    await expect(start).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
    await start.press('Enter');
    const dialog = printer.getByRole('dialog', { name: 'Start printing' });
    await expect(dialog.getByLabel('Serial on top of the stack')).toBeFocused();
    await printer.keyboard.type(serial(2), { delay: 40 });
    await printer.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(
      `${serial(1)} has to lie on top of the stack, and it is ${serial(2)}.`,
    );
    await expectNothingFound(printer, 'start printing');
    // The focus is where a mouse left it; the scanner is heard all the same.
    await dialog.getByRole('button', { name: 'Start printing' }).focus();
    await scan(printer, serial(1));
    await expect(dialog).toBeHidden();
    await expect(rowOf(printer, 1)).toBeFocused();
    await settle(printer);
    await printer.keyboard.press('g');
    await expect(printer.getByText('The print file was not opened yet').first()).toBeVisible();
    await expect(printer.getByText('0 good, 0 spoilt, 60 open')).toBeVisible();
    const pages = await printFile(printer, 'Open print file');
    expect(pages).toHaveLength(sheets);
    printed.push(...pages.slice(0, 37));
  });

  await test.step('a held G counts once, another key replaces a question, and an outcome is taken back', async () => {
    await rowOf(printer, 1).focus();
    await hold(printer, 'g');
    await expect(printer.getByText('1 good, 0 spoilt, 59 open')).toBeVisible();
    await expect(rowOf(printer, 2)).toBeFocused();
    await settle(printer);
    await printer.keyboard.press('s');
    await expect(
      printer.getByRole('dialog', { name: `Record sheet 2 (${serial(2)}) as spoilt?` }),
    ).toBeVisible();
    await printer.keyboard.down('m');
    const remark = printer
      .getByRole('dialog', { name: `Record sheet 2 (${serial(2)}) as missing?` })
      .getByLabel('Where it was looked for');
    await expect(remark).toBeFocused();
    await hold(printer, 'm');
    await expect(remark).toHaveValue('');
    await expectNothingFound(printer, 'missing');
    await printer.keyboard.press('Escape');
    await expect(rowOf(printer, 2)).toBeFocused();
    await printer.keyboard.press('ArrowUp');
    await hold(printer, 't');
    const dialog = printer.getByRole('dialog', { name: `Take back the outcome of sheet 1, ${serial(1)}?` });
    await expect(dialog).toContainText('Until then it does not verify.');
    await expectNothingFound(printer, 'take back');
    await hold(printer, 'Enter');
    await expect(printer.getByText('0 good, 0 spoilt, 60 open')).toBeVisible();
    await expect(rowOf(printer, 1)).toBeFocused();
    await expect(rowOf(printer, 1)).toContainText('No outcome yet');
    await saved(printer);
    await printer.reload();
    await expect(printer.getByText('0 good, 0 spoilt, 60 open')).toBeVisible();
  });

  await test.step('the printer jams at sheet 37: what lies there is recorded', async () => {
    await press(printer.getByRole('main'), 'All good to serial…');
    const dialog = printer.getByRole('dialog', { name: 'All good to which serial?' });
    await printer.keyboard.type(serial(36).toLowerCase(), { delay: 40 });
    await expect(dialog.getByText(`${serial(1)}–${serial(36)} become good`)).toBeVisible();
    await printer.keyboard.press('Enter');
    await expect(printer.getByText('36 good, 0 spoilt, 24 open')).toBeVisible();
    await expect(rowOf(printer, 37)).toBeFocused();
    await settle(printer);
    await printer.keyboard.press('s');
    await expect(
      printer.getByRole('dialog', { name: `Record sheet 37 (${serial(37)}) as spoilt?` }),
    ).toBeVisible();
    await expectNothingFound(printer, 'spoilt');
    await printer.keyboard.press('1');
    await printer.keyboard.press('Enter');
    await expect(rowOf(printer, 37)).toContainText('Spoilt: Jam');
    await expect(rowOf(printer, 38)).toBeFocused();
    await saved(printer);
  });

  await test.step('the portal is killed, and the operator’s page with it', async () => {
    await portal.kill();
    await printer.context().close();
    await portal.start();
  });

  const back = await openDeskAt(browser, portal.url, 'printer');
  await test.step('the queue leads back to sheet 38, from which the rest is printed', async () => {
    await back.goto('/printer/print-queue');
    await expectNothingFound(back, 'open runs');
    await back.getByRole('link', { name: `Resume at sheet 38 of 60, run ${runNumber}` }).press('Enter');
    await expect(rowOf(back, 38)).toBeFocused();
    await expect(back.getByText(`36 good, 1 spoilt, 23 open; next is sheet 38, ${serial(38)}`)).toBeVisible();
    await press(back.getByRole('main'), 'Print the remaining sheets');
    const dialog = back.getByRole('dialog', { name: 'Print the remaining sheets' });
    await expect(dialog.getByLabel('Serial on top of the stack')).toBeFocused();
    await back.keyboard.type(serial(41), { delay: 40 });
    await back.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(
      `3 sheets before it, ${serial(38)} to ${serial(40)}, have no outcome yet.`,
    );
    await dialog.getByLabel('Serial on top of the stack').fill(serial(38));
    await back.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const pages = await printFile(back, 'Open print file from sheet 38: 23 of 60');
    expect(pages).toHaveLength(23);
    printed.push(...pages);
  });

  await test.step('nothing is printed twice: neither a blank nor a certificate', () => {
    expect(printed).toHaveLength(sheets);
    const found = printed.map((page) => ({
      serial: /J\d{6}/.exec(page)![0],
      number: /\d{4}\/\d{6}/.exec(page)![0],
    }));
    expect(found.map((one) => one.serial)).toEqual(
      Array.from({ length: sheets }, (_, index) => serial(index + 1)),
    );
    expect(new Set(found.map((one) => one.number)).size).toBe(sheets);
  });

  await test.step('a scanned serial finds its sheet, which is spoilt; all others are good', async () => {
    await scan(back, serial(45));
    await expect(rowOf(back, 45)).toBeFocused();
    await settle(back);
    await back.keyboard.press('s');
    await expect(
      back.getByRole('dialog', { name: `Record sheet 45 (${serial(45)}) as spoilt?` }),
    ).toBeVisible();
    await back.keyboard.press('2');
    await back.keyboard.press('Enter');
    await expect(rowOf(back, 45)).toContainText('Spoilt: Smudge');
    await scan(back, serial(50));
    await expect(rowOf(back, 50)).toBeFocused();
    await settle(back);
    await back.keyboard.press('m');
    const missing = back.getByRole('dialog', { name: `Record sheet 50 (${serial(50)}) as missing?` });
    await expect(missing.getByLabel('Where it was looked for')).toBeFocused();
    await back.keyboard.type('Tray, both stacks, floor', { delay: 40 });
    await hold(back, 'Enter');
    await expect(rowOf(back, 50)).toContainText('Missing');
    await press(back.getByRole('main'), 'All good to serial…');
    const dialog = back.getByRole('dialog', { name: 'All good to which serial?' });
    await expect(dialog.getByLabel('Last good serial')).toBeFocused();
    await back.keyboard.type(serial(60), { delay: 40 });
    await expect(dialog).toContainText(
      `Spoilt or missing stays: ${serial(37)}, ${serial(45)}, ${serial(50)}.`,
    );
    await expectNothingFound(back, 'all good');
    await back.keyboard.press('Enter');
    await expect(back.getByText('57 good, 2 spoilt, 1 missing, 0 open')).toBeVisible();
  });

  await test.step('it closes only with the counts of the table', async () => {
    await press(back.getByRole('main'), 'Close run');
    const dialog = back.getByRole('dialog', { name: `Close run ${runNumber}` });
    await expect(dialog.getByLabel('Good sheets')).toBeFocused();
    await back.keyboard.type('59', { delay: 40 });
    await back.keyboard.press('Tab');
    await dialog.getByLabel('Spoilt sheets').fill('1');
    await back.keyboard.press('Enter');
    const refused = dialog.getByRole('alert');
    await expect(refused).toContainText('Good sheets: 59 counted, 57 recorded.');
    await expect(refused).toContainText('Spoilt sheets: 1 counted, 2 recorded.');
    await expectNothingFound(back, 'close run');
    await expect(refused).toContainText('Missing sheets: 0 counted, 1 recorded.');
    await dialog.getByLabel('Good sheets').fill('57');
    await dialog.getByLabel('Spoilt sheets').fill('2');
    await dialog.getByLabel('Missing sheets').fill('1');
    await back.keyboard.press('Enter');
    await expect(back.getByText(`Run ${runNumber} is closed.`)).toBeVisible();
  });

  await test.step('the three certificates wait again, and nothing else does', async () => {
    await back.goto('/printer/print-queue');
    await expect(rowOfPaper(back).getByRole('cell').nth(2)).toHaveText('3');
    await expect(back.getByRole('link', { name: `run ${runNumber}` })).toHaveCount(0);
  });

  await test.step('the report names the spoilt serials, to the auditor as well', async () => {
    const auditor = await openDeskAt(browser, portal.url, 'auditor');
    await auditor.goto(`/auditor/print-runs?q=${runNumber}`);
    await auditor.getByRole('button', { name: /^Open run/ }).press('Enter');
    await expect(auditor.getByRole('heading', { name: `Print run ${runNumber}` })).toBeVisible();
    await expect(auditor.getByRole('button', { name: /Close run|All good/ })).toHaveCount(0);
    await expectNothingFound(auditor, 'closed run');
    const text = (await printFile(auditor, 'Run report (PDF)')).join(' ');
    expect(text).toMatch(
      new RegExp(`${serial(37)}\\s+Jam\\s[^J]*${serial(45)}\\s+Smudge\\s[^J]*${serial(50)}\\s+Missing: Tray`),
    );
    expect(text).toMatch(
      /Good sheets\s+57\s+57\s+Spoilt sheets\s+2\s+2\s+Missing sheets\s+1\s+1\s+All sheets\s+60\s+60/,
    );
    for (let sheet = 1; sheet <= sheets; sheet += 1) expect(text).toContain(serial(sheet));
  });
});

test('a run that was prepared by mistake is withdrawn, and its sheets are the next ones again', async ({
  browser,
}) => {
  const printer = await openDeskAt(browser, portal.url, 'printer');
  await printer.goto('/printer/print-queue');
  const waiting = rowOfPaper(printer);
  const before = await waiting.textContent();
  await press(waiting, `Prepare run: ${card}`);
  await press(printer.getByRole('dialog', { name: 'Prepare run' }), 'Prepare run');
  // Its file is composed meanwhile, and makes another version of it.
  await expect(printer.getByRole('button', { name: 'Start printing' })).toBeEnabled();
  await press(printer.getByRole('main'), 'Withdraw run');
  const dialog = printer.getByRole('dialog', { name: /^Withdraw run R-/ });
  await expect(dialog).toContainText('go back to where they came from');
  await expectNothingFound(printer, 'withdraw run');
  await press(dialog, 'Withdraw run');
  await expect(printer.getByText(/^Run R-\d+ is withdrawn\.$/)).toBeVisible();
  await expect(printer.getByText('nothing of it was printed', { exact: false })).toBeVisible();
  await expectNothingFound(printer, 'withdrawn run');
  await printer.goto('/printer/print-queue');
  await expect(waiting).toHaveText(before!);
});

/** Verified certificates of two colleges on a paper of their own, and a blank for each and a few more. */
async function fillQueue(browser: Browser): Promise<void> {
  const admin = await openDeskAt(browser, portal.url, 'admin');
  const registrar = await openDeskAt(browser, portal.url, 'admin', 'registrar@dikshant.example');
  const { id: paperId } = await post(admin, '/api/settings/papers', paper);
  const delivery = await post(admin, '/api/blank-receipts', {
    paperId,
    serialPrefix: 'J',
    firstSerial: 1,
    lastSerial: sheets + 10,
    totalQuantity: sheets + 10,
    receivedOn: dayInIndia(new Date()),
  });
  await post(registrar, `/api/blank-receipts/${delivery.id}/approve`, { version: 1 });

  const receiver = (await openDeskAt(browser, portal.url, 'receiver')).request;
  const caseWorker = await openDeskAt(browser, portal.url, 'case_worker');
  let taken = 0;
  const counter = async () => {
    while (taken < sheets) {
      taken += 1;
      const ordinal = taken;
      const application = await writeApplication(receiver, ordinal, ordinal % 3 === 0 ? 'COL002' : 'COL001');
      await receive(receiver, { ...application, paperId, certificateType: 'Degree' });
      const { rows } = await read(caseWorker, `/api/applications?search=${registrationOf(ordinal)}`);
      const isThis = (row: Record<string, string>) => row.registrationNumber === registrationOf(ordinal);
      const { id } = rows.find(isThis);
      await post(caseWorker, `/api/applications/${id}/verify`, { version: 1 });
    }
  };
  await Promise.all([counter(), counter(), counter(), counter()]);
}

async function press(within: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await within.getByRole('button', { name, exact: true }).press('Enter');
}

/** As a finger that stays on the key: Chromium marks all but the first as repeated. */
async function hold(page: Page, key: string): Promise<void> {
  for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Keys that come within 150 ms of another sheet belong to the one before. */
function settle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
}

/** What the screen shows at once has been answered by the server. */
async function saved(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Sheets' })).not.toHaveAttribute('aria-busy');
}

/** What waits for the paper of this file. */
function rowOfPaper(page: Page) {
  return page
    .getByRole('table', { name: 'What can be printed' })
    .getByRole('row')
    .filter({ hasText: `${paper.name}, ${paper.colour}` });
}

function rowOf(page: Page, sheet: number) {
  return page.getByRole('row').filter({ hasText: serial(sheet) });
}

/** The words of each page of the PDF behind a link. */
async function printFile(page: Page, name: string): Promise<string[]> {
  const link = page.getByRole('link', { name, exact: true });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await tab.close();
  const href = await link.getAttribute('href');
  const response = await page.request.get(href!);
  expect(response.headers()['content-type']).toBe('application/pdf');
  await expect(page.getByText('The print file was not opened yet').first()).toBeHidden();
  return pageTexts(await response.body());
}
