import { strFromU8, unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { waitForList } from '../harness/list-page.ts';
import { operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, personName, pick, seed, shuffled } from '../harness/random.ts';
import { indian, type Language, readCatalog, scripts, speak } from './d-words.ts';

// The issue: "export headings in the reader's language or English by choice, imports accept all three".
// Open: how English is chosen. By HTTP a parameter of every export whose name speaks of headings or language; on the screen
// an item of the Export menu that names English.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await speak(desks.admin, 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

const lists = shuffled([
  'students',
  'colleges',
  'total-applications',
  'ink-stock',
  'certificate-stock',
  'fee-generated',
  'printed-certificates',
  'user-management',
]).slice(0, 4);
const cellsOf = (line: string) =>
  line
    .replace(/^\ufeff/, '')
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((cell) => cell.replaceAll(/^"|"$/g, '').trim());
const firstLine = (csv: string) => csv.split(/\r?\n/)[0]!;
const known = (language: Language, english: string) =>
  readCatalog(language)
    .filter((entry) => entry.english.toLowerCase() === english.toLowerCase())
    .map(({ translation }) => translation);

async function csvOf(list: string, more = ''): Promise<string> {
  const answer = await desks.admin.get(`/api/exports/${list}?format=csv${more}`);
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer.text;
}

describe('exports', { timeout: 180_000 }, () => {
  for (const language of indian)
    test(`"export headings in the reader's language": ${language}, ${lists}`, async () => {
      for (const list of lists) {
        await speak(desks.admin, 'en');
        const english = await csvOf(list);
        await speak(desks.admin, language);
        const own = await csvOf(list);
        const headings = cellsOf(firstLine(own));
        expect(headings.length).toBe(cellsOf(firstLine(english)).length);
        for (const [index, heading] of cellsOf(firstLine(english)).entries()) {
          expect(headings[index], `${list}: ${heading}`).toMatch(scripts[language]);
          if (known(language, heading).length)
            expect(known(language, heading), `${list}: ${heading}, as on the screen`).toContain(
              headings[index],
            );
        }
        expect(own.split(/\r?\n/).length, 'as many rows').toBe(english.split(/\r?\n/).length);
      }
    });

  test("an XLSX file has the reader's headings as well", async () => {
    const language = pick(indian);
    const list = pick(lists);
    await speak(desks.admin, language);
    const response = await fetch(`${portal.url}/api/exports/${list}?format=xlsx`, {
      headers: { cookie: desks.admin.cookie },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const text = Object.entries(files)
      .filter(([name]) => /sheet1\.xml|sharedStrings/i.test(name))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
    for (const heading of cellsOf(firstLine(await csvOf(list)))) {
      expect(heading).toMatch(scripts[language]);
      expect(text).toContain(heading);
    }
  });

  test('"or English by choice": every export takes the choice, and gives the English headings', async () => {
    const exports = (await operationsOf(portal)).filter(({ path }) => /^\/api\/exports\//.test(path));
    const choice = (parameters: Json[]) =>
      parameters.find(({ name }) => /lang|heading|locale|english/i.test(name));
    const lacking = exports.filter(({ parameters }) => !choice(parameters)).map(({ path }) => path);
    expect(lacking, 'exports without the choice').toEqual([]);
    for (const list of lists) {
      const { name, schema } = choice(
        exports.find(({ path }) => path === `/api/exports/${list}`)!.parameters,
      )!;
      const value =
        (schema?.enum ?? schema?.anyOf?.flatMap((one: Json) => one.enum ?? []) ?? ['en']).find(
          (one: string) => /en/i.test(one),
        ) ?? 'true';
      await speak(desks.admin, 'en');
      const english = firstLine(await csvOf(list));
      await speak(desks.admin, pick(indian));
      expect(firstLine(await csvOf(list, `&${name}=${value}`))).toBe(english);
    }
  });

  for (const language of indian)
    test(`"by choice": ${language}, the Export menu offers English headings by key`, async () => {
      await speak(desks.admin, language);
      const page = await openPage(browser, portal, desks.admin, '/admin/college-management');
      await waitForList(page);
      const word = known(language, 'Export')[0]!;
      await page.getByRole('main').getByRole('button', { name: word, exact: true }).first().press('Enter');
      const menu = page.getByRole('menu').or(page.getByRole('dialog')).first();
      await menu.waitFor();
      const offered = (await menu.textContent()) ?? '';
      expect(offered, 'an item names English').toMatch(/English|ಇಂಗ್ಲಿಷ್|ಆಂಗ್ಲ|अंग्रेज़ी|अंग्रेजी/);
      await page.context().close();
    });
});

describe('imports', { timeout: 180_000 }, () => {
  const files: [string, string[]][] = [
    ['students', ['kn', 'hi', 'en', 'mixed']],
    ['colleges', ['kn', 'hi']],
  ];
  for (const [of, ways] of files)
    for (const way of ways)
      test(`"imports accept all three": ${of} with headings in ${way}, columns in any order (seed ${seed})`, async () => {
        await speak(desks.admin, 'en');
        const [head, sample] = (await desks.admin.get(`/api/import-templates/${of}?format=csv`)).text
          .split(/\r?\n/)
          .map(cellsOf) as [string[], string[]];
        const name = personName();
        const isStudent = of === 'students';
        const said = head.map((heading, index) => {
          const language = (way === 'mixed' ? pick(['kn', 'hi', 'en']) : way) as Language;
          const translated = language === 'en' ? heading : known(language, heading)[0];
          expect(translated, `${heading} has no translation in the catalog`).toBeTruthy();
          const value = /student name|college name|^name$/i.test(heading)
            ? name
            : /registration/i.test(heading)
              ? `AC${digits(9)}`
              : /exam roll/i.test(heading)
                ? digits(9)
                : /abc/i.test(heading)
                  ? ''
                  : /^code$|college code/i.test(heading)
                    ? isStudent
                      ? 'COL001'
                      : `COL${digits(4)}`
                    : (sample[index] ?? '');
          return [translated!, value] as const;
        });
        const columns = shuffled(said);
        const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
        const csv = `\ufeff${columns.map(([heading]) => quote(heading)).join(',')}\r\n${columns.map(([, value]) => quote(value)).join(',')}\r\n`;
        const sent = await desks.admin.ask('POST', `/api/imports?of=${of}&name=${letters(6)}.csv`, {
          bytes: csv,
          headers: { 'content-type': 'application/octet-stream' },
        });
        expect(sent.status, sent.text).toBe(200);
        const checked = await eventually(
          async () => {
            const { body } = await desks.admin.get(`/api/imports/${sent.body.id}`);
            return /check|queue|run|commit(t)?ing/i.test(body.state) && !/checked/i.test(body.state)
              ? undefined
              : body;
          },
          { within: 30_000, what: 'the dry run' },
        );
        const faults = (await desks.admin.get(`/api/imports/${sent.body.id}/faults`)).text;
        expect(checked.faultyCount, `${JSON.stringify(checked).slice(0, 600)} ${faults.slice(0, 400)}`).toBe(
          0,
        );
        await desks.admin.act('POST', `/api/imports/${sent.body.id}/commit`);
        await eventually(
          async () => (await portal.sql(`select 1 from ${of} where name = $1`, [name])).length === 1,
          { within: 30_000, what: `${name} in the database` },
        );
      });
});
