import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import type { Json } from '../harness/people.ts';
import { git } from '../harness/source.ts';
import { type FirstDay, firstDay } from './a-first-day.ts';
import {
  demand,
  feeRows,
  fieldOf,
  holderLists,
  keyOf,
  keys,
  rowsOf,
  seriesRows,
  universityNames,
} from './a-names.ts';
import { renderNumber } from './a-oracle.ts';
import { firstPack, packFolders, readPack, secondPack } from './a-packs.ts';
import { bareUniversity, employAll, once, type University, universityWith } from './a-university.ts';
import { completeMasters, walk } from './a-walk.ts';

// The issue, done when 2: "The second pack runs the same journey without a source change". UNIVERSITY.md 5: "a second pack in
// the repository proves the point: another state's university, Marathi and English, portrait sheet, series `SU/24-25/0001`,
// other fees and offices with a change in the middle of the year." The portrait design comes with stage 8.

describe('what the second pack is', () => {
  test('7.2: two packs in the repository, both tracked', () => {
    expect(packFolders().map((folder) => path.basename(folder))).toContain('vishwavidya');
    expect(packFolders().length).toBeGreaterThanOrEqual(2);
    const tracked = git('ls-files', 'packs').split('\n');
    for (const folder of packFolders())
      expect(tracked, folder).toContain(`packs/${path.basename(folder)}/pack.json`);
  });

  test('7.2: Marathi and English, and no name of the first university', () => {
    const { pack } = readPack(secondPack());
    const tags = universityNames(pack).map(({ tag }) => tag.slice(0, 2));
    expect(tags.sort()).toEqual(['en', 'mr']);
    const first = universityNames(readPack(firstPack()).pack).map(({ name }) => name);
    for (const { name } of universityNames(pack)) expect(first).not.toContain(name);
    expect(JSON.stringify(pack)).not.toMatch(/Karnataka|ಕರ್ನಾಟಕ/);
  });

  test('7.2: a series whose first number of 2024-25 is SU/24-25/0001', () => {
    const numbers = seriesRows(readPack(secondPack()).pack).rows.map((row) => {
      const pattern = fieldOf(row, keys.pattern);
      return renderNumber(pattern, '2024-25', Number(fieldOf(row, keys.nextNumber) ?? 1));
    });
    expect(numbers).toContain('SU/24-25/0001');
  });

  test('7.2: other fees than the first pack', () => {
    const amounts = (folder: string) =>
      feeRows(readPack(folder).pack)
        .rows.map((row) => fieldOf(row, keys.amount))
        .sort();
    expect(amounts(secondPack())).not.toEqual(amounts(firstPack()));
  });

  test('7.2: fees and an office change in the middle of an academic year', () => {
    const { pack } = readPack(secondPack());
    // Academic years begin in June or July: a change in their middle is none of these months.
    const isMiddle = (day: Json) => typeof day === 'string' && /^\d{4}-(0[1-4]|09|1[0-2])-/.test(day);
    const changes = (rows: Json[]) =>
      rows.some(
        (row) =>
          isMiddle(fieldOf(row, keys.from)) &&
          rows.some((other) => endsBefore(other, fieldOf(row, keys.from))),
      );
    expect(changes(feeRows(pack).rows), 'a fee row that follows on another').toBe(true);
    expect(
      holderLists(pack).some(({ rows }) => changes(rows)),
      'an office whose holder changes',
    ).toBe(true);
  });

  // "It holds every master and no person."
  for (const which of ['first', 'second'] as const) {
    test(`7.2: the ${which} pack holds every master and no person`, () => {
      const { pack } = readPack(which === 'first' ? firstPack() : secondPack());
      universityNames(pack);
      for (const section of ['courses', 'types', 'offices', 'convocations'] as const)
        expect(rowsOf(pack, section).rows.length, section).toBeGreaterThan(0);
      expect(feeRows(pack).rows.length).toBeGreaterThan(0);
      expect(seriesRows(pack).rows.length).toBeGreaterThan(0);
      expect(
        keyOf(pack, /choice|lists/i) ?? keyOf(pack.masters, /choice|lists/i),
        'lists of choices',
      ).toBeDefined();
      const text = JSON.stringify(pack);
      expect(text).not.toMatch(/"(staff|people|persons|users|students|applications|password\w*)"\s*:/i);
      expect(text).not.toMatch(/@dikshant\.example/);
    });
  }
});

function endsBefore(row: Json, day: string): boolean {
  const until = fieldOf(row, keys.until);
  return (
    typeof until === 'string' &&
    until !== '' &&
    Date.parse(until) <= Date.parse(day) &&
    daysTo(until, day) <= 1
  );
}

function daysTo(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

describe('the same journey', { timeout: 600_000 }, () => {
  let university: University;
  let browser: Browser;
  let reached: FirstDay | undefined;
  const theDay = () => demand(reached, 'the journey did not come to its end');
  let state = '';

  beforeEach(
    once(async () => {
      state = git('status', '--porcelain', 'src', 'migrations', 'packs');
      university = await bareUniversity();
      browser = await openBrowser({ slowMo: 0 });
    }),
    240_000,
  );
  afterAll(async () => {
    await browser?.close();
    await university?.remove();
  });

  test('7.2: the second pack, from an empty production database to the stranger, on the screens', async () => {
    reached = await firstDay(browser, university, { folder: secondPack(), academicYear: '2024-25' });
    expect(reached.verdict).toMatch(/genuine/i);
    expect(reached.verdict).toContain(reached.candidate.name);
    expect(git('status', '--porcelain', 'src', 'migrations', 'packs'), 'changes of sources').toBe(state);
  });

  test("7.2: its first certificate of the year has the number SU/24-25/0001 on the stranger's page", () => {
    expect(theDay().number).toBe('SU/24-25/0001');
  });

  test('7.2: /verify names this university in English and in Marathi, and never the first one', async () => {
    const page = await (await browser.newContext({ baseURL: university.portal.url })).newPage();
    await page.goto('/verify');
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
    const text = `${theDay().verdict} ${await page.locator('body').textContent()}`;
    const names = universityNames(readPack(secondPack()).pack);
    expect(text).toContain(names.find(({ tag }) => /^en/.test(tag))!.name);
    for (const { name } of universityNames(readPack(firstPack()).pack)) expect(text).not.toContain(name);
    // The crest of the pack, served by the portal itself.
    const images = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('img'), (img) => img.complete && img.naturalWidth > 0 ? img.src : '')",
    );
    expect(
      images.some((src) => src.startsWith(university.portal.url)),
      `images: ${images}`,
    ).toBe(true);
    await page.context().close();
  });
});

describe('its sheet', { timeout: 300_000 }, () => {
  test('7.2: the sheet carries this university, its title in words and Devanagari, and no Kannada', async () => {
    const university = await universityWith(secondPack());
    try {
      await completeMasters(university.admin);
      const office = await employAll(university);
      const { number, printed, verdict } = await walk(university, office, { academicYear: '2024-25' });
      expect(number).toMatch(/^SU\/24-25\/\d{4}$/);
      const names = universityNames(readPack(secondPack()).pack);
      const english = names.find(({ tag }) => /^en/.test(tag))!.name;
      expect(printed.text).toContain(english);
      expect(verdict.body.university).toBe(english);
      expect(printed.text).toMatch(/[\u0900-\u097f]/);
      expect(printed.text).not.toMatch(/[\u0c80-\u0cff]/);
      // "the sheet says 'award of CIVIL'" is what the titles replace.
      const codes = rowsOf(readPack(secondPack()).pack, 'courses').rows.map((row) => fieldOf(row, keys.code));
      for (const code of codes) expect(printed.text).not.toContain(`award of ${code}`);
    } finally {
      await university.remove();
    }
  });
});
