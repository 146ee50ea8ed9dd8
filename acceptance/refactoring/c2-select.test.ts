import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { fn } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { letters, pick, seed } from '../harness/random.ts';
import type { Desk } from '../harness/screens.ts';

// FAULTS.md C2: "Selects: typing 'ECE' Tab leaves it empty or restores the old value; colour and paper take no typing"
// must become "one select for the whole product: first match highlighted, Tab and Enter commit it, unmatched text is an
// error with its sentence, never a silent revert".

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** Forms that the specification and the product page name. */
const forms: [Desk, string][] = [
  ['receiver', '/application-receiver/new-application'],
  ['admin', '/admin/add-case-worker'],
  ['admin', '/admin/add-application-receiver'],
  ['admin', '/admin/add-printer'],
  ['admin', '/admin/add-auditor'],
  ['admin', '/admin/add-student'],
];

describe('C2 selects', { timeout: 240_000 }, () => {
  for (const [desk, path] of forms) {
    test(`C2 ${path}: every choice takes typing, the first match is highlighted, Tab and Enter commit it`, async () => {
      const page = await openForm(desk, path);
      const fields = choices(page);
      expect(await fields.count(), 'choices of the form').toBeGreaterThan(0);
      for (let at = 0; at < (await fields.count()); at += 1) {
        const field = fields.nth(at);
        const label = await labelOf(field);
        expect(
          await field.evaluate(fn<boolean>('(e) => e.tagName === "INPUT" && !e.readOnly')),
          `${label} takes typing`,
        ).toBe(true);
        for (const key of ['Tab', 'Enter']) {
          const options = await optionsOf(page, field);
          expect(options.length, `${label} has options`).toBeGreaterThan(0);
          const wanted = pick(options);
          await typeInto(page, field, wanted);
          const first = page.getByRole('option').filter({ visible: true }).first();
          await first.waitFor();
          expect(
            await isHighlighted(field, first),
            `${label}: the first match of '${wanted}' is highlighted`,
          ).toBe(true);
          const match = await textOf(first);
          await page.keyboard.press(key);
          await page.waitForTimeout(150);
          expect(await field.inputValue(), `${label}: '${wanted}' ${key} (seed ${seed})`).toBe(match);
          expect(await field.getAttribute('aria-invalid'), `${label}: no error`).not.toBe('true');
        }
      }
      await page.context().close();
    });

    test(`C2 ${path}: text that fits nothing is an error with its sentence, and stays what was typed`, async () => {
      const page = await openForm(desk, path);
      const fields = choices(page);
      for (let at = 0; at < (await fields.count()); at += 1) {
        const field = fields.nth(at);
        const label = await labelOf(field);
        // UX.md: "bank (type-ahead)". The list suggests; a draft may be of any bank, a student of any category.
        if (/bank|category/i.test(label)) continue;
        const options = await optionsOf(page, field);
        await typeInto(page, field, pick(options));
        await page.keyboard.press('Tab');
        const nonsense = `zq${letters(6)}`;
        await typeInto(page, field, nonsense);
        await page.keyboard.press('Tab');
        await page.waitForTimeout(300);
        expect(await field.inputValue(), `${label}: never a silent revert`).toBe(nonsense);
        await eventually(async () => (await field.getAttribute('aria-invalid')) === 'true', {
          within: 2_000,
          what: `${label} marked as wrong`,
        });
        expect((await describedBy(page, field)).length, `${label}: its sentence`).toBeGreaterThan(8);
      }
      await page.context().close();
    });
  }

  test("C2 new application: typing 'ECE' Tab leaves ECE, and the next field has the focus", async () => {
    const page = await openForm('receiver', '/application-receiver/new-application');
    const field = page.getByRole('combobox', { name: /course/i }).first();
    await typeInto(page, field, pick(['ECE', 'MECH', 'CIVIL', 'ece', 'mech']));
    const typed = await field.inputValue();
    await page.keyboard.press('Tab');
    expect((await field.inputValue()).toLowerCase()).toContain(typed.toLowerCase());
    expect(
      await field.evaluate(fn<boolean>('(e) => e === document.activeElement')),
      'the focus went on',
    ).toBe(false);
    await page.context().close();
  });

  test('"one select for the whole product": a choice made by typing is what is saved', async () => {
    const page = await openForm('admin', '/admin/add-student');
    const word = letters(8);
    const field = choices(page).first();
    const wanted = pick(await optionsOf(page, field));
    await typeInto(page, field, wanted);
    await page.keyboard.press('Tab');
    // Open: which other fields there are. Each empty one that is asked for gets something that fits its label.
    const inputs = page
      .getByRole('main')
      .locator(
        'input:not([role=combobox]):not([type=checkbox]):not([type=radio]):not([type=file]):not([type=search]), textarea',
      );
    for (let at = 0; at < (await inputs.count()); at += 1) {
      const input = inputs.nth(at);
      if (!(await input.isVisible()) || (await input.inputValue())) continue;
      if (!(await input.evaluate(fn<boolean>('(e) => e.required || e.ariaRequired === "true"')))) continue;
      const label = await labelOf(input);
      const isNative = /kannada|hindi|devanagari|native/i.test(label);
      if (!isNative)
        await input.fill(/number/i.test(label) ? `AC${Date.now()}`.slice(0, 12) : `Student ${word}`);
    }
    await page.keyboard.press('Control+Enter');
    const rows = await eventually(
      async () => {
        const found = await portal.sql(
          'select c.name, c.code from students s join colleges c on c.id = s.college_id where s::text like $1',
          [`%${word}%`],
        );
        return found.length ? found : undefined;
      },
      { what: 'the student' },
    );
    expect(`${rows[0]!.name} ${rows[0]!.code}`).toContain(wanted.replace(/\s*[(·–-].*$/, '').trim());
    await page.context().close();
  });
});

async function openForm(desk: Desk, path: string): Promise<Page> {
  const page = await openPage(browser, portal, desks[desk], path);
  await page.getByRole('main').getByRole('textbox').first().waitFor();
  await page.waitForTimeout(400);
  return page;
}

/** Choices of a form: the comboboxes, and what only looks like one. */
function choices(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('input[role=combobox], input[aria-haspopup=listbox], select')
    .filter({ visible: true });
}

function labelOf(field: Locator): Promise<string> {
  return field.evaluate(
    fn<string>('(e) => (e.labels?.[0]?.textContent ?? e.getAttribute("aria-label") ?? e.name ?? "").trim()'),
  );
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
  await page.waitForTimeout(250);
}

async function optionsOf(page: Page, field: Locator): Promise<string[]> {
  if (await field.evaluate(fn<boolean>('(e) => e.tagName === "SELECT"')))
    return field.locator('option').allTextContents();
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').filter({ visible: true }).first().waitFor({ timeout: 4_000 });
  const texts = await page.getByRole('option').filter({ visible: true }).allTextContents();
  await page.keyboard.press('Escape');
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .slice(0, 30);
}

async function textOf(option: Locator): Promise<string> {
  return ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim();
}

/** By the field's active descendant, or by a mark on the option itself. */
async function isHighlighted(field: Locator, option: Locator): Promise<boolean> {
  const active = await field.getAttribute('aria-activedescendant');
  if (active) return (await option.getAttribute('id')) === active;
  return option.evaluate(
    fn<boolean>(
      '(e) => e.hasAttribute("data-combobox-selected") || e.getAttribute("aria-selected") === "true" || e.hasAttribute("data-active")',
    ),
  );
}

async function describedBy(page: Page, field: Locator): Promise<string> {
  const ids =
    `${(await field.getAttribute('aria-errormessage')) ?? ''} ${(await field.getAttribute('aria-describedby')) ?? ''}`
      .trim()
      .split(/\s+/);
  const texts = await page.evaluate<string[]>(
    `${JSON.stringify(ids)}.map((id) => document.getElementById(id)?.textContent ?? '')`,
  );
  return texts.join(' ').trim();
}
