import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, hasList, settle } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { digits, letters } from '../harness/random.ts';
import { receive } from '../harness/records.ts';
import { type Desk, everyDesk } from '../harness/screens.ts';
import { type Language, languages, ownName, speak } from './d-words.ts';
import { measureAtRest, tell } from './f-boxes.ts';

// Done when 4: "Every screen was checked … pairwise over light, dark, forced colours, 1366, 1920, 390 px and three languages; a
// test fails on text that is clipped, overlaps or leaves the viewport (measured boxes) in each of these combinations."
// Nine combinations hold every pair of two of the three (an orthogonal array); each screen of each role is measured in all nine,
// with a candidate and a college of the longest names, and lists also with a record open. ACCEPTANCE_SCREENS=pattern narrows.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
  const college = {
    name: `Shri Siddhivinayaka Vishwavidyanilaya Institute of Engineering, Technology and Management, ${letters(6)}`,
    code: `COL${digits(4)}`,
    contactNumber: '0821 2419700',
    address: '147/2, Third Cross, Chamarajapuram Extension, Krishnarajanagara Taluk, Mysuru 570004',
    convocationFee: 123_456,
    email: '',
  };
  const { id } = await desks.admin.act('POST', '/api/colleges', college);
  const candidateName = 'Venkatanarasimharajuvaripeta Subrahmanyeshwara Lakshminarayanasharma';
  const candidateNameNative = 'ವೆಂಕಟನರಸಿಂಹರಾಜುವಾರಿಪೇಟ ಸುಬ್ರಹ್ಮಣ್ಯೇಶ್ವರ ಲಕ್ಷ್ಮೀನಾರಾಯಣಶರ್ಮ';
  await receive(desks.receiver, { candidateName, candidateNameNative });
  await receive(desks.receiver, {
    candidateName: `${candidateName} ${letters(3)}`,
    collegeId: id,
    totalAmount: 123_456,
  });
});
afterAll(async () => {
  for (const desk of everyDesk) if (desks) await speak(desks[desk], 'en').catch(() => {});
  await browser?.close();
  await portal?.remove();
});

const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];
const looks = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { name: 'forced colours', colorScheme: 'light', forcedColors: 'active' },
] as const;

/** The look of each size in this language: rows of the orthogonal array. */
const rowsFor = (language: Language) =>
  sizes.map((size, index) => ({ size, look: looks[(index + languages.indexOf(language)) % looks.length]! }));

const isWanted = (path: string) => new RegExp(process.env.ACCEPTANCE_SCREENS ?? '.').test(path);

async function screensOf(desk: Desk): Promise<string[]> {
  await speak(desks[desk], 'en');
  const page = await openPage(browser, portal, desks[desk], '/');
  const found = await crawl(page, desk);
  await page.context().close();
  return [...found, '/account', `/${letters(9)}`].filter(isWanted);
}

async function faultsOf(page: Page, path: string, language: Language): Promise<string[]> {
  const known = new Map<string, boolean>();
  const faults: string[] = [];
  const look = async (what: string) => {
    for (const { size, look: one } of rowsFor(language)) {
      await page.emulateMedia({
        colorScheme: one.colorScheme,
        forcedColors: one.forcedColors,
        reducedMotion: 'reduce',
      });
      await page.setViewportSize(size);
      await page.waitForTimeout(300);
      for (const fault of await measureAtRest(page, known))
        faults.push(`${what}, ${language}, ${size.width}, ${one.name}: ${tell(fault)}`);
    }
  };
  await page.setViewportSize(sizes[0]!);
  await page.goto(path);
  // A page that never came has no text that could be cut.
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  await settle(page).catch(() => {});
  await look(path);
  if (await hasList(page).catch(() => false)) {
    await page.setViewportSize(sizes[0]!);
    const row = page.getByRole('main').locator('[role=row]:has([role=gridcell])').first();
    if (!(await row.count())) return faults;
    await row.click({ position: { x: 8, y: 8 }, timeout: 3_000 }).catch(() => {});
    const isOpen = await page
      .getByRole('dialog')
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
    if (isOpen) await look(`${path} with a record open`);
  }
  return faults;
}

describe('screens', { timeout: 3_000_000 }, () => {
  test('the nine combinations hold every pair', () => {
    const rows = languages.flatMap((language) =>
      rowsFor(language).map(({ size, look }) => [language, String(size.width), look.name]),
    );
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      expect(new Set(rows.map((row) => `${row[a]} ${row[b]}`)).size).toBe(9);
  });

  for (const desk of everyDesk)
    for (const language of languages)
      test(`${desk} in ${language}: no text is clipped, overlaps or leaves the viewport`, async () => {
        const paths = await screensOf(desk);
        await speak(desks[desk], language);
        const page = await (await contextOf(browser, portal, desks[desk])).newPage();
        const faults: string[] = [];
        for (const path of paths) faults.push(...(await faultsOf(page, path, language)));
        await page.context().close();
        await speak(desks[desk], 'en');
        console.log(
          `${desk} in ${language}: ${faults.length} faults on ${paths.length} screens`,
          faults.join('\n'),
        );
        expect(faults).toEqual([]);
      });

  for (const path of ['/', '/verify', '/status'])
    for (const language of languages)
      test(`without a session: ${path} in ${language}`, async () => {
        const page = await browser.newPage({ baseURL: portal.url });
        await page.goto(path);
        await settle(page);
        expect(await page.locator('main').textContent(), path).not.toMatch(/not found|does not exist/i);
        await page.getByRole('button', { name: ownName[language] }).first().press('Enter');
        await settle(page);
        const faults: string[] = [];
        for (const { size, look } of rowsFor(language)) {
          await page.emulateMedia({
            colorScheme: look.colorScheme,
            forcedColors: look.forcedColors,
            reducedMotion: 'reduce',
          });
          await page.setViewportSize(size);
          await page.waitForTimeout(300);
          for (const fault of await measureAtRest(page))
            faults.push(`${size.width}, ${look.name}: ${tell(fault)}`);
        }
        await page.close();
        expect(faults).toEqual([]);
      });
});
