import type { Page } from 'playwright-core';
import { menuEntries, openMenu, settle } from '../harness/list-page.ts';
import { demand, menuLabels, saysDone, lines as wanted } from './a-names.ts';

// The checklist of the first day, the counter that waits for it, and the page of packs, as a person sees them.

export type ChecklistLine = { name: string; text: string; hrefs: string[]; isDone: boolean };

const itemsScript = `Array.from(document.querySelectorAll('main li, main [role=listitem], main tr, main [role=row]'))
  .filter((e) => e.getBoundingClientRect().width > 0 && !e.querySelector('li, [role=listitem], tr, [role=row]'))
  .map((e) => ({
    text: [e.textContent, ...Array.from(e.querySelectorAll('[aria-label], [title], img[alt]'), (x) => x.getAttribute('aria-label') ?? x.getAttribute('title') ?? x.getAttribute('alt'))].join(' ').replace(/\\s+/g, ' ').trim(),
    hrefs: Array.from(e.querySelectorAll('a[href]'), (a) => a.getAttribute('href')),
  }))`;

/** Opens the checklist: where the page shows it already, it stays. */
export async function openChecklist(page: Page): Promise<void> {
  await settle(page);
  if ((await linesOn(page)).length >= 8) return;
  const entry = (await menuEntries(page)).find(({ text }) => menuLabels.checklist.test(text));
  await page.goto(
    demand(entry?.href, `no checklist: neither on ${page.url()} nor in the menu (${menuLabels.checklist})`),
  );
  await settle(page);
}

/** The lines of a checklist on this page; the longest name that fits a line is its own. */
export async function linesOn(page: Page): Promise<ChecklistLine[]> {
  const items = await page.evaluate<{ text: string; hrefs: string[] }[]>(itemsScript);
  return wanted.flatMap(({ name, like }) => {
    // A line is named at its beginning; what it says of others comes later.
    const fitting = items
      .filter(({ text }) => like.test(text))
      .sort((a, b) => a.text.search(like) - b.text.search(like));
    const [item] = fitting;
    return item ? [{ name, ...item, isDone: saysDone(item.text) }] : [];
  });
}

export function lineNamed(lines: ChecklistLine[], name: string): ChecklistLine {
  return demand(
    lines.find((line) => line.name === name),
    `the checklist has no line of ${name}: ${lines.map(({ text }) => text).join(' · ') || 'it has no lines'}`,
  );
}

type Blocked = { text: string; links: { text: string; href: string }[]; fields: number };

/** What the counter shows on New application: its words, its links and how many fields it offers. */
export async function counterOf(page: Page): Promise<Blocked> {
  await page.goto('/application-receiver/new-application');
  await settle(page);
  return page.evaluate<Blocked>(
    `({
      text: (document.querySelector('main')?.textContent ?? '').replace(/\\s+/g, ' ').trim(),
      links: Array.from(document.querySelectorAll('main a[href]'), (a) => ({ text: a.textContent.trim(), href: a.getAttribute('href') })),
      fields: document.querySelectorAll('main input:not([type=hidden]), main [role=combobox], main select').length,
    })`,
  );
}

/** The page of packs, through the menu group Settings. */
export async function openPackPage(page: Page): Promise<void> {
  // The menu is that of the desk of the page: the counter's has no Settings.
  await page.goto('/');
  await settle(page);
  const entries = await menuEntries(page);
  const entry = entries.find(({ text }) => menuLabels.pack.test(text));
  await page.goto(
    demand(entry?.href, `no entry of packs in the menu: ${entries.map(({ text }) => text).join(', ')}`),
  );
  await settle(page);
}

/** Chooses a pack and waits for the dry run; gives what it says. Nothing is imported yet. */
export async function dryRunOnScreen(page: Page, bytes: Buffer, name = 'pack.zip'): Promise<string> {
  await openPackPage(page);
  const main = page.getByRole('main');
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
  const check = main.getByRole('button', { name: /^(check|dry run|preview)/i, disabled: false });
  const answer = main
    .getByRole('button', { name: /^import/i, disabled: false })
    .or(main.getByText(/nothing (would|to|has|will)|no changes|changes nothing|wanted|expected/i))
    .or(main.getByRole('alert'))
    .first();
  if (await check.count()) await check.first().click();
  await answer.waitFor({ timeout: 60_000 });
  await settle(page);
  return ((await main.textContent()) ?? '').replaceAll(/\s+/g, ' ');
}

/** The import itself, once the dry run stands on the page. */
export async function importOnScreen(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^import/i, disabled: false })
    .first()
    .click();
  const question = page.getByRole('dialog').getByRole('button', { name: /^import/i, disabled: false });
  const done = page.getByText(/imported/i).first();
  await question.or(done).first().waitFor({ timeout: 60_000 });
  if (await question.count()) await question.first().click();
  await done.waitFor({ timeout: 120_000 });
}

/** The file that the page of packs gives. */
export async function exportOnScreen(page: Page): Promise<Buffer> {
  await openPackPage(page);
  const act = page
    .getByRole('main')
    .getByRole('link', { name: /export|download/i })
    .or(page.getByRole('main').getByRole('button', { name: /export|download/i }))
    .first();
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), act.click()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The entries of the menu group Settings, in their order, and whether the group stands last. */
export async function settingsGroup(
  page: Page,
): Promise<{ entries: { text: string; href: string }[]; groups: string[] }> {
  await openMenu(page);
  const groups = await page.evaluate<string[]>(
    `Array.from(document.querySelectorAll('nav:not([aria-label*="readcrumb" i]) > ul > li, nav:not([aria-label*="readcrumb" i]) > * > ul > li'), (li) => (li.querySelector('a, button')?.textContent ?? '').replace(/\\s+/g, ' ').trim())`,
  );
  const entries = (await menuEntries(page)).filter(({ href }) => /\/settings(\/|$)/.test(href));
  return { entries, groups };
}
