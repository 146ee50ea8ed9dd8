import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { gridOf, waitForList } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, digits, letters } from '../harness/random.ts';
import { addStudent, receive } from '../harness/records.ts';

// The issue: "printed lists with ≥ 30 rows per landscape page"; UX.md: "Printing any list gives chosen columns, filter,
// count, who, when, at ≥ 30 rows a landscape page".
// Open: how a list is printed. A button of the list says Print, else it is the browser's own; what stands on the page as the browser is asked to print
// is taken as it is and made a PDF by Chromium, on A4 lying unless its own styles say otherwise.

let portal: Portal;
let desks: Desks;
let browser: Browser;
let word: string;
const count = between(66, 75);

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
  word = `Paged${letters(6)}`;
  const [college] = (await desks.receiver.get('/api/application-choices')).body.colleges;
  for (let index = 0; index < count; index += 1) {
    await addStudent(portal, desks.admin, {
      collegeId: college.id,
      registrationNumber: `AC${digits(10)}`,
      examRollNumber: digits(9),
      name: `${word} ${letters(6)}`,
    });
  }
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('printed list', { timeout: 180_000 }, () => {
  test(`"≥ 30 rows per landscape page": ${count} students fit on so many pages, none is left out`, async () => {
    const pages = await print('admin', `/admin/student-master?q=${word}`);
    const perPage = pages.map((text) => text.match(new RegExp(word, 'g'))?.length ?? 0);
    console.log(`rows per page: ${perPage}`);
    // The filter is named once: it may count as one more on the first page.
    const total = perPage.reduce((sum, rows) => sum + rows, 0);
    expect(total).toBeGreaterThanOrEqual(count);
    expect(total).toBeLessThanOrEqual(count + perPage.length + 1);
    for (const rows of perPage.slice(0, -1)) expect(rows).toBeGreaterThanOrEqual(30);
    expect(perPage.length).toBeLessThanOrEqual(Math.ceil(count / 30));
  });

  test('"chosen columns, filter, count, who, when" stand on it', async () => {
    const page = await openPage(browser, portal, desks.admin, `/admin/student-master?q=${word}`);
    await waitForList(page);
    const labels = (await gridOf(page, ['Student Name'])).headers
      .map(({ text }) => text)
      .filter((text) => text && !/^actions?$/i.test(text));
    await page.context().close();
    const text = (await print('admin', `/admin/student-master?q=${word}`)).join(' ');
    const plain = text.replaceAll(/\s+/g, ' ').toLowerCase();
    for (const label of labels) expect(plain, 'a column').toContain(label.toLowerCase());
    expect(plain, 'the filter').toContain(word.toLowerCase());
    expect(plain, 'the count').toMatch(new RegExp(`${count} (of [\\d,]+ )?entries`));
    const [person] = await portal.sql('select name from staff where id = $1', [desks.admin.staffId]);
    expect(plain, 'who').toContain((person!.name as string).toLowerCase());
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date());
    expect(plain, 'when, in IST').toContain(day);
  });

  test('a list of many columns has ≥ 30 rows a landscape page as well: all applications', async () => {
    const [before] = await portal.sql('select count(*)::int as rows from applications');
    for (let index = before!.rows; index < 62; index += 1) await receive(desks.receiver);
    const rows = await portal.sql('select registration_number as number from applications');
    const pages = await print('admin', '/admin/total-applications');
    const perPage = pages.map((text) => {
      const close = text.replaceAll(/\s+/g, '');
      return rows.filter(({ number }) => close.includes(number.replaceAll(/\s+/g, ''))).length;
    });
    console.log(`rows per page: ${perPage}`);
    expect(
      perPage.reduce((sum, one) => sum + one, 0),
      'every application is on it',
    ).toBeGreaterThanOrEqual(rows.length);
    for (const one of perPage.slice(0, -1)) expect(one).toBeGreaterThanOrEqual(30);
  });

  test('what is printed is the whole width: no column is cut off at the right', async () => {
    const pages = await print('admin', '/admin/total-applications');
    const plain = pages[0]!.replaceAll(/\s+/g, '').toLowerCase();
    for (const label of ['status', 'verifiedby', 'pending']) expect(plain, label).toContain(label);
  });
});

/** The text of each page of the list as it is printed. */
async function print(desk: keyof Desks, path: string): Promise<string[]> {
  // What the page consists of at the moment when the browser is asked to print it: it may be taken down right after.
  const take =
    "window.print = () => { window.dispatchEvent(new Event('beforeprint')); const rules = [...document.styleSheets].flatMap((sheet) => { try { return [...sheet.cssRules].map((rule) => rule.cssText); } catch { return []; } }); window.__printed = '<!doctype html><html ' + [...document.documentElement.attributes].map((a) => a.name + '=\"' + a.value + '\"').join(' ') + '><head><base href=\"' + location.origin + '\"><style>' + rules.join('\\n') + '</style></head>' + document.body.outerHTML.replace(/<script[\\s\\S]*?<\\/script>/g, '') + '</html>'; }";
  const context = await contextOf(browser, portal, desks[desk]);
  // In every page and frame: a list may be printed from one of its own.
  await context.addInitScript(take);
  const page = await context.newPage();
  await page.goto(path);
  await waitForList(page);
  const button = page.getByRole('main').getByRole('button', { name: /^print\b/i });
  if (!(await button.count())) {
    // Without a button it is the browser's own Ctrl+P, for which the page may prepare itself.
    await page.keyboard.press('Control+P');
    await page.emulateMedia({ media: 'print' });
    await page.waitForTimeout(2_000);
    const bytes = await page.pdf({ format: 'A4', landscape: true, preferCSSPageSize: true });
    await context.close();
    return pagesOf(bytes);
  }
  await button.first().press('Enter');
  const html = await eventually(
    async () => {
      for (const one of context.pages().flatMap((each) => each.frames())) {
        const taken = await one.evaluate<string | undefined>('window.__printed');
        if (taken) return taken;
      }
      return undefined;
    },
    { within: 20_000, what: 'the browser asked to print' },
  );
  const bytes = await pdfOf(page, html);
  await context.close();
  return pagesOf(bytes);
}

async function pdfOf(page: Page, html: string): Promise<Uint8Array> {
  const sheet = await page.context().newPage();
  // Under the portal's own address, so that its fonts are found; its scripts are not run again.
  await sheet.route('**/printed-list', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await sheet.goto('/printed-list');
  await sheet.waitForTimeout(800);
  return sheet.pdf({ format: 'A4', landscape: true, preferCSSPageSize: true });
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const [, , width, height] = page.view;
    expect(width, 'landscape').toBeGreaterThan(height!);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return texts;
}
