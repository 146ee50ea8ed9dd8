import type { Browser, Locator, Page } from 'playwright-core';
import { fn, openRow, waitForList } from '../harness/list-page.ts';
import { eventually, type Portal } from '../harness/portal.ts';

// What the issue leaves open about the screens: how an act is called, and whether it stands in the record's details, in
// a menu of it or on a page of its own. The words may be adapted, the demands not.

export const labels = {
  reopen: /^re-?open\b/i,
  propose: /^(propose (to |the )?)?revo(ke|cation)\b/i,
  /** Whose second half it is: not to be taken for the first. */
  confirm: /^(confirm|approve)\b.*revo|^revocation.*(confirm|approve)|^confirm$/i,
};

/** The record of one row of a list, its details open. */
export async function openRecord(page: Page, list: string, text: string): Promise<void> {
  await page.goto(`${list}?q=${encodeURIComponent(text)}`);
  await waitForList(page);
  await openRow(page, text);
  await page.getByRole('dialog').first().waitFor();
}

/** The same in the first of these lists that has it: which lists show a revoked certificate is open. */
export async function openRecordIn(page: Page, lists: string[], text: string): Promise<void> {
  for (const list of lists) {
    await page.goto(`${list}?q=${encodeURIComponent(text)}`);
    const row = page.getByRole('main').getByRole('row').filter({ hasText: text }).first();
    // Rows are drawn before they are filled.
    await row
      .or(page.getByText(/No [a-z ]+ found/i).first())
      .first()
      .waitFor();
    if (await row.count()) return openRecord(page, list, text);
  }
  throw new Error(`None of ${lists.join(', ')} has ${text}.`);
}

/** An act of the open record: in its details, behind its menu, or on the page that it links to. */
export async function findAct(page: Page, label: RegExp): Promise<Locator | undefined> {
  const places = [page.getByRole('dialog').last(), page.getByRole('main')];
  const here = async () => {
    for (const place of places) {
      const act = place
        .getByRole('button', { name: label })
        .or(place.getByRole('link', { name: label }))
        .or(page.getByRole('menuitem', { name: label }))
        .first();
      if (await act.isVisible()) return act;
    }
    return undefined;
  };
  const soon = () => eventually(here, { within: 4_000 }).catch(() => undefined);
  const found = await soon();
  if (found) return found;
  const menu = page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /more|actions|other acts/i })
    .first();
  if (await menu.isVisible()) {
    await menu.press('Enter');
    return soon();
  }
  const link = page
    .getByRole('dialog')
    .last()
    .getByRole('link', { name: /record|whole page|timeline|certificate/i })
    .first();
  if (!(await link.isVisible())) return undefined;
  await link.press('Enter');
  await page.getByRole('main').first().waitFor();
  return soon();
}

export function isDisabled(act: Locator): Promise<boolean> {
  return act.evaluate(
    fn<boolean>(
      "(e) => e.disabled === true || e.getAttribute('aria-disabled') === 'true' || e.hasAttribute('data-disabled')",
    ),
  );
}

/** Why it cannot be done: what its name says beyond the act, what describes it, or the tooltip that a pointer brings. */
async function reasonOf(page: Page, act: Locator): Promise<string> {
  const told = await act.evaluate(
    fn<string>(
      "(e) => [e.title, (e.getAttribute('aria-label') ?? '').split(/[.:] /).slice(1).join(' '), ...(e.getAttribute('aria-describedby') ?? '').split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? ''), e.getAttribute('aria-description') ?? ''].join(' ').trim()",
    ),
  );
  if (told.length > 8) return told;
  await act.hover({ force: true });
  const tooltip = page.getByRole('tooltip').filter({ visible: true }).first();
  await tooltip.waitFor({ timeout: 3_000 }).catch(() => {});
  return (await tooltip.count()) ? ((await tooltip.textContent()) ?? '') : '';
}

/** UX.md 10: "no disabled control without its reason". An act that is not shown to a desk at all is no way either. */
export async function expectNoWay(page: Page, label: RegExp): Promise<string | undefined> {
  const act = await findAct(page, label);
  if (!act) return undefined;
  if (!(await isDisabled(act))) throw new Error(`${await act.textContent()} can be used here`);
  const reason = await reasonOf(page, act);
  if (reason.length < 9) throw new Error(`${await act.textContent()} is disabled without a reason`);
  return reason;
}

/** The question that an act opens: the dialog with something to fill in. */
export function questionOf(page: Page): Locator {
  return page
    .locator('[role=dialog], [role=alertdialog]')
    .filter({
      has: page.locator('textarea, input:not([type=hidden]), select, [role=combobox], [role=radio]'),
    })
    .last();
}

export type Words = { reason?: string; authority?: string; remark?: string };

/** Fills in what is asked for, choices by their first one; a word that is not given stays empty. */
export async function fillIn(page: Page, question: Locator, words: Words): Promise<void> {
  const selects = question.locator('select');
  for (let at = 0; at < (await selects.count()); at += 1)
    if (words.reason) await selects.nth(at).selectOption({ index: 1 });
  const combos = question.locator('input[role=combobox], input[aria-haspopup=listbox]');
  for (let at = 0; at < (await combos.count()); at += 1) {
    if (!words.reason) continue;
    await combos.nth(at).press('ArrowDown');
    await page.getByRole('option').filter({ visible: true }).first().waitFor();
    await combos.nth(at).press('Enter');
  }
  const radio = question.getByRole('radio').first();
  if (words.reason && (await radio.count())) await radio.check({ force: true });
  const fields = question.locator(
    'textarea, input:not([role=combobox]):not([aria-haspopup]):not([type=radio]):not([type=checkbox]):not([type=hidden]):not([type=file])',
  );
  for (let at = 0; at < (await fields.count()); at += 1) {
    const field = fields.nth(at);
    const label = await field.evaluate(
      fn<string>(
        "(e) => [...(e.labels ?? [])].map((l) => l.textContent).join(' ') + ' ' + (e.getAttribute('aria-label') ?? '') + ' ' + (e.name ?? '')",
      ),
    );
    const word = /authority|order|resolution|sanction/i.test(label)
      ? words.authority
      : /reason|why|cause/i.test(label)
        ? words.reason
        : (words.remark ?? words.reason);
    if (word) await field.fill(word);
  }
}

/** The act itself, in its question: the last button that is no way out of it. */
export async function confirmQuestion(question: Locator, label: RegExp): Promise<void> {
  const button = question
    .getByRole('button', { name: label })
    .or(question.getByRole('button', { name: /^(yes|confirm|propose|revoke|reopen)/i }))
    .last();
  await button.press('Enter');
}

/** Something is missing: the act stays closed with the reason, or it is named beside its field; the question stays. */
export async function expectMissingNamed(question: Locator, label: RegExp): Promise<void> {
  const button = question.getByRole('button', { name: label }).last();
  if (!(await isDisabled(button))) await confirmQuestion(question, label);
  await eventually(
    async () =>
      (await isDisabled(button)) ||
      (await question.locator('[aria-invalid=true], [role=alert], [data-invalid]').count()) > 0,
    { what: 'what is missing, named in the question' },
  );
  const text = (await question.textContent()) ?? '';
  if (!/enter|select|choose|give|say/i.test(text))
    throw new Error(`The question does not say what to do: ${text}`);
}

/** Verifies the waiting case of this name by keys, as the verify screen is used. */
export async function verifyByKeys(page: Page, name: string): Promise<void> {
  await page.goto(`/case-worker/verify?q=${encodeURIComponent(name)}`);
  await page.getByText(name).first().waitFor();
  const question = page.getByRole('heading', { name: /verify this application\?/i }).first();
  // UX.md 1: "A decision key within 150 ms after the advance is ignored"; until then it is pressed again.
  await eventually(
    async () => {
      await page.keyboard.press('v');
      return question.isVisible();
    },
    { within: 8_000, every: 300, what: 'the question whether to verify' },
  );
  await page.keyboard.press('Enter');
}

/** The public page's answer: its heading and everything that it says. */
export type Told = { heading: string; text: string; page: Page };

/** A stranger types both numbers, in a browser that knows nobody. */
export async function verifyAsStranger(
  browser: Browser,
  portal: Portal,
  number: string,
  code: string,
  { by = 'typing' as 'typing' | 'address', language = '' } = {},
): Promise<Told> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 412, height: 915 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  // The address that the QR code carries.
  await page.goto(
    by === 'typing' ? '/verify' : `/verify?n=${encodeURIComponent(number)}&c=${encodeURIComponent(code)}`,
  );
  if (language) await page.getByRole('button', { name: language }).press('Enter');
  if (by === 'typing') {
    const fields = page.getByRole('main').getByRole('textbox');
    await fields.nth(0).fill(number);
    await fields.nth(1).fill(code);
    await fields.nth(1).press('Enter');
  }
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await heading.waitFor();
  const region = page.getByRole('main').getByRole('region').first();
  // biome-ignore lint/performance/useDomNodeTextContent: words of neighbouring elements stay apart
  const text = (await region.innerText()).replaceAll(/\s+/g, ' ');
  return { heading: ((await heading.textContent()) ?? '').trim(), text, page };
}
