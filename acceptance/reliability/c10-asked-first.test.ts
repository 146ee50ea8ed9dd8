import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { drawPhoto, openPrintFile, prepareRun, start, upload, versionOf } from '../harness/records.ts';

// FAULTS.md C10: "Bundle and stock count start unasked; a count shows what is expected; a bundle takes a reprint whose
// original is out; print queue counts issued sheets as in store" must become "asked; counted blind; surrendered sheet
// asked for; one truth about numbers".

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('C10 asked first', () => {
  test('C10: pressing Count asks before a count begins', async () => {
    const page = await openPage(browser, portal, desks.otherAdmin, '/admin/certificate-stock');
    await page.getByRole('link', { name: 'Custody' }).first().press('Enter');
    await page.waitForTimeout(1_500);
    const before = await countsBegun();
    const count = page
      .getByRole('main')
      .locator('button:not([aria-disabled=true])')
      .filter({ hasText: /^(start )?count/i });
    await count.first().press('Enter');
    await page.waitForTimeout(1_000);
    expect(await countsBegun(), 'no count began by one key').toBe(before);
    const question = page.getByRole('dialog');
    await question.waitFor({ timeout: 3_000 });
    await question
      .getByRole('button', { name: /count|start|begin/i })
      .last()
      .press('Enter');
    await page.waitForTimeout(1_000);
    expect(await countsBegun()).toBe(before + 1);
    await page.context().close();
  });

  test('C10: who counts is not told what is expected, on the screen and by HTTP, until the count is closed', async () => {
    const papers = await portal.sql(
      "select p.id, count(*)::int as sheets, min(b.serial) as first from papers p join blanks b on b.paper_id = p.id and b.state = 'in_store' where not exists (select from stock_counts c where c.paper_id = p.id) group by 1 order by 1",
    );
    const paper = papers[0]!;
    const { id } = await desks.otherAdmin.act('POST', `/api/papers/${paper.id}/count`);
    const answer = await desks.otherAdmin.get(`/api/stock-counts/${id}`);
    expect(answer.body.expected ?? null, 'the expected quantity').toBeNull();
    expect(answer.body.expectedRanges ?? [], 'the expected serials').toEqual([]);
    expect(answer.text).not.toContain(paper.first);
    const list = await desks.otherAdmin.get('/api/stock-counts');
    const listed = list.body.rows.find((row: Json) => row.id === id);
    expect(listed.expected ?? null).toBeNull();

    const page = await openPage(browser, portal, desks.otherAdmin, `/admin/stock-counts?count=${id}`);
    await page.goto(`/admin/stock-counts?q=`);
    await page.waitForTimeout(1_500);
    expect(await page.locator('main').textContent()).not.toMatch(
      new RegExp(`${paper.sheets} sheets were in store|${paper.first}`),
    );
    await page.context().close();
  });

  test('C10: Ctrl+Enter on a new bundle asks before certificates leave', async () => {
    const [college] = await portal.sql(
      "select c.code from certificates x join colleges c on c.id = x.college_id where x.state = 'printed' group by 1 order by count(*) desc limit 1",
    );
    const before = await bundles();
    const page = await openPage(
      browser,
      portal,
      desks.receiver,
      `/application-receiver/new-bundle?college=${college!.code}`,
    );
    await page.getByLabel('Name', { exact: false }).last().fill(personName());
    await page.getByLabel('Designation').fill('Principal');
    await page.getByLabel('Identity document seen').fill('College identity card');
    await page.waitForTimeout(500);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(1_500);
    expect(await bundles(), 'no bundle left by one stroke').toBe(before);
    await page.getByRole('dialog').waitFor({ timeout: 3_000 });
    await page.context().close();
  });

  test('C10: a bundle with a reprint whose original is out asks for the surrendered sheet', async () => {
    const run = await prepareRun(desks, 1);
    const certificateId = await print(run, 1);
    await desks.receiver.act('POST', `/api/certificates/${certificateId}/hand-over`, {
      version: await versionOf(desks.receiver, `/api/certificates/${certificateId}`),
      collectedBy: personName(),
      identitySeen: 'Passport',
    });
    const errorPhotoFileId = await upload(desks.receiver, 'error_photo', await drawPhoto(), 'error.jpg');
    const request = await desks.receiver.act('POST', '/api/reprint-requests', {
      certificateId,
      reason: `Name is wrong ${letters(6)}`,
      errorPhotoFileId,
    });
    await desks.admin.act('POST', `/api/reprint-requests/${request.id}/approve`, {
      version: await versionOf(desks.admin, `/api/reprint-requests/${request.id}`),
    });
    const again = await desks.printer.act('POST', '/api/print-runs', {
      paperId: run.paperId,
      certificateType: run.certificateType,
      sheets: 1,
    });
    await print({ ...run, ...again }, 2);
    const body = {
      certificateIds: [certificateId],
      deliveredTo: personName(),
      designation: 'Principal',
      identitySeen: 'College identity card',
    };
    const answer = await desks.receiver.ask('POST', '/api/bundles', { body });
    expect([400, 409, 422], answer.text).toContain(answer.status);
    expect(answer.body.detail).toMatch(/surrender|earlier|original|old sheet/i);
  });

  test('C10: the print queue counts what is in store as the store counts it', async () => {
    const { batches } = (await desks.printer.get('/api/print-batches')).body;
    expect(batches.length).toBeGreaterThan(0);
    for (const batch of batches) {
      const [row] = await portal.sql(
        "select count(*) filter (where state = 'in_store')::int as store, count(*) filter (where state = 'in_store' or (state = 'issued' and held_by = $2))::int as usable from blanks where paper_id = $1",
        [batch.paperId, desks.printer.staffId],
      );
      const said: [string, number][] = Object.entries<Json>(batch).filter(([name]) =>
        /blank|store|issued/i.test(name),
      );
      const inStore = said.find(([name]) => /store/i.test(name));
      expect(inStore?.[1] ?? row!.store, `${batch.paper} ${batch.colour}: ${JSON.stringify(said)}`).toBe(
        row!.store,
      );
    }
  });
});

/** Prints the only sheet of a run, good; gives its certificate. */
async function print(run: Json, sheet: number): Promise<string> {
  const started = await start(desks.printer, { ...run, serial: () => run.serial(sheet) });
  await openPrintFile(desks.printer, run.id);
  await desks.printer.act('POST', `/api/print-runs/${run.id}/sheets`, {
    outcomes: [{ sheetId: started.sheets[0].id, outcome: 'good' }],
  });
  const version = await versionOf(desks.printer, `/api/print-runs/${run.id}`);
  const counted = { goodSheets: 1, spoiltSheets: 0, missingSheets: 0 };
  await desks.printer.act('POST', `/api/print-runs/${run.id}/close`, { version, ...counted });
  return started.sheets[0].certificateId;
}

async function countsBegun(): Promise<number> {
  return (await portal.sql('select count(*)::int as begun from stock_counts'))[0]!.begun;
}

async function bundles(): Promise<number> {
  return (await portal.sql('select count(*)::int as bundles from bundles'))[0]!.bundles;
}
