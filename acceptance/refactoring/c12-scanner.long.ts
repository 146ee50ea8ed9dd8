import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, fn, focusRow, hasList, scan, searchOf, waitForList } from '../harness/list-page.ts';
import { operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, pick, shuffled } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { everyDesk } from '../harness/screens.ts';

// FAULTS.md C12: "A global scanner listener holds and replays keys; text expanders and quick hands look like scanners"
// must become "scanners write into the focused field, `/` focuses the search first, and a configured preamble works
// everywhere; no person's key is held back". The issue: "A scan goes to the focused field, `/` focuses the search, and a
// configured scanner preamble works everywhere."
// Open: where a preamble is configured. It is looked for among the fields of PUT /api/account/preferences.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('C12 scanner', { timeout: 900_000 }, () => {
  for (const desk of everyDesk) {
    test(`C12 ${desk}: on every list '/' focuses the search, and a scan after it is searched for`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      let lists = 0;
      for (const path of await crawl(page, desk)) {
        await page.goto(path);
        if (!(await hasList(page)) || !(await searchOf(page).count())) continue;
        lists += 1;
        await page.evaluate('document.activeElement.blur()');
        const number = `A${digits(6)}`;
        await scan(page, `/${number}`, { enter: false });
        const search = searchOf(page);
        await page.waitForTimeout(400);
        const value = await search.inputValue();
        if (value !== number) faults.push(`${path}: the search holds '${value}' instead of '${number}'`);
        else if (!(await search.evaluate(fn<boolean>('(e) => e === document.activeElement'))))
          faults.push(`${path}: the search lost the focus`);
        else {
          // The scanner's own Enter; where it leads from the search is open.
          await page.keyboard.press('Enter');
          await eventually(() => new URL(page.url()).search.includes(number), {
            within: 2_000,
            what: 'the address',
          }).catch(() => faults.push(`${path}: not in the address`));
        }
      }
      expect(lists).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }

  test("C12: in a field '/' is a character, and a scan is in the field whole, in order, at once", async () => {
    const forms: [keyof Desks, string][] = [
      ['receiver', '/application-receiver/new-application'],
      ['admin', '/admin/add-college'],
      ['admin', '/admin/add-student'],
    ];
    for (const [desk, path] of forms) {
      const page = await openPage(browser, portal, desks[desk], path);
      const fields = page
        .getByRole('main')
        .locator(
          'input:not([type=file]):not([role=combobox]):not([type=search]):not([type=checkbox]):not([inputmode=numeric]):not([type=number]):not([readonly])',
        )
        .filter({ visible: true });
      await fields.first().waitFor();
      await page.waitForTimeout(500);
      const text = `${letters(3)}/${digits(2)} ${letters(4)}`;
      await fields.first().focus();
      await scan(page, text, { enter: false });
      expect(await fields.first().inputValue(), path).toBe(text);
      await page.context().close();
    }
  });

  test('C12: "no person\'s key is held back": each key stands in the field before the next one comes', async () => {
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    const field = page.getByLabel('Candidate name');
    await field.focus();
    await page.waitForTimeout(500);
    let typed = '';
    for (const character of `${letters(6)} ${letters(8)}`) {
      await page.keyboard.down(character);
      typed += character;
      expect(await field.inputValue(), 'the key is there as it goes down').toBe(typed);
      await page.keyboard.up(character);
    }
    // A text expander writes much in one breath; nothing of it is taken for a scan.
    const expanded = `${letters(5)} ${letters(20)} ${digits(8)}`;
    await page.keyboard.press('Control+A');
    await scan(page, expanded, { enter: false });
    expect(await field.inputValue()).toBe(expanded);
    await page.context().close();
  });

  test('C12: a quick hand on a list reaches its shortcuts: ArrowDown, Enter opens the record without a pause', async () => {
    const page = await openPage(browser, portal, desks.caseWorker, '/case-worker/manage-application');
    await waitForList(page);
    await focusRow(page);
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor({ timeout: 1_500 });
    await page.context().close();
  });

  test('C12: "a configured preamble works everywhere": a scan with it finds the record, whatever has the focus', async () => {
    const preamble = await configurePreamble();
    const application = await receive(desks.receiver);
    const screens = ['/application-receiver/manage-application', '/application-receiver/new-application'];
    for (const path of screens) {
      const page = await openPage(browser, portal, desks.receiver, path);
      await page.getByRole('main').getByRole('textbox').first().waitFor();
      await page.waitForTimeout(600);
      for (const where of ['nothing', 'a field']) {
        const field = page.getByRole('main').getByRole('textbox').first();
        const before = await field.inputValue();
        await page.evaluate('document.activeElement.blur()');
        if (where === 'a field') await field.focus();
        await scan(page, preamble + application.registrationNumber);
        await eventually(() => leadsTo(page, application), {
          within: 4_000,
          what: `the record after a scan on ${path} with the focus on ${where}`,
        });
        await page.goto(path);
        await page.getByRole('main').getByRole('textbox').first().waitFor();
        expect(
          await page.getByRole('main').getByRole('textbox').first().inputValue(),
          'nothing of it went into the field',
        ).toBe(before);
      }
      await page.context().close();
    }
  });

  test('C12: with a preamble a scanned serial on the verify desk and the run desk is no key of an act', async () => {
    const preamble = await configurePreamble();
    const name = `Preamble ${letters(8)}`;
    const { id } = await receive(desks.receiver, { candidateName: name });
    const page = await openPage(
      browser,
      portal,
      desks.caseWorker,
      `/case-worker/verify?q=${encodeURIComponent(name)}`,
    );
    await page
      .getByRole('button', { name: /^Verify/ })
      .first()
      .waitFor();
    await page.waitForTimeout(700);
    for (const serial of shuffled([`V${digits(6)}`, `R1${digits(4)}`, 'V000000', 'R1'])) {
      await scan(page, preamble + serial);
      await page.waitForTimeout(500);
      const [row] = await portal.sql('select status from applications where id = $1', [id]);
      expect(row!.status, serial).toBe('received');
      await page.goto(`/case-worker/verify?q=${encodeURIComponent(name)}`);
      await page.waitForTimeout(700);
    }
    await page.context().close();
  });
});

/** Sets a preamble for receiver and case worker by whatever preference is declared for it. */
async function configurePreamble(): Promise<string> {
  const operation = (await operationsOf(portal)).find((one) => one.path === '/api/account/preferences')!;
  const properties: Json = operation.content['application/json']!.schema.properties;
  const field = Object.keys(properties).find((name) => /preamble|scanner|prefix/i.test(name));
  expect(field, `a preamble among the preferences ${Object.keys(properties)}`).toBeDefined();
  const preamble = pick(['~', '^^', ']C', '#']);
  for (const person of [desks.receiver, desks.caseWorker]) {
    const preferences = (await person.get('/api/session')).body?.session?.preferences ?? {};
    const kept = Object.fromEntries(Object.entries(preferences).filter(([name]) => name in properties));
    await person.act('PUT', '/api/account/preferences', {
      density: 'comfortable',
      language: 'en',
      letterKeys: true,
      ...kept,
      [field!]: preamble,
    });
  }
  return preamble;
}

async function leadsTo(page: Page, application: Json): Promise<boolean> {
  const text = (await page.locator('body').textContent()) ?? '';
  return text.includes(application.candidateName) && !text.includes('No records found.');
}
