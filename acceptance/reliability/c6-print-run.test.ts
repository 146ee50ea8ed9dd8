import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hold, openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { example, operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { openPrintFile, prepareRun, start } from '../harness/records.ts';

// FAULTS.md C6: "One held G records several sheets good; good before the file was ever opened supersedes the old sheet
// and locks the PDF" must become "repeats ignored; no outcome before the file was opened; an outcome can be taken back
// by an audited act until the run is closed, refused once the copy is handed over or in a bundle; taking back 'good'
// revives the copy that it superseded and moves the sheet printed → bound; … A sheet that cannot be found is
// 'missing': the run closes as good + spoilt + missing; found later it is spoilt and never verifies".

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

describe('C6 print run', () => {
  test('C6: a held G records one sheet', async () => {
    const { run, page } = await openRun(between(5, 7));
    await hold(page, 'g', between(10, 25));
    await eventually(async () => (await outcomesOf(run.id)).includes('good'), { what: 'one outcome' });
    await page.waitForTimeout(1_000);
    expect((await outcomesOf(run.id)).filter(Boolean)).toEqual(['good']);
    await page.context().close();
  });

  test('C6: three quick but separate presses of G record three sheets', async () => {
    const { run, page } = await openRun(5);
    for (let sheet = 1; sheet <= 3; sheet += 1) {
      await page.keyboard.press('g');
      await page.waitForTimeout(250);
    }
    await eventually(async () => (await outcomesOf(run.id)).filter(Boolean).length === 3, {
      what: 'three outcomes',
    });
    await page.context().close();
  });

  test('C6: no outcome before the print file was opened', async () => {
    const run = await prepareRun(desks, 2);
    const started = await start(desks.printer, run);
    const early = await record(run.id, [{ sheetId: started.sheets[0].id, outcome: 'good' }]);
    expect(early.status, early.text).toBe(409);
    expect(await outcomesOf(run.id)).toEqual([null, null]);
    const states = await portal.sql('select state from blanks where print_run_id = $1', [run.id]);
    expect(new Set(states.map((row) => row.state))).toEqual(new Set(['bound']));

    expect(await openPrintFile(desks.printer, run.id)).toBeGreaterThan(1_000);
    const late = await record(run.id, [{ sheetId: started.sheets[0].id, outcome: 'good' }]);
    expect(late.status, late.text).toBe(200);
  });

  test('C6: an outcome is taken back until the run is closed, as an event, and the sheet is bound again', async () => {
    const { run, page, sheets } = await openRun(2);
    await record(run.id, [{ sheetId: sheets[0].id, outcome: 'good' }]);
    const [before] = await audited();
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: run.serial(1) });
    await row.waitFor();
    // Open in the sentence: the name of the act.
    const takeBack = page.getByRole('button', { name: /take back|undo|withdraw outcome|reopen/i }).first();
    await takeBack.click();
    const dialog = page.getByRole('dialog').last();
    if (await dialog.isVisible().catch(() => false)) {
      const reason = dialog.getByRole('textbox').first();
      if (await reason.isVisible()) await reason.fill(`Pressed too early ${letters(5)}`);
      await dialog
        .getByRole('button', { name: /take back|undo|withdraw|reopen|confirm/i })
        .last()
        .click();
    }
    await eventually(async () => (await outcomesOf(run.id))[0] === null, { what: 'the outcome taken back' });
    const [certificate] = await portal.sql(
      'select c.state, b.state as blank from sheets s join certificates c on c.id = s.certificate_id join blanks b on b.id = s.blank_id where s.id = $1',
      [sheets[0].id],
    );
    expect(certificate).toEqual({ state: 'in_run', blank: 'bound' });
    expect((await audited())[0]!.sequence).toBeGreaterThan(before!.sequence);
    await page.context().close();
  });

  test('C6: a sheet that cannot be found is missing, and the run closes as good + spoilt + missing', async () => {
    const { run, sheets, page } = await openRun(3);
    await page.context().close();
    const operations = await operationsOf(portal);
    const outcomes = operations.find((one) => one.path === '/api/print-runs/{id}/sheets')!;
    const variants: Json[] = outcomes.content['application/json']!.schema.properties.outcomes.items.anyOf;
    const missing = variants.find((variant) => mentions(variant.properties.outcome, 'missing'));
    expect(missing, 'an outcome "missing" is declared').toBeDefined();
    const spoilt = { sheetId: sheets[1].id, outcome: 'spoilt', reason: 'Jam' };
    await record(run.id, [{ sheetId: sheets[0].id, outcome: 'good' }, spoilt]);
    const lost = await record(run.id, [
      {
        ...example(missing, () => `Not on the table ${letters(6)}`),
        sheetId: sheets[2].id,
        outcome: 'missing',
      },
    ]);
    expect(lost.status, lost.text).toBe(200);

    const close = operations.find((one) => one.path === '/api/print-runs/{id}/close')!;
    const counted = Object.fromEntries(
      Object.keys(close.content['application/json']!.schema.properties)
        .filter((name) => /sheets/i.test(name))
        .map((name) => [name, 1]),
    );
    const { version } = (await desks.printer.get(`/api/print-runs/${run.id}`)).body;
    await desks.printer.act('POST', `/api/print-runs/${run.id}/close`, { version, ...counted });
    const [state] = await portal.sql('select state from print_runs where id = $1', [run.id]);
    expect(state!.state).toBe('closed');
    const [blank] = await portal.sql(
      'select b.state, s.verification_code as code, c.convocation_number as number from sheets s join blanks b on b.id = s.blank_id join certificates c on c.id = s.certificate_id where s.id = $1',
      [sheets[2].id],
    );
    expect(blank!.state).toBe('missing');
    const answer = await desks.auditor.get(
      `/api/verify?number=${encodeURIComponent(blank!.number)}&code=${blank!.code}`,
    );
    expect(answer.body.verdict).not.toBe('genuine');
  });
});

/** A run that is printing, its file opened once, and its page with the focus where work begins. */
async function openRun(count: number): Promise<{ run: Json; page: Page; sheets: Json[] }> {
  const run = await prepareRun(desks, count);
  const { sheets } = await start(desks.printer, run);
  await openPrintFile(desks.printer, run.id);
  const page = await openPage(browser, portal, desks.printer, `/printer/print-runs?q=${run.runNumber}`);
  await page
    .getByRole('button', { name: /^Open run/ })
    .first()
    .press('Enter');
  const first = page.getByRole('row').filter({ hasText: run.serial(1) });
  await first.waitFor();
  await page.waitForTimeout(700);
  await first.focus();
  return { run, page, sheets };
}

function record(id: string, outcomes: object[]) {
  return desks.printer.ask('POST', `/api/print-runs/${id}/sheets`, { body: { outcomes } });
}

async function outcomesOf(id: string): Promise<(string | null)[]> {
  const rows = await portal.sql('select outcome from sheets where print_run_id = $1 order by position', [id]);
  return rows.map((row) => row.outcome);
}

function audited(): Promise<{ sequence: number }[]> {
  return portal.sql('select max(sequence)::int as sequence from audit_events');
}

function mentions(schema: Json, value: string): boolean {
  return JSON.stringify(schema).includes(`"${value}"`);
}
