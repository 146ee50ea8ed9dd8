import type { Page } from 'playwright-core';
import { settle } from './list-page.ts';

/** A button of a screen as it was found: what it is called, and which of the remembered ones it is. */
export type Found = { name: string; index: number };

const nameOf =
  "((b) => (b?.getAttribute('aria-label') ?? b?.textContent ?? '').replace(/\\s+/g, ' ').trim())";

/** The enabled buttons in a screen's content, those that do the same in many rows once. */
export async function buttonsOf(page: Page, path: string): Promise<Found[]> {
  await remember(page, path);
  const read = `window.__buttons.map((b) => [${nameOf}(b), Boolean(b.closest('[role=row], tr'))])`;
  const seen = new Set<string>();
  const found = (await page.evaluate<[string, boolean][]>(read)).flatMap(([name, isInRow], index) => {
    // A row's button carries the row's name behind its verb.
    const act = isInRow ? `row ${name.split(' ')[0]}` : name;
    const isOther = /sign out|log ?out|export|download|csv|xlsx|print list|refresh|theme|dark|light/i.test(
      name,
    );
    if (!name || isOther || seen.has(act)) return [];
    seen.add(act);
    return [{ name, index }];
  });
  return found.slice(0, 25);
}

/** Puts the focus on a button; false where the screen has it no more. The page is opened anew where something led away. */
export async function focusButton(page: Page, path: string, { name, index }: Found): Promise<boolean> {
  const isThere = `Boolean(window.__buttons?.[${index}]?.isConnected)`;
  if (new URL(page.url()).pathname !== path || !(await page.evaluate<boolean>(isThere))) {
    await remember(page, path);
    const found = await page.evaluate<string>(`${nameOf}(window.__buttons[${index}])`);
    if (found !== name) return false;
  }
  await page.evaluate(`window.__buttons[${index}].focus()`);
  return true;
}

/** True where the focus is at this button, in its row or in the menu that it stands in. */
export function isBack(page: Page, { index }: Found): Promise<boolean> {
  return page.evaluate<boolean>(
    `(() => { const b = window.__buttons?.[${index}]; const e = document.activeElement; return e === b || Boolean(e?.closest('[role=row], tr, [role=menu], [aria-expanded], [aria-haspopup]')) || Boolean(b?.closest('[role=menu]')); })()`,
  );
}

export function dialogIsOpen(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    "Array.from(document.querySelectorAll('[role=dialog], [role=alertdialog]')).some((d) => d.getBoundingClientRect().width > 0)",
  );
}

async function remember(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  await page.evaluate(
    "window.print = () => {}; window.__buttons = Array.from(document.querySelectorAll('main button, main [role=button]')).filter((b) => b.getBoundingClientRect().width > 0 && !b.disabled && b.getAttribute('aria-disabled') !== 'true')",
  );
}
