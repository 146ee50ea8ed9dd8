import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, gridOf, openRow, waitForList } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { lists } from '../harness/screens.ts';
import { read, trackedFiles } from '../harness/source.ts';

// The issue: "Plain naming in … screens"; "The specification's labels stay exactly as they are. Kannada and Hindi follow
// the glossary in UX.md." STYLE.md: "Row Details → the record's own name first, 'Row Details' kept as the specified label".
// Open: how catalogs are kept. They are looked for as .po files named by their language.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterEach(() => speak('en'));
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** UX.md, 'Glossary of the interface': one word for one thing. */
const glossary: [RegExp, string, string][] = [
  [/^Edit$/, 'ತಿದ್ದು', 'संपादित करें'],
  [/^Case worker$/, 'ವಿಷಯ ನಿರ್ವಾಹಕ', 'प्रकरण सहायक'],
  [/^Verified$/, 'ದೃಢೀಕೃತ', 'सत्यापित'],
  [/^Check$/, 'ಪರಿಶೀಲನೆ', 'जाँच'],
  [/^Custody$/, 'ವಶ', 'अभिरक्षा'],
  [/^Store$/, 'ದಾಸ್ತಾನು', 'भंडार'],
  [/^Deposit$/, 'ಜಮಾ', 'जमा'],
  [/^Deposit slip$/, 'ಜಮಾ ಚಲನ್', 'जमा पर्ची'],
  [/^Print run$/, 'ಮುದ್ರಣ ಬ್ಯಾಚ್', 'मुद्रण बैच'],
  [/^Genuine$/, 'ನೈಜ', 'प्रामाणिक'],
  [/^Date$/, 'ದಿನಾಂಕ', 'दिनांक'],
  [/^E-?mail$/i, 'ಇಮೇಲ್', 'ई-मेल'],
  [/^Record$/, 'ದಾಖಲೆ', 'अभिलेख'],
  [/^Number$/, 'ಸಂಖ್ಯೆ', 'संख्या'],
  [/^Status$/, 'ಸ್ಥಿತಿ', 'स्थिति'],
];
/** Where the thing is part of a sentence its word is part of the translation; endings may change its last letter. */
const parts: [RegExp, string, string][] = [
  [/\bcase worker\b/i, 'ವಿಷಯ ನಿರ್ವಾಹಕ', 'प्रकरण सहायक'],
  [/\bprint runs?\b/i, 'ಮುದ್ರಣ ಬ್ಯಾಚ್', 'मुद्रण बैच'],
  [/\bdeposit slips?\b/i, 'ಜಮಾ ಚಲನ್', 'जमा पर्च'],
];

describe('glossary', () => {
  for (const [language, at] of [
    ['kn', 1],
    ['hi', 2],
  ] as const) {
    test(`"Kannada and Hindi follow the glossary": words of the ${language} catalog`, () => {
      const messages = catalog(language);
      expect(messages.length, 'sentences').toBeGreaterThan(500);
      const wrong = messages.flatMap(([english, translation]) => {
        const term = glossary.find(([like]) => like.test(english));
        if (term && translation !== term[at]) return [`${english}: ${translation}, not ${term[at]}`];
        const part = parts.find(([like]) => like.test(english));
        return part && !translation.includes(part[at])
          ? [`${english}: ${translation} without ${part[at]}`]
          : [];
      });
      expect(wrong).toEqual([]);
      expect(
        glossary.filter(([like]) => messages.some(([english]) => like.test(english))).length,
      ).toBeGreaterThan(6);
    });

    test(`${language}: no sentence is left in English`, () => {
      const script = language === 'kn' ? /[\u0c80-\u0cff]/ : /[\u0900-\u097f]/;
      const left = catalog(language).filter(
        ([english, translation]) => /[a-z]{3,} [a-z]{2,}/i.test(english) && !script.test(translation),
      );
      expect(left.map(([english]) => english)).toEqual([]);
    });

    test(`${language}: on a list Edit, Status and dialogs' Cancel say the office's word`, async () => {
      await speak(language);
      const page = await openPage(browser, portal, desks.admin, '/admin/student-master');
      await waitForList(page);
      const edit = glossary[0]![at];
      expect(
        await page
          .getByRole('main')
          .getByRole('button', { name: new RegExp(`^${edit}`) })
          .or(page.getByRole('main').getByRole('link', { name: new RegExp(`^${edit}`) }))
          .count(),
      ).toBeGreaterThan(0);
      await page.getByRole('main').getByRole('row').nth(1).getByRole('button').last().press('Enter');
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
      await dialog.waitFor();
      expect(await dialog.textContent()).toContain(language === 'kn' ? 'ಹಿಂದಿರುಗಿ' : 'वापस जाएँ');
      await page.context().close();
    });
  }
});

describe('Row Details', () => {
  for (const list of lists.filter(({ path }) =>
    /college-management|student-master|total-applications|manage-application|certificate-stock/.test(path),
  )) {
    test(`${list.path}: "the record's own name first, 'Row Details' kept as the specified label"`, async () => {
      const page = await openPage(browser, portal, desks[list.desk], list.path);
      await waitForList(page);
      const grid = await gridOf(page, list.columns);
      const label = list.columns.find((column) => /candidate|student|name/i.test(String(column)))!;
      const name = grid.rows[0]!.cells[columnAt(grid, label)]!.line;
      await openRow(page, name);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const text = (await dialog.textContent()) ?? '';
      expect(text).toContain('Row Details');
      expect(await dialog.getByRole('heading').first().textContent(), 'the heading').toContain(name);
      await page.context().close();
    });
  }
});

async function speak(language: string): Promise<void> {
  await desks.admin.act('PUT', '/api/account/preferences', {
    density: 'comfortable',
    language,
    letterKeys: true,
  });
}

/** English sentences and their translations, from the catalogs of one language. */
function catalog(language: string): [string, string][] {
  const files = trackedFiles('src/**').filter((file) =>
    new RegExp(`(^|[/.])${language}([/.].*)?\\.po$`).test(file),
  );
  return files.flatMap((file) =>
    read(file)
      .split(/\n\n+/)
      .flatMap((entry): [string, string][] => {
        const value = (key: string) =>
          [...(new RegExp(`^${key} ((?:".*"\\n?)+)`, 'm').exec(entry)?.[1]?.matchAll(/"(.*)"/g) ?? [])]
            .map((match) => match[1])
            .join('');
        const [english, translation] = [value('msgid'), value('msgstr')];
        // Where ids are made up, the English stands in a comment or in the source catalog; such entries are left out.
        return english && translation ? [[english, translation]] : [];
      }),
  );
}
