import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, gridOf, waitForList } from '../harness/list-page.ts';
import { operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters, pick } from '../harness/random.ts';
import { dayBefore } from '../harness/records.ts';
import { indian, type Language, scripts, speak } from './d-words.ts';

// The issue: "colours and stock names by script". Columns are those of the specification, section 2, found by their place in
// the English list, so that the heading's own words do not matter.
// Open: how names by script are given. An object of language tags to texts, as the university's `names` and the courses'
// `degreeTitles` are, beside the name and beside the colour of POST /api/papers and POST /api/inks.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
});
afterAll(async () => {
  await speak(desks.admin, 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

const shownOn: [string, RegExp[]][] = [
  ['/admin/ink-stock', [/^ink name$/i, /^colou?r$/i]],
  ['/admin/certificate-stock', [/^certificate name$/i, /^colou?r$/i]],
  ['/admin/printed-certificates', [/^chosen colou?r$/i, /^selected paper$/i]],
  ['/admin/pending-print', [/^chosen colou?r$/i, /^selected paper$/i]],
];

async function open(path: string, language: Language): Promise<Page> {
  await speak(desks.admin, language);
  const page = await openPage(browser, portal, desks.admin, path);
  await waitForList(page);
  return page;
}

async function valuesOf(path: string, language: Language, places: number[]): Promise<string[][]> {
  const page = await open(path, language);
  const { rows } = await gridOf(page);
  await page.context().close();
  return places.map((place) => [...new Set(rows.map(({ cells }) => cells[place]!.text))]);
}

describe('colours and stock names', { timeout: 240_000 }, () => {
  for (const language of indian)
    for (const [path, labels] of shownOn)
      test(`${language}: ${path}: the names of the demo's stock are in the reader's script`, async () => {
        const page = await open(path, 'en');
        const grid = await gridOf(page, labels);
        await page.context().close();
        const places = labels.map((label) => columnAt(grid, label));
        expect(
          places.every((place) => place >= 0),
          `columns ${labels}`,
        ).toBe(true);
        const [english, own] = [await valuesOf(path, 'en', places), await valuesOf(path, language, places)];
        for (const [index, values] of own.entries()) {
          for (const value of values.filter((one) => one && !/^(N\/A|-)$/.test(one)))
            expect(value, `${labels[index]}`).toMatch(scripts[language]);
          expect(values.length, 'as many different ones as in English').toBe(english[index]!.length);
        }
      });

  for (const language of indian)
    test(`${language}: the colours of a list's filter and of the counter's choices are in it as well`, async () => {
      const page = await open('/admin/certificate-stock', language);
      const options = await page
        .getByRole('main')
        .getByRole('combobox')
        .first()
        .locator('option')
        .allTextContents();
      expect(options.length).toBeGreaterThan(2);
      for (const option of options) expect(option).toMatch(scripts[language]);
      await page.context().close();
      await speak(desks.receiver, language);
      const form = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
      await form.getByRole('main').getByRole('combobox').first().waitFor();
      // By the place of the field in the English form: certificate type, colour, paper follow each other.
      const boxes = form.getByRole('main').getByRole('group').nth(1).getByRole('combobox');
      await boxes.nth(1).press('ArrowDown');
      const colours = await form.getByRole('option').allTextContents();
      expect(colours.length).toBeGreaterThan(1);
      for (const colour of colours) expect(colour).toMatch(scripts[language]);
      await form.context().close();
      await speak(desks.receiver, 'en');
    });

  for (const [what, path, list] of [
    ['paper', '/api/papers', '/admin/certificate-stock'],
    ['ink', '/api/inks', '/admin/ink-stock'],
  ] as const)
    test(`a new ${what} has its names and its colour's by script, and each reader sees their own`, async () => {
      const operation = (await operationsOf(portal)).find(
        (one) => one.method === 'POST' && one.path === path,
      )!;
      const fields: Json = operation.content['application/json']!.schema.properties;
      const byScript = (like: RegExp) =>
        Object.keys(fields).find((name) => like.test(name) && fields[name].type === 'object');
      const [nameField, colourField] = [byScript(/^names?(?!.*colou?r)/i), byScript(/colou?r/i)];
      expect([nameField, colourField], `fields by script among ${Object.keys(fields)}`).not.toContain(
        undefined,
      );
      const word = (from: number) =>
        Array.from({ length: 6 }, () => String.fromCodePoint(from + between(0, 20))).join('');
      const said = { kn: [word(0x0c95), word(0x0c95)], hi: [word(0x0915), word(0x0915)] } as const;
      const base = {
        name: `Stock ${letters(6)}`,
        code: letters(6).toUpperCase(),
        colour: `Hue ${letters(5)}`,
        warnBelow: 1,
      };
      const { id } = await desks.admin.act('POST', path, {
        ...base,
        ...(what === 'ink' ? { unit: 'ml', sheetsPerUnit: 4 } : {}),
        [nameField!]: { kn: said.kn[0], hi: said.hi[0] },
        [colourField!]: { kn: said.kn[1], hi: said.hi[1] },
      });
      const receipt =
        what === 'ink'
          ? { inkId: id, totalQuantity: 9, receivedQuantity: 9, receivedOn: dayBefore(1) }
          : {
              paperId: id,
              serialPrefix: letters(4).toUpperCase(),
              firstSerial: 1,
              lastSerial: 5,
              totalQuantity: 5,
              receivedOn: dayBefore(1),
            };
      await desks.admin.act('POST', what === 'ink' ? '/api/ink-receipts' : '/api/blank-receipts', receipt);
      for (const language of ['en', ...indian] as Language[]) {
        const page = await open(`${list}?q=${base.code}`, language);
        const text = (await page.getByRole('main').textContent()) ?? '';
        const [name, colour] = language === 'en' ? [base.name, base.colour] : said[language];
        expect(text, `${language}: the name`).toContain(name);
        expect(text, `${language}: the colour`).toContain(colour);
        await page.context().close();
      }
      // "The search finds what it shows": by either name.
      const page = await open(`${list}?q=${encodeURIComponent(pick([said.kn[0], said.kn[1]]))}`, 'kn');
      expect(await page.getByRole('main').textContent()).toContain(base.code);
      await page.context().close();
    });
});
