import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { gridOf, waitForList } from '../harness/list-page.ts';
import type { Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, pick } from '../harness/random.ts';
import { versionOf } from '../harness/records.ts';
import { homes } from '../harness/screens.ts';
import { footerCount, type Office, openOffice, personAt, receiveRandomly } from './w-office.ts';
import { fitsAge, type Kind, kinds, menuCounts, type Waiting, waitsOn } from './w-waits.ts';

// Stage 10: "What waits, on every desk and in the menu, with counts and the age of the oldest". UX.md: "each a link to the
// filtered list, with its count and the age of the oldest … The same counts stand in the menu."

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  const made = await receiveRandomly(office, {
    COL001: between(2, 3),
    COL002: between(2, 4),
    COL003: 1,
  });
  // Of what was received, a random part is returned.
  for (const { id } of made.filter((_, index) => index % 2))
    await office.desks.caseWorker.act('POST', `/api/applications/${id}/return`, {
      version: await versionOf(office.desks.caseWorker, `/api/applications/${id}`),
      reasons: ['name'],
    });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const desks = [
  ['admin', 'admin'],
  ['caseWorker', 'case_worker'],
  ['receiver', 'receiver'],
  ['printer', 'printer'],
  ['auditor', 'auditor'],
] as const;
type DeskName = (typeof desks)[number][0];

/** The landing page of a desk, as its person opens the portal. */
async function land(person: Person, desk: DeskName): Promise<Page> {
  const page = await openPage(browser, office.portal, person, '/');
  await eventually(() => page.url().includes(homes[desk].prefix), { what: `the desk of ${desk}` });
  return page;
}

async function truthsOf(kind: Kind, person: Person, collegeId: string | null) {
  return Promise.all(
    kind.truths.map((sql) =>
      office.portal.sql<{ at: Date | null; mark: string }>(sql, [collegeId, person.staffId]),
    ),
  );
}

/** Each line of what waits that one of the kinds describes: count and age are those of own SQL. */
async function checkLines(lines: Waiting[], desk: DeskName, person: Person, collegeId: string | null) {
  for (const kind of kinds) {
    const truths = await truthsOf(kind, person, collegeId);
    const mine = lines.filter(
      (line) => kind.like.test(line.text) && kinds.find((one) => one.like.test(line.text)) === kind,
    );
    // A line of nothing may be left out; one that has something may not where the desk surely does it.
    if (kind.desks.includes(desk) && Math.min(...truths.map((rows) => rows.length)) > 0)
      expect(mine, `${desk}: '${kind.name}' among ${lines.map(({ text }) => text)}`).not.toEqual([]);
    // Lines that split one kind (a run that prints, one that is prepared) are counted together.
    const [line] = mine;
    if (mine.length !== 1 || !line) continue;
    const fitting = truths.filter((one) => one.length === line.count);
    expect(fitting, `${desk}: ${line.text}, by SQL ${truths.map((one) => one.length)}`).not.toEqual([]);
    if (line.count > 0) {
      const oldest = fitting.map(
        (rows) => rows.map(({ at }) => at).sort((a, b) => Number(a) - Number(b))[0]!,
      );
      expect(fitsAge(line.age, oldest), `${line.text}: oldest of ${oldest}`).toBe(true);
    }
  }
}

describe('1 what waits', { timeout: 240_000 }, () => {
  for (const [desk, role] of desks) {
    test(`1 ${desk}: "What waits, on every desk … with counts and the age of the oldest", equal to own SQL`, async () => {
      const person = office.desks[desk];
      const page = await land(person, desk);
      const lines = (await waitsOn(page))!;
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line.count, `the count of '${line.text}'`).not.toBeNaN();
        if (line.count > 0) expect(line.age, `the age of the oldest of '${line.text}'`).not.toBe('');
      }
      await checkLines(lines, desk, person, null);
      await page.context().close();
    });

    test(`1 ${desk}: "each a link to the filtered list": the footer counts what the line says`, async () => {
      const page = await land(office.desks[desk], desk);
      for (const line of (await waitsOn(page))!) {
        await page.goto(line.href);
        await eventually(async () => (await footerCount(page)) === line.count, {
          within: 8_000,
          what: `${line.href}: a footer of ${line.count} for '${line.text}'`,
        });
      }
      await page.context().close();
    });

    if (role === 'admin') continue;
    test(`1 ${desk}: with a college code the counts are those of that college alone`, async () => {
      const college = pick(office.colleges);
      const person = await personAt(office, role, college.code);
      const page = await land(person, desk);
      const lines = (await waitsOn(page))!;
      await checkLines(lines, desk, person, college.id);
      await page.context().close();
    });
  }

  test('1 the rows behind a line are exactly those of own SQL, by their numbers', async () => {
    for (const [desk, role] of desks) {
      if (desk !== 'caseWorker' && desk !== 'receiver') continue;
      const college = pick(office.colleges);
      for (const [person, collegeId] of [
        [office.desks[desk], null],
        [await personAt(office, role as 'receiver', college.code), college.id],
      ] as const) {
        const page = await land(person, desk);
        for (const line of (await waitsOn(page))!) {
          const kind = kinds.find((one) => one.like.test(line.text));
          if (!kind || !line.count || !/returned|check|short/.test(kind.name)) continue;
          const truths = await truthsOf(kind, person, collegeId);
          const marks = truths.find((rows) => rows.length === line.count)?.map(({ mark }) => mark);
          await page.goto(line.href);
          await waitForList(page);
          const rows = (await gridOf(page)).rows.map(({ cells }) => cells.map(({ line: word }) => word));
          expect(rows.length).toBeGreaterThan(0);
          expect(
            rows.filter((cells) => !cells.some((cell) => marks?.includes(cell))),
            `${line.text}: rows that SQL does not have`,
          ).toEqual([]);
        }
        await page.context().close();
      }
    }
  });

  for (const [desk] of desks) {
    // Open: which entry carries which count. A number of the menu has to be one of what waits, or the sum of the
    // lines that lead to the entry's own screen; the specified entries stay (`Manage Application 37`).
    test(`1 ${desk}: "The same counts stand in the menu"`, async () => {
      const page = await land(office.desks[desk], desk);
      const lines = (await waitsOn(page))!;
      const counts = await menuCounts(page);
      expect(counts.length, 'entries of the menu with a count').toBeGreaterThan(0);
      const pathOf = (href: string) => href.split('?')[0];
      for (const entry of counts) {
        const same = lines.filter(({ href }) => pathOf(href) === pathOf(entry.href));
        const allowed = [...lines.map(({ count }) => count), same.reduce((sum, { count }) => sum + count, 0)];
        expect(allowed, `'${entry.text}' of the menu`).toContain(entry.count);
      }
      await page.context().close();
    });
  }

  // UX.md 7: "Colleagues' work within 1 s": what was decided elsewhere leaves the count without a reload.
  test('1 what a colleague receives is counted on the open desk', async () => {
    const page = await land(office.desks.caseWorker, 'caseWorker');
    const kind = kinds.find(({ name }) => name === 'to check')!;
    const countOf = async () =>
      (await waitsOn(page))!.find(({ text }) => kind.like.test(text) && !/150/.test(text))?.count ?? 0;
    const before = await countOf();
    await receiveRandomly(office, { [pick(office.colleges).code]: 1 });
    await eventually(async () => (await countOf()) === before + 1, {
      within: 6_000,
      what: `${before + 1} to check`,
    });
    await page.context().close();
  });
});
