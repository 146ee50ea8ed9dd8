import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { addDays, addMonths, dayInIndia, formatDay } from '#shared/format.ts';
import { expectNothingFound } from './axe.ts';
import { post } from './certificates.ts';
import { ask } from './database.ts';
import { linkTo } from './hand.ts';
import { openDesk } from './people.ts';
import { expectNoMouse, openPhone, tap } from './phone.ts';
import { visit } from './visit.ts';

const until = addMonths(dayInIndia(new Date()), 2);
const reply = 'The sheets were counted anew, and the shelf list is corrected.';

/** How somebody works: by keys alone, or by a finger. */
type Way = {
  page: Page;
  press(target: Locator): Promise<void>;
  /** The first row of the list, as its details. */
  openRow(): Promise<Locator>;
  /** Every field of the open question, then the button that confirms it. */
  answer(words: { text: string; title?: string }, confirm: RegExp): Promise<void>;
  judge(where: string): Promise<void>;
};

test('a day of an auditor by keys alone', async ({ browser }) => {
  const page = await openDesk(browser, 'auditor');
  if (page.url() === 'about:blank') await page.goto('/account');
  await spendDay(browser, byKeys(page));
});

test('a day of an auditor at 390 px by touch', async ({ browser }) => {
  const page = await openPhone(browser, 'auditor');
  await page.goto('/account');
  await spendDay(browser, byTouch(page));
  await expectNoMouse(page);
});

async function spendDay(browser: Browser, way: Way): Promise<void> {
  const { page } = way;
  const mark = `Seen ${Date.now()}`;
  expect((await page.request.post('/api/exceptions/run', { data: {} })).ok()).toBe(true);
  const [open] = await ask<{ rule: string }>(
    `select rule from exception_hits h
      where gone_at is null and not exists (select from exception_notes where hit_id = h.id)
      group by rule order by count(*) desc, rule limit 1`,
  );
  expect(open, 'the story leaves hits that nobody explained').toBeDefined();
  const rule = open!.rule;
  const rules = [rule, rule.replaceAll('_', '-')].map((name) => linkTo(`/auditor/exceptions/${name}`));
  const main = page.getByRole('main').first();
  let hits = '';

  await test.step('the overview leads to the hits of a rule', async () => {
    await visit(page, '/auditor/overview');
    const link = main.locator(rules.join(', ')).first();
    await link.waitFor();
    await way.judge('overview');
    await way.press(link);
    await expect(page).toHaveURL(/\/auditor\/exceptions\/./);
    hits = new URL(page.url()).pathname;
    await page.getByRole('row').nth(1).waitFor();
    await way.judge('hits of a rule');
  });

  await test.step('one is explained until a day', async () => {
    const details = await way.openRow();
    await way.press(details.getByRole('button', { name: /^Explain/ }));
    await way.answer({ text: `${mark}: office order 12` }, /^Explain/);
    const note = () =>
      ask<{ rule: string; until: string; by: string }>(
        `select h.rule, n.until::text, s.email as by
           from exception_notes n join exception_hits h on h.id = hit_id join staff s on s.id = written_by
          where text like $1`,
        `${mark}%`,
      );
    await expect.poll(note).toEqual([{ rule, until, by: 'auditor@dikshant.example' }]);
  });

  const [finding] = await test.step('a finding is raised from a hit', async () => {
    await visit(page, '/account');
    await visit(page, `${hits}?state=all`);
    const details = await way.openRow();
    await way.press(details.getByRole('button', { name: /finding/i }).first());
    await way.answer(
      { title: `Shelf list ${mark}`, text: `${mark}: no list of the shelf` },
      /finding|^Raise/i,
    );
    const raised = () =>
      ask<{ id: string; version: number; year: number; number: number; due: string; rule: string }>(
        `select f.id, f.version, f.year, f.number, f.due_on::text as due, h.rule
           from findings f join finding_entries e on e.finding_id = f.id
           join finding_items i on i.finding_id = f.id join exception_hits h on h.id = i.hit_id
          where e.kind = 'observation' and e.text like $1`,
        `${mark}%`,
      );
    await expect.poll(raised).toHaveLength(1);
    return raised();
  });
  expect(finding).toMatchObject({ rule, due: addDays(dayInIndia(new Date()), 28) });

  await test.step('the reply of an admin is read', async () => {
    const admin = await openDesk(browser, 'admin');
    const { id, version } = finding!;
    await post(admin, `/api/findings/${id}/reply`, { version, kind: 'final', text: reply });
    await visit(page, '/account');
    await visit(page, `/auditor/findings?q=${encodeURIComponent(mark)}`);
    await expect(page.getByRole('row').last()).toContainText(`${finding!.year}/${finding!.number}`);
    await way.judge('findings');
    await openFinding(way, id);
    await expect(main).toContainText(reply);
    await expect(main).toContainText('Anita Deshpande');
    await way.judge('finding');
  });

  await test.step('and the finding is settled, which nobody but an auditor does', async () => {
    await way.press(page.getByRole('button', { name: /^Settle/ }).first());
    await way.answer({ text: `${mark}: seen on the shelf` }, /^Settle/);
    const entries = () =>
      ask<{ state: string; kind: string }>(
        `select f.state, e.kind from findings f join finding_entries e on e.finding_id = f.id
          where f.id = $1 order by e.written_at`,
        finding!.id,
      );
    const kinds = ['observation', 'reply', 'settled'];
    await expect.poll(entries).toEqual(kinds.map((kind) => ({ state: 'settled', kind })));
    await expect(page.getByRole('button', { name: /^Settle/, disabled: false })).toHaveCount(0);
  });
}

/** The question closes; below it the record's details may have a button of the same name. */
async function closing(done: Locator, act: () => Promise<void>): Promise<void> {
  const button = await done.elementHandle();
  await act();
  await button!.waitForElementState('hidden');
}

/** From the only row of the list, by its details if it does not lead there at once. */
async function openFinding(way: Way, id: string): Promise<void> {
  const { page } = way;
  const isThere = () => new URL(page.url()).pathname.endsWith(`/findings/${id}`);
  await way.openRow();
  const link = page.getByRole('dialog').locator(`a[href*="${id}"]`).first();
  await expect.poll(async () => isThere() || (await link.isVisible())).toBe(true);
  if (!isThere()) await way.press(link);
  await expect(page).toHaveURL(new RegExp(`/findings/${id}`));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What is asked at once, in front of all else. */
const question = (page: Page) => page.getByRole('dialog').last();

function byKeys(page: Page): Way {
  const { keyboard } = page;
  return {
    page,
    async press(target) {
      await target.waitFor();
      await tabTo(page, target);
      await keyboard.press('Enter');
    },
    async openRow() {
      const grid = page.getByRole('grid').first();
      // Until they are there, bars stand in the places of the rows.
      await expect(page.getByRole('row').nth(1)).toContainText(/\S/);
      await tabTo(page, grid);
      // The first row is current where one is: else the key makes it so.
      if ((await grid.getAttribute('aria-activedescendant')) === null) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      return page.getByRole('dialog').first();
    },
    async answer(words, confirm) {
      const asked = question(page);
      await asked.getByRole('textbox').first().waitFor();
      await expectNothingFound(page, 'question');
      const done = asked.getByRole('button', { name: confirm }).last();
      for (let stops = 0; stops < 60; stops += 1) {
        if (await isFocused(page, done)) {
          await closing(done, () => keyboard.press('Enter'));
          return;
        }
        await fillFocused(page, words);
        await keyboard.press('Tab');
      }
      throw new Error('The button that confirms cannot be reached with the Tab key.');
    },
    judge: (where) => expectNothingFound(page, `${where}, by keys`),
  };
}

/** Fills what has the focus, as its kind asks. */
async function fillFocused(page: Page, { title, text }: { title?: string; text: string }): Promise<void> {
  const kind = await page.evaluate<string>(`(() => {
    const { activeElement: e } = document;
    if (!e) return '';
    if (e.getAttribute('role') === 'combobox') return e.required && e.value === '' ? 'combobox' : '';
    if (e.tagName === 'TEXTAREA') return 'text';
    if (e.tagName === 'SELECT') return e.value === '' ? 'choice' : '';
    if (e.type === 'radio') return document.querySelector('[name="' + e.name + '"]:checked') ? '' : 'radio';
    if (e.tagName !== 'INPUT' || e.type !== 'text') return '';
    return e.placeholder === 'dd/mm/yyyy' ? 'day' : 'title';
  })()`);
  const { keyboard } = page;
  if (kind === 'choice' || kind === 'combobox') await keyboard.press('ArrowDown');
  if (kind === 'combobox') await keyboard.press('Enter');
  if (kind === 'radio') await keyboard.press('Space');
  const typed = { text, title, day: formatDay(until) }[kind];
  if (typed === undefined) return;
  await keyboard.press('Control+A');
  await keyboard.type(typed);
}

const isFocused = async (page: Page, target: Locator) =>
  (await target.and(page.locator(':focus')).count()) > 0;

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 150; stops += 1) {
    if (await isFocused(page, target)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

function byTouch(page: Page): Way {
  return {
    page,
    press: tap,
    async openRow() {
      // Cards have no row of headings.
      const row = page.getByRole('row').last();
      await expect(row).toContainText(/\S/);
      // Beside what a card links to.
      await expect(async () => {
        const { width, height } = (await row.boundingBox())!;
        await row.tap({ position: { x: width - 8, y: height - 8 } });
      }).toPass();
      return page.getByRole('dialog').first();
    },
    async answer({ title, text }, confirm) {
      const asked = question(page);
      await asked.locator('textarea').first().waitFor();
      await expectNothingFound(page, 'question at 390 px');
      await asked.locator('textarea').first().fill(text);
      for (const day of await asked.getByPlaceholder('dd/mm/yyyy').all()) await day.fill(formatDay(until));
      const named = asked.getByRole('textbox', { name: /title/i });
      if (title !== undefined) await named.first().fill(title);
      const radios = asked.getByRole('radio');
      if ((await radios.count()) > 0 && (await asked.locator('input:checked').count()) === 0)
        await radios.first().tap({ force: true });
      for (const select of await asked.locator('select').all())
        if ((await select.inputValue()) === '') await select.selectOption({ index: 1 });
      for (const choice of await asked.locator('[role=combobox][required]').all()) {
        if ((await choice.inputValue()) !== '') continue;
        await tap(choice);
        await tap(page.getByRole('option').first());
      }
      const done = asked.getByRole('button', { name: confirm }).last();
      await closing(done, () => tap(done));
    },
    judge: (where) => expectNothingFound(page, `${where}, at 390 px`),
  };
}
