import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { columnAt, fn, gridOf, settle, waitForList } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { between, letters, pick } from '../harness/random.ts';
import {
  addCollege,
  addRule,
  anyRule,
  type Combination,
  concessionOf,
  type Pools,
  poolsOf,
  receiveOf,
} from './b-charges.ts';
import { enumOf, operation, words } from './b-discovery.ts';

// Build: "Charges behind the specification's three amount columns; concessions; the schedule shown at the counter; fee
// totals by charge." UNIVERSITY.md section 1: "The counter shows which row applied; a concession is confirmed by
// verification."
// Open: labels of category and attendance at the counter, and how a row is described. It is described by what it gives.

let portal: Portal;
let desks: Desks;
let browser: Browser;
let pools: Pools | undefined;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`;

describe('7 the schedule at the counter', { timeout: 180_000 }, () => {
  test('7 Build: the counter shows the charges of what is chosen and which row applied, and follows each choice', async () => {
    const one = await anyCombination();
    const { attendances } = await loadPools();
    const [inPerson, absent] = [/person/i, /absentia/i].map((like) =>
      attendances.find(({ text }) => like.test(text.replaceAll('_', ' '))),
    );
    const cheap = between(1_000, 1_999);
    const dear = between(2_000, 2_999);
    const { college, category } = one;
    await addRule(portal, desks, {
      ...anyRule('application', cheap),
      college,
      category,
      attendance: inPerson!,
    });
    await addRule(portal, desks, { ...anyRule('application', dear), college, category, attendance: absent! });
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await choose(page, { ...one, attendance: inPerson! });
    await expectShown(page, [rupees(cheap), category.text, inPerson!.text]);
    await pickIn(page, /attendance|absentia|in person/i, absent!.text);
    await expectShown(page, [rupees(dear), category.text, absent!.text]);
    expect(await contentOf(page), 'the earlier amount is gone').not.toContain(rupees(cheap));
    await page.context().close();
  });

  test('7 Build: the counter shows application and late charge by name, and their sum as the total', async () => {
    const one = await anyCombination();
    const fee = between(3_000, 3_999);
    const late = between(100, 999);
    const { college, course, category } = one;
    await addRule(portal, desks, { ...anyRule('application', fee), college, course });
    await addRule(portal, desks, { ...anyRule('late', late), college, course, category });
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await choose(page, one);
    await expectShown(page, [rupees(fee), rupees(late)]);
    expect(await contentOf(page)).toMatch(/late/i);
    const total = page.getByLabel(/^Total amount/i).first();
    await eventually(
      async () => {
        const shown = `${await total.inputValue().catch(() => '')} ${await contentOf(page)}`.replaceAll(
          /[,₹]/g,
          '',
        );
        return shown.includes(String(fee + late));
      },
      { within: 5_000, what: `the total of ${fee + late}` },
    );
    await page.context().close();
  });

  test('7 Build: a charge of ₹0 is said at the counter, and no draft is asked for', async () => {
    const one = await anyCombination();
    await addRule(portal, desks, { ...anyRule('application', 0), college: one.college, course: one.course });
    const page = await openPage(browser, portal, desks.receiver, '/application-receiver/new-application');
    await choose(page, one);
    await expectShown(page, ['₹0']);
    await page.keyboard.press('Control+Enter');
    await settle(page);
    // What is missing is named at its field; nothing of a draft is among it.
    const invalid = await page.evaluate<string[]>(
      "Array.from(document.querySelectorAll('main [aria-invalid=true]'), (e) => e.labels?.[0]?.textContent ?? e.getAttribute('aria-label') ?? '')",
    );
    expect(invalid.length, 'the name is still missing').toBeGreaterThan(0);
    expect(invalid.filter((label) => /DD|bank|branch|^amount/i.test(label))).toEqual([]);
    await page.context().close();
  });

  test('7 Build: the question of the verify screen names the concession, its amount and its authority', async () => {
    const one = await anyCombination();
    const fee = between(2_000, 2_999);
    await addRule(portal, desks, {
      ...anyRule('application', fee),
      college: one.college,
      course: one.course,
    });
    const conceded = between(100, 900);
    const authority = `Order ${letters(8)} ${between(100, 999)}`;
    const concession = await concessionOf(portal, desks, conceded, authority);
    const { id, registrationNumber } = await receiveOf(portal, desks, await loadPools(), one, {
      total: fee - conceded,
      concession,
    });
    const page = await (await contextOf(browser, portal, desks.caseWorker)).newPage();
    await page.goto(`/case-worker/verify?q=${registrationNumber}`);
    await page.getByText(registrationNumber).first().waitFor();
    await settle(page);
    await page.keyboard.press('v');
    const heading = page.getByRole('heading', { name: /\?\s*$/ }).first();
    await heading.waitFor({ timeout: 4_000 });
    const question = await heading.evaluate(
      fn<string>(
        "(h) => ((h.id && document.querySelector('[aria-labelledby~=\"' + h.id + '\"]')) || h.closest('[role=dialog], form') || h.parentElement).textContent",
      ),
    );
    expect(question).toMatch(/concession/i);
    expect(question).toContain(rupees(conceded));
    expect(question).toContain(authority);
    await page.keyboard.press('Enter');
    await eventually(
      async () =>
        (await portal.sql('select status from applications where id = $1', [id]))[0]!.status === 'verified',
      { what: 'the verification' },
    );
    await page.context().close();
  });

  test('7 Build: the three amount columns of a list show application + late', async () => {
    const one = await anyCombination();
    const fee = between(2_000, 2_999);
    const late = between(100, 999);
    await addRule(portal, desks, {
      ...anyRule('application', fee),
      college: one.college,
      course: one.course,
    });
    await addRule(portal, desks, { ...anyRule('late', late), college: one.college, course: one.course });
    const paid = fee - between(1, 500);
    const { registrationNumber } = await receiveOf(portal, desks, await loadPools(), one, {
      total: fee + late,
      paid,
    });
    const page = await openPage(
      browser,
      portal,
      desks.caseWorker,
      `/case-worker/manage-application?q=${registrationNumber}`,
    );
    await waitForList(page);
    const grid = await gridOf(page, ['Total Amount', 'Paid Amount', 'pending amount']);
    const cell = (column: string) => grid.rows[0]!.cells[columnAt(grid, column)]!.text;
    expect(cell('Total Amount')).toContain(rupees(fee + late));
    expect(cell('Paid Amount')).toContain(rupees(paid));
    expect(cell('pending amount')).toContain(rupees(fee + late - paid));
    await page.context().close();
  });
});

describe('7 fee totals by charge', { timeout: 180_000 }, () => {
  test('7 Build: fee totals are told apart by charge, to the rupee, and their sum stays the tile’s', async () => {
    const { parameters } = await operation(portal, 'GET', '/api/fee-totals');
    const ways = enumOf(parameters.find(({ name }) => name === 'by')?.schema);
    const way = ways.find((one) => /charge/i.test(String(one)));
    expect(way, `fee totals by charge, beside ${ways}`).toBeDefined();
    const before = await totalsBy(String(way));
    const colleges = await totalsBy('college');
    const one = await anyCombination();
    const fee = between(2_000, 2_999);
    const late = between(100, 999);
    const conceded = between(1, 90);
    await addRule(portal, desks, {
      ...anyRule('application', fee),
      college: one.college,
      course: one.course,
    });
    await addRule(portal, desks, { ...anyRule('late', late), college: one.college, course: one.course });
    const total = fee + late - conceded;
    const concession = await concessionOf(portal, desks, conceded, 'Order 17 of 2026');
    await receiveOf(portal, desks, await loadPools(), one, { total, concession });
    const after = await totalsBy(String(way));
    const grown = (kind: RegExp, field: string) =>
      valueOfRow(after, kind, field) - valueOfRow(before, kind, field);
    // The concession lowers the application charge; what was brought pays for all of it.
    expect(grown(/^application/i, 'generated') + grown(/^late/i, 'generated')).toBe(total);
    expect(grown(/^late/i, 'generated')).toBe(late);
    expect(grown(/^application/i, 'concessions')).toBe(conceded);
    expect(grown(/^application/i, 'collected') + grown(/^late/i, 'collected')).toBe(total);
    expect(grown(/^reprint/i, 'generated')).toBe(0);
    const now = await totalsBy('college');
    const all = (rows: Json[]) => rows.find(({ key }) => key === 'all')!.generated;
    expect(all(now) - all(colleges)).toBe(total);
    const tile = (await desks.admin.get('/api/dashboard/fees')).text;
    const [sum] = await portal.sql('select sum(total_amount)::int as total from applications');
    expect(all(now)).toBe(sum!.total);
    expect(tile).toContain(String(sum!.total));
  });

  test('7 Build: the screen of fee totals offers charges, and the export has the same rows', async () => {
    const page = await openPage(browser, portal, desks.admin, '/admin/fee-totals');
    await settle(page);
    // The select of the first table says what its rows are told apart by.
    await page.getByLabel('By', { exact: true }).first().selectOption({ label: 'Charge' });
    for (const name of [/^application/i, /^late/i, /^reprint/i])
      await page
        .getByRole('cell', { name })
        .or(page.getByRole('rowheader', { name }))
        .first()
        .waitFor({ timeout: 5_000 });
    const { status, text } = await desks.auditor.get('/api/exports/fee-totals?format=csv&by=charge');
    expect(status, text).toBe(200);
    expect(text).toMatch(/^"?late/im);
    expect(text).toMatch(/^"?reprint/im);
    await page.context().close();
  });
});

async function loadPools(): Promise<Pools> {
  pools ??= await poolsOf(portal, desks);
  return pools;
}

async function anyCombination(): Promise<Combination> {
  const { courses, types, categories, attendances, years } = await loadPools();
  return {
    college: await addCollege(portal, desks, between(500, 900)),
    course: pick(courses.filter(({ level }) => level)),
    type: types[0]!,
    category: pick(categories),
    attendance: pick(attendances),
    year: pick(years.slice(0, 3)),
  };
}

async function totalsBy(way: string): Promise<Json[]> {
  const { status, body, text } = await desks.auditor.get(`/api/fee-totals?by=${way}`);
  expect(status, text).toBe(200);
  return body;
}

function valueOfRow(rows: Json[], kind: RegExp, field: string): number {
  return (
    rows.find((row) => kind.test(String(row.key)) || kind.test(String(row.name ?? row.chargeName ?? '')))?.[
      field
    ] ?? 0
  );
}

/** Chooses a combination at the counter by typing and Tab, as C2 promises for every select. */
async function choose(page: Page, one: Combination): Promise<void> {
  await page.getByLabel('Candidate name').waitFor();
  await pickIn(page, /^College name/, one.college.text);
  await pickIn(page, /^Course\/Degree/, one.course.text);
  await pickIn(page, /^Academic year/, one.year);
  await pickIn(page, /^Certificate type/, one.type.text);
  await pickIn(page, /^Category/i, one.category.text);
  await pickIn(page, /attendance|absentia|in person/i, one.attendance.text);
}

async function pickIn(page: Page, label: RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label).first();
  await field.waitFor({ timeout: 5_000 });
  const kind = await field.getAttribute('type');
  if (kind === 'checkbox') return field.setChecked(/absentia/i.test(text));
  if (kind === 'radio')
    return void (await page
      .getByRole('radio', { name: spoken(text) })
      .first()
      .check());
  await field.click();
  await field.fill(words(text));
  await page.keyboard.press('Tab');
}

/** A word of a list as a screen says it: in_absentia as 'In absentia'. */
const spoken = (text: string) => new RegExp(words(text).replaceAll(' ', '[ _-]'), 'i');

async function contentOf(page: Page): Promise<string> {
  return (await page.locator('main').textContent()) ?? '';
}

async function expectShown(page: Page, texts: string[]): Promise<void> {
  await eventually(
    async () => {
      const content = await contentOf(page);
      return texts.every((text) =>
        text.startsWith('₹') ? content.includes(text) : words(content).includes(words(text)),
      );
    },
    { within: 6_000, what: `${texts.join(', ')} at the counter` },
  );
}
