import { expect, type Page, test } from '@playwright/test';
import { dayInIndia } from '#shared/format.ts';
import { writeApplication } from './applications.ts';
import { expectNothingFound } from './axe.ts';
import { post } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';
import { visit } from './visit.ts';

const registrar = 'registrar@dikshant.example';
const number = String(Date.now()).slice(-5);
const paper = { name: `Vellum ${number}`, code: `VEL-${number}`, colour: `Ochre ${number}`, warnBelow: 0 };
const printerOfRun = { code: `PR-${number}`, name: 'Canon of the journey' };
const serialPrefix = `V${[...number.slice(-3)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;
const sheets = 3;
const firstOrdinal = 5_000;

test('a run is composed for its printer and starts once a second person signed off its proof sheet', async ({
  browser,
}) => {
  const printer = await openDesk(browser, 'printer');
  const second = await openDesk(browser, 'admin', registrar);

  await test.step(`${sheets} certificates wait for a paper that nobody printed on`, async () => {
    const [admin, receiver, caseWorker] = await openDesks(browser, 'admin', 'receiver', 'case_worker');
    const { id: paperId } = await post(admin, '/api/settings/papers', paper);
    const delivery = {
      paperId,
      serialPrefix,
      firstSerial: 1,
      lastSerial: sheets,
      totalQuantity: sheets,
      receivedOn: dayInIndia(new Date()),
    };
    const { id } = await post(admin, '/api/blank-receipts', delivery);
    await post(second, `/api/blank-receipts/${id}/approve`, { version: 1 });
    for (let index = 0; index < sheets; index += 1) {
      const entry = await writeApplication(receiver.request, firstOrdinal + index);
      const received = await post(receiver, '/api/applications', { ...entry, paperId });
      await post(caseWorker, `/api/applications/${received.id}/verify`, { version: 1 });
    }
  });

  await test.step('the printer is entered with the offset that its calibration sheet told', async () => {
    await visit(printer, '/printer/print-queue');
    await printer.getByRole('main').getByRole('link', { name: 'Printers' }).click();
    await printer.getByRole('main').getByRole('link', { name: 'Add printer' }).click();
    await printer.getByLabel('Printer code').fill(printerOfRun.code);
    await printer.getByRole('textbox', { name: 'Printer', exact: true }).fill(printerOfRun.name);
    await printer.getByRole('button', { name: 'Add printer' }).click();

    const row = printer.getByRole('row').filter({ hasText: printerOfRun.code });
    const sheet = printer.context().waitForEvent('page');
    await row.getByRole('button', { name: /^Calibration sheet/ }).click();
    await (await sheet).close();
    await row.getByRole('button', { name: /^Edit/ }).click();
    await printer.getByLabel('X offset').fill('1.2');
    await printer.getByLabel('Y offset').fill('-0.7');
    await printer.getByRole('button', { name: 'Save printer' }).click();
    await expect(row).toContainText('1.2');
    await expect(row).toContainText('-0.7');
  });

  await test.step('the run shows how many of its sheets are composed', async () => {
    await visit(printer, '/printer/print-queue');
    const name = `Prepare run: ${paper.name}, ${paper.colour}, Degree`;
    await printer.getByRole('button', { name }).click();
    const dialog = printer.getByRole('dialog');
    await dialog.getByLabel('Sheets').fill(String(sheets));
    // They are composed before the page is there: until the bar was seen it is answered what was a moment before.
    const asked = /\/api\/print-runs\/[0-9a-f-]{36}$/;
    await printer.route(asked, async (route) => {
      const response = await route.fetch();
      const run = { ...(await response.json()), document: 'composing', composedCount: 2 };
      await route.fulfill({ response, json: run });
    });
    await dialog.getByRole('button', { name: 'Prepare run' }).click();
    const bar = printer.getByRole('progressbar', { name: 'Making the print file' });
    await expect(bar).toHaveAttribute('aria-valuetext', `2 of ${sheets}`);
    await printer.unroute(asked);
    await expect(bar).toBeHidden({ timeout: 30_000 });
  });

  await test.step('it is composed again for another printer', async () => {
    const dialog = printer.getByRole('dialog', { name: /^Choose the printer of run/ });
    // Once in many runs a single press opened nothing, or what it opened was gone; why is not known.
    await expect(async () => {
      if (!(await dialog.isVisible())) await printer.getByRole('button', { name: 'Choose printer' }).click();
      await expect(dialog.getByRole('combobox', { name: 'Printer' })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await dialog.getByRole('combobox', { name: 'Printer' }).click();
    await printer.getByRole('option', { name: new RegExp(printerOfRun.code) }).click();
    await dialog.getByRole('button', { name: 'Make again' }).click();
    await expect(printer.getByText(`${printerOfRun.name}: X 1.2 mm, Y −0.7 mm`)).toBeVisible();
  });

  const start = printer.getByRole('button', { name: 'Start printing' });
  await test.step('without a proof sheet it does not start, and its maker does not sign it off', async () => {
    // Until then the reason is that the file is being composed.
    await expect(start).toHaveAccessibleDescription(/^No proof sheet of this layout is signed off\./, {
      timeout: 30_000,
    });
    await printer.getByRole('button', { name: 'Make proof sheet' }).click();
    await expect(printer.getByText('The proof sheet waits for its sign-off')).toBeVisible();
    await expect(printer.getByRole('button', { name: 'Sign off' })).toHaveAccessibleDescription(
      /^You made this proof sheet yourself/,
    );
    await expectNothingFound(printer, 'a run whose proof sheet waits');
  });

  await test.step('the second person refuses it, and signs off the next one', async () => {
    await decide(second, 'Refuse', async (dialog) => {
      await dialog.getByLabel('What is wrong').fill('The crest is pale.');
    });
    await expect(printer.getByText('Suresh Bhat refused the last one: The crest is pale.')).toBeVisible();
    await printer.getByRole('button', { name: 'Make proof sheet' }).click();
    await expect(printer.getByText('The proof sheet waits for its sign-off')).toBeVisible();
    await decide(second, 'Sign off');
  });

  await test.step('now the run starts', async () => {
    await expect(printer.getByText(/^Proof sheet signed off by Suresh Bhat/)).toBeVisible();
    await start.click();
    await printer.getByLabel('Serial on top of the stack').fill(`${serialPrefix}000001`);
    await printer.keyboard.press('Enter');
    await expect(printer.getByText('Printing', { exact: true })).toBeVisible();
    await expect(printer.getByRole('button', { name: 'Choose printer' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

/** Opens the proof sheet that waits for a decision and decides it. */
async function decide(
  page: Page,
  verb: 'Refuse' | 'Sign off',
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
): Promise<void> {
  await visit(page, `/printer/proofs?state=waiting&q=${encodeURIComponent(paper.colour)}`);
  await page.getByRole('row').filter({ hasText: paper.colour }).getByText(paper.colour).click();
  await page.getByRole('dialog').getByRole('button', { name: verb }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^${verb} the proof sheet`) });
  await fill(question);
  await question.getByRole('button', { name: verb }).click();
  await expect(question).toBeHidden();
}
