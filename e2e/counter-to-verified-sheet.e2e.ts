import { expect, type Page, test } from '@playwright/test';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { readQrCode } from '#dev/testing/print-file.ts';
import { choose, fillDraft, upload } from './application-form.ts';
import { newDraft } from './drafts.ts';
import { openDesks } from './people.ts';
import { visit } from './visit.ts';

const candidate = 'Ishwarya Raghavendra';
const registration = `E2E${Date.now()}`;
const draft = newDraft(700);

test('an application becomes a sheet that a stranger can verify', async ({ browser }) => {
  const [receiver, caseWorker, printer, auditor] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'auditor',
  );

  await test.step('the receiver enters it with real files', async () => {
    await visit(receiver, '/application-receiver/new-application');
    await fillApplication(receiver);
    await receiver.getByRole('button', { name: 'Receive application' }).click();
    await expect(receiver.getByText(/^Received: acknowledgement number/)).toBeVisible();
    await expect(receiver).toHaveURL(/manage-application/);
  });

  await test.step('the case worker returns it', async () => {
    await openApplication(caseWorker, 'case-worker');
    await caseWorker.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(caseWorker.getByText('is assigned a permanent convocation number')).toBeVisible();
    await caseWorker.keyboard.press('Escape');
    await caseWorker.getByRole('button', { name: 'Return', exact: true }).click();
    await caseWorker.getByLabel('Name differs from the marks card').check();
    await caseWorker.getByLabel('Remark to the receiver').fill('The marks card says Aishwarya.');
    const question = caseWorker.getByRole('dialog', { name: 'Return to Ravi Shetty for correction?' });
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(caseWorker.getByText(`${candidate} is back with Ravi Shetty.`)).toBeVisible();
  });

  await test.step('the receiver corrects it', async () => {
    await openApplication(receiver, 'application-receiver');
    await receiver.keyboard.press('Escape');
    await receiver.getByRole('button', { name: /^Edit/ }).first().click();
    await expect(receiver.getByText('The marks card says Aishwarya.')).toBeVisible();
    await receiver.getByLabel('Candidate name').fill('Aishwarya Raghavendra');
    await receiver.getByRole('checkbox', { name: 'Name differs from the marks card' }).check();
    await receiver.getByRole('button', { name: 'Save correction' }).click();
    await expect(receiver.getByText('is back with the case workers')).toBeVisible();
  });

  await test.step('who received it is refused at the second step, in the API as well', async () => {
    const { id, version } = await findApplication(receiver);
    const refused = await receiver.request.post(`/api/applications/${id}/verify`, { data: { id, version } });
    expect((await refused.json()).code).toBe('auth.not_permitted');
  });

  let number = '';
  await test.step('the case worker verifies it', async () => {
    await openApplication(caseWorker, 'case-worker');
    await expect(caseWorker.getByRole('dialog')).toContainText('Aishwarya Raghavendra');
    await caseWorker.getByRole('button', { name: 'Verify', exact: true }).click();
    const question = caseWorker.getByRole('dialog', { name: 'Verify this application?' });
    await question.getByRole('button', { name: 'Verify', exact: true }).click();
    const told = caseWorker.getByText(/is verified: convocation number \d{4}\/\d{6}/);
    await expect(told).toBeVisible();
    number = /\d{4}\/\d{6}/.exec((await told.textContent()) ?? '')![0];
  });

  let spoiltSerial = '';
  await test.step('the printer spoils its sheet', async () => {
    spoiltSerial = await prepareRun(printer, number);
    const row = printer.getByRole('row').filter({ hasText: number });
    await row.focus();
    await printer.keyboard.press('s');
    await printer.keyboard.press('1');
    await printer.getByRole('button', { name: 'Record as spoilt' }).click();
    await expect(row).toContainText('Spoilt: Jam');
    await expect(row.getByRole('button', { name: 'Good' })).toHaveCount(0);
    await recordTheRestAndClose(printer);
  });

  let goodSerial = '';
  let address = '';
  await test.step('and prints it again on another blank', async () => {
    goodSerial = await prepareRun(printer, number);
    expect(goodSerial).not.toBe(spoiltSerial);
    address = await readQrCode(await printFile(printer), await positionOf(printer, number));
    const row = printer.getByRole('row').filter({ hasText: number });
    await row.focus();
    await printer.keyboard.press('g');
    await expect(row.getByRole('button', { name: 'Good' })).toHaveCount(0);
    await recordTheRestAndClose(printer);
  });

  await test.step('a stranger scans its QR code and learns that it is genuine', async () => {
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(address);
    const verdict = stranger.getByRole('main');
    await expect(verdict).toContainText(/genuine/i);
    for (const fact of ['Aishwarya Raghavendra', 'Electronics and Communication', number, goodSerial])
      await expect(verdict).toContainText(fact);
  });

  await test.step('the candidate collects it', async () => {
    await openApplication(receiver, 'application-receiver');
    await receiver.getByRole('button', { name: 'Hand over' }).click();
    await receiver.getByRole('radio', { name: 'Passport' }).check();
    const question = receiver.getByRole('dialog', { name: /^Hand over certificate/ });
    await question.getByRole('button', { name: 'Hand over' }).click();
    await expect(receiver.getByText(`Certificate ${number} is handed over.`)).toBeVisible();
  });

  await test.step('its record tells all of it, and every number leads on', async () => {
    await visit(receiver, `/application-receiver/manage-application?q=${registration}`);
    await receiver.getByRole('row').getByRole('link', { name: registration }).click();
    await expect(receiver).toHaveURL(/\/application-receiver\/records\/application\//);
    await expect(receiver.locator('nav [aria-current=page]').first()).toHaveText(/^Manage Application\d*$/);
    const story = receiver.getByRole('region', { name: 'Timeline' });
    await expect(story.getByRole('listitem').first()).toContainText('received');
    await expect(story.getByRole('listitem').last()).toContainText('handed it over');
    await expect(story).toContainText(`printed it on sheet ${goodSerial}`);
    await expect(story.getByRole('link', { name: /^Event/ })).toHaveCount(0);
    await receiver
      .getByRole('region', { name: 'Related records' })
      .getByRole('link', { name: number })
      .click();
    await expect(receiver.getByRole('heading', { level: 1 })).toHaveText(`Certificate ${number}`);
    // Who holds out the draft asks for the certificate.
    await receiver.keyboard.press('Control+k');
    await receiver.keyboard.type(draft.number, { delay: 40 });
    await receiver.keyboard.press('Enter');
    await expect(receiver).toHaveURL(/records\/draft\//);
    await expect(receiver.getByRole('row').filter({ hasText: registration })).toContainText('Handed over');
  });

  await test.step('the auditor goes from the record to its event, and back from the event to the record', async () => {
    await visit(auditor, `/auditor/records/sheet/${goodSerial}`);
    const printed = auditor.getByRole('listitem').filter({ hasText: 'printed it on sheet' });
    await printed.getByRole('link', { name: /^Event/ }).click();
    const event = auditor.getByRole('dialog', { name: 'Certificate printed' });
    await event.getByRole('link', { name: number }).click();
    await expect(auditor.getByRole('heading', { level: 1 })).toHaveText(`Certificate ${number}`);
  });

  await test.step('the auditor sees every step', async () => {
    await visit(auditor, `/auditor/audit-log?q=${registration}`);
    for (const step of ['received', 'returned', 'corrected', 'verified']) {
      await expect(auditor.getByRole('row').filter({ hasText: `Application ${step}` })).toBeVisible();
    }
    await visit(auditor, `/auditor/audit-log?q=${encodeURIComponent(number)}`);
    for (const step of [
      'Certificate created',
      'Sheet spoilt',
      'Certificate printed',
      'Certificate handed over',
    ]) {
      await expect(auditor.getByRole('row').filter({ hasText: step })).toBeVisible();
    }
    await expect(auditor.getByRole('row').filter({ hasText: 'Certificate assigned to a sheet' })).toHaveCount(
      2,
    );
  });
});

async function fillApplication(page: Page): Promise<void> {
  await page.getByLabel('College Registration number').fill(registration);
  await page.getByLabel('Exam roll number').fill('24999001');
  await page.getByLabel('Candidate name').fill(candidate);
  await choose(page, 'College name', /COL001/);
  await choose(page, 'Course/Degree', 'ECE');
  await choose(page, 'Academic year', '2024-25');
  await choose(page, 'Chosen Color', 'Maroon');
  await choose(page, 'Selected Paper', 'Parchment');
  await upload(page, 'Photo', 'aishwarya.jpg', await drawPortrait(5));
  await expect(page.getByLabel('Total amount')).toHaveValue('700');
  await fillDraft(page, 1, draft);
}

/** Finds the application by its registration number and opens its details. */
async function openApplication(page: Page, desk: 'case-worker' | 'application-receiver'): Promise<void> {
  await visit(page, `/${desk}/manage-application?q=${registration}`);
  const row = page.getByRole('row').filter({ hasText: registration });
  await row.getByRole('gridcell').nth(2).click();
  await expect(page.getByRole('dialog')).toContainText('Row Details');
}

async function findApplication(page: Page): Promise<{ id: string; version: number }> {
  const response = await page.request.get(`/api/applications?search=${registration}`);
  const { rows } = (await response.json()) as { rows: { id: string; version: number }[] };
  return rows[0]!;
}

/** Prepares and starts a run on the candidate's paper and opens its print file; returns the serial that is bound to the certificate. */
async function prepareRun(page: Page, number: string): Promise<string> {
  // Anew, because the queue of the run before would ask for its sheets once more.
  await page.goto('/printer/print-queue');
  await page.getByRole('button', { name: 'Prepare run: Parchment, Maroon, Degree' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare run' }).click();
  await expect(page.getByRole('heading', { name: /Print run R-/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start printing' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Start printing' }).click();
  const top = (await page.getByRole('row').nth(1).getByRole('cell').nth(1).textContent()) ?? '';
  await page.getByLabel('Serial on top of the stack').fill(top);
  await page.getByRole('dialog').getByRole('button', { name: 'Start printing' }).click();
  const [printFile] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open print file' }).click(),
  ]);
  await printFile.close();
  await expect(page.getByText('The print file was not opened yet').first()).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row.getByRole('button', { name: 'Good' })).toBeVisible();
  return (await row.getByRole('cell').nth(1).textContent()) ?? '';
}

async function positionOf(page: Page, number: string): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: number });
  return Number(await row.getByRole('cell').first().textContent());
}

async function printFile(page: Page): Promise<Buffer> {
  const href = await page.getByRole('link', { name: 'Open print file' }).getAttribute('href');
  const response = await page.request.get(href!);
  expect(response.headers()['content-type']).toBe('application/pdf');
  return response.body();
}

async function recordTheRestAndClose(page: Page): Promise<void> {
  const counts = page.getByRole('status').filter({ hasText: /\d+ open/ });
  if (!(await counts.textContent())?.includes(' 0 open')) {
    // Only the rows around the focused one are drawn.
    await page.getByRole('row').last().press('End');
    await page.getByRole('button', { name: 'All good to serial…' }).click();
    const last = (await page.getByRole('row').last().getByRole('cell').nth(1).textContent()) ?? '';
    await page.getByLabel('Last good serial').fill(last);
    await page.getByRole('button', { name: /^Record \d+ sheets? as good$/ }).click();
  }
  await expect(counts).toContainText(' 0 open');
  const [, good, spoilt] = /(\d+) good, (\d+) spoilt/.exec((await counts.textContent()) ?? '')!;
  await page.getByRole('button', { name: 'Close run' }).click();
  const dialog = page.getByRole('dialog', { name: /^Close run/ });
  await dialog.getByLabel('Good sheets').fill(good!);
  await dialog.getByLabel('Spoilt sheets').fill(spoilt!);
  await dialog.getByRole('button', { name: 'Close run' }).click();
  await expect(page.getByText(/^Run R-\d+ is closed\.$/)).toBeVisible();
}
