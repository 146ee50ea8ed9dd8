import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import {
  columnAt,
  gridOf,
  gridsOf,
  menuEntries,
  openRow,
  searchOf,
  settle,
  waitForList,
} from '../harness/list-page.ts';
import type { Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { settingsGroup } from './a-checklist.ts';
import { readEntry, rowsOfMaster, sendChange, smallChange } from './a-masters.ts';
import { demand, listed, type Master, masters } from './a-names.ts';
import { firstPack } from './a-packs.ts';
import { employAll, type Office, once, type University, universityWith } from './a-university.ts';
import { completeMasters, walk } from './a-walk.ts';

// The issue, Build: "A menu group Settings after the specification's entries." UNIVERSITY.md 1: "Masters
// (`/admin/settings/…`, one menu group 'Settings' after the specification's entries)", each with list, form, history, import,
// export and refused delete with the reason. UX.md 10: "No disabled control without its reason".

let university: University;
let office: Office;
let browser: Browser;

beforeEach(
  once(async () => {
    university = await universityWith(firstPack());
    browser = await openBrowser({ slowMo: 0 });
    await completeMasters(university.admin);
    office = await employAll(university);
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

describe('the menu', { timeout: 120_000 }, () => {
  test("7 Build admin: one group 'Settings', after every entry of the specification, with an entry for each master", async () => {
    const page = await open(office.admin);
    const { entries, groups } = await settingsGroup(page);
    const at = groups.findIndex((text) => /^settings/i.test(text));
    expect(at, `Settings among ${groups.join(', ')}`).toBeGreaterThan(0);
    expect(groups.filter((text) => /^settings/i.test(text)).length, 'one group').toBe(1);
    // The specification's menu ends with Stock management.
    const last = groups.findIndex((text) => /^stock management/i.test(text));
    expect(at).toBeGreaterThan(last);
    for (const { name, label } of masters)
      expect(
        entries.some(({ text, href }) => label.test(text.trim()) && /^\/admin\/settings\//.test(href)),
        `${name} among ${entries.map(({ text, href }) => `${text} ${href}`).join(', ') || 'nothing'}`,
      ).toBe(true);
    await page.context().close();
  });

  test('7 Build auditor: the same masters under /auditor, to read', async () => {
    const page = await open(office.auditor);
    const { entries } = await settingsGroup(page);
    for (const { name, label } of masters)
      expect(
        entries.some(({ text, href }) => label.test(text.trim()) && /^\/auditor\//.test(href)),
        name,
      ).toBe(true);
    await page.context().close();
  });

  test('7 Build the desks: case worker, receiver and printer have no Settings, and its addresses are not for their role', async () => {
    for (const person of [office.caseWorker, office.receiver, office.printer]) {
      const page = await open(person);
      const entries = await menuEntries(page);
      expect(entries.filter(({ href }) => /settings/.test(href))).toEqual([]);
      await page.goto('/admin/settings/courses');
      await settle(page);
      expect(await page.locator('main').first().textContent()).toMatch(/not for your role/i);
      await page.context().close();
    }
  });
});

describe('each master on the screen', { timeout: 180_000 }, () => {
  for (const master of listed) {
    test(`7 Build ${master.name}: a list with search, rows, export and Bulk Upload; a row opens with its history`, async () => {
      // What the portal begins with by itself nobody changed yet.
      const [row] = await rowsOfMaster(university.portal, office.admin, master);
      const stored = await readEntry(university.portal, office.admin, master, row.id);
      await sendChange(university.portal, office.admin, master, stored, smallChange(stored).changes);
      const page = await openMaster(office.admin, master);
      await waitForList(page);
      expect(await searchOf(page).count(), 'a search').toBe(1);
      const grid = await gridOf(page);
      expect(grid.rows.length).toBeGreaterThan(0);
      expect(columnAt(grid, /^actions$/i), 'row actions').toBeGreaterThanOrEqual(0);
      const main = page.getByRole('main');
      await main
        .getByRole('button', { name: /^export/i })
        .first()
        .waitFor();
      await main
        .getByRole('link', { name: /bulk upload|import/i })
        .or(main.getByRole('button', { name: /bulk upload|import/i }))
        .first()
        .waitFor();
      await main
        .getByRole('link', { name: /^add /i })
        .or(main.getByRole('button', { name: /^add /i }))
        .first()
        .waitFor();
      await openRow(page);
      const dialog = page
        .getByRole('dialog')
        .or(page.getByRole('region', { name: /row details/i }))
        .first();
      await dialog.waitFor();
      await expectHistory(page, dialog);
      await page.context().close();
    });

    test(`7 Build ${master.name}: Edit opens the form with what is stored`, async () => {
      const { portal } = university;
      const [row] = await rowsOfMaster(portal, office.admin, master);
      const entry = await readEntry(portal, office.admin, master, row.id);
      const page = await openMaster(office.admin, master);
      await waitForList(page);
      await page.getByRole('main').getByRole('button', { name: /^edit/i, disabled: false }).first().click();
      const main = page.getByRole('main');
      await main.getByRole('textbox').first().waitFor();
      await settle(page);
      const values = await page.evaluate<string[]>(
        "Array.from(document.querySelectorAll('main input:not([type=file]):not([type=hidden]), main textarea'), (e) => e.value).filter(Boolean)",
      );
      const stored = (await rowsOfMaster(portal, office.admin, master))
        .map((one) => JSON.stringify(one))
        .join('\n');
      const known = values.filter((value) => stored.includes(value) || JSON.stringify(entry).includes(value));
      expect(known.length, `values of the form: ${values.join(' | ')}`).toBeGreaterThan(0);
      await page.context().close();
    });
  }

  test('7 Build university: its page shows names in every script, crest and payee, and its history', async () => {
    const master = masters[0]!;
    const page = await openMaster(office.admin, master);
    const entry = await readEntry(university.portal, office.admin, master);
    const body = `${await page.locator('main').first().textContent()} ${(
      await page.evaluate<string[]>(
        "Array.from(document.querySelectorAll('main input, main textarea'), (e) => e.value)",
      )
    ).join(' ')}`;
    const names = JSON.stringify(entry).match(/"name":"([^"]+)"/g) ?? [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(body).toContain(JSON.parse(`{${name}}`).name);
    expect(body).toMatch(/payee|payable/i);
    expect(await page.locator('main img').count(), 'the crest').toBeGreaterThan(0);
    const { changes, after } = smallChange(entry);
    await sendChange(university.portal, office.admin, master, entry, changes);
    await page.reload();
    await settle(page);
    await waitForList(page);
    // It is a list of one entry, whose row opens with its history.
    await openRow(page);
    await expectHistory(page, page.getByRole('dialog').first(), after);
    await page.context().close();
  });

  test('7 Build courses: a course is added with the form by keys, and stands in the list', async () => {
    const master = demand(
      masters.find(({ name }) => name === 'courses'),
      'courses',
    );
    const page = await openMaster(office.admin, master);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^add course/i })
      .first()
      .press('Enter');
    const main = page.getByRole('main');
    const code = letters(5).toUpperCase();
    await main
      .getByRole('textbox', { name: /^code|course/i })
      .first()
      .fill(code);
    for (const box of await main.getByRole('combobox').all()) {
      if (await box.inputValue()) continue;
      await box.click();
      await page.locator('[role=listbox] [role=option]').locator('visible=true').first().click();
    }
    for (const like of [/title/i, /subject/i, /faculty/i])
      for (const box of await main.getByRole('textbox', { name: like }).all())
        if (!(await box.inputValue())) await box.fill(`Words ${letters(5)}`);
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () =>
        (
          await university.portal.sql('select 1 from courses c where to_jsonb(c)::text like $1', [
            `%${code}%`,
          ])
        ).length === 1,
      { what: `course ${code}` },
    );
    await page.context().close();
  });
});

describe('refused delete', { timeout: 240_000 }, () => {
  test('7 Build: after a first certificate the Delete of each used entry is disabled and says why', async () => {
    await walk(university, office, { academicYear: '2024-25' });
    for (const master of listed) {
      const page = await openMaster(office.admin, master);
      await waitForList(page);
      // Hundreds of choices stand in the list: the specification's own mode of study is searched for.
      if (/choices/.test(master.name)) {
        await page.goto(`${page.url()}?q=Regular`);
        await waitForList(page);
      }
      const buttons = page.getByRole('main').getByRole('button', { name: /^delete/i, disabled: true });
      const names = await buttons.evaluateAll(
        new Function('all', "return all.map((e) => e.getAttribute('aria-label') ?? e.textContent)") as (
          all: unknown[],
        ) => string[],
      );
      expect(names.length, `${master.name}: no Delete is refused`).toBeGreaterThan(0);
      for (const name of names) expect(name, master.name).toMatch(/\. .{15,}/);
      await page.context().close();
    }
  });

  test('7 Build auditor: the lists and the histories are there, without a button that changes anything', async () => {
    for (const master of listed) {
      const page = await openMaster(office.auditor, master);
      await waitForList(page);
      expect((await gridsOf(page))[0]!.rows.length, master.name).toBeGreaterThan(0);
      const acts = page
        .getByRole('main')
        .getByRole('button', { name: /^(add|edit|delete|import|approve)\b/i, disabled: false });
      expect(await acts.count(), master.name).toBe(0);
      await openRow(page);
      await expectHistory(page, page.getByRole('dialog').first());
      await page.context().close();
    }
  });
});

async function open(person: Person): Promise<Page> {
  const page = await openPage(browser, university.portal, person, '/');
  await settle(page);
  return page;
}

/** A master's screen through the menu. */
async function openMaster(person: Person, master: Master): Promise<Page> {
  const page = await open(person);
  const entries = (await settingsGroup(page)).entries;
  const entry = entries.find(({ text }) => master.label.test(text.trim()));
  await page.goto(
    demand(
      entry?.href,
      `${master.name} is not in the menu group Settings: ${entries.map(({ text }) => text).join(', ')}`,
    ),
  );
  await settle(page);
  return page;
}

/** A part of the record, or a link or tab to it, that says who changed what and when. */
async function expectHistory(page: Page, scope: ReturnType<Page['getByRole']>, says?: string): Promise<void> {
  const open = scope
    .getByRole('button', { name: /history/i })
    .or(scope.getByRole('tab', { name: /history/i }))
    .or(scope.getByRole('link', { name: /history/i }));
  if (await open.count()) await open.first().click();
  const history = page
    .getByRole('region', { name: /history/i })
    .or(page.getByRole('tabpanel', { name: /history/i }))
    .or(page.getByRole('table', { name: /history/i }))
    .or(page.getByRole('list', { name: /history/i }))
    .or(page.getByRole('heading', { name: /history/i }).locator('xpath=..'))
    .first();
  await history.waitFor({ timeout: 8_000 });
  const text = (await history.textContent()) ?? '';
  expect(text, 'who and when').toMatch(/\d{2}\/\d{2}\/\d{4}/);
  if (says) expect(text).toContain(says);
}
