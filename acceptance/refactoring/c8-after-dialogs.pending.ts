import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, focused, settle } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { everyDesk } from '../harness/screens.ts';

// 'It is done when' 7: "after every dialog the focus is where work continues"; FAULTS.md C8: "Focus falls to the page
// …; Hand-over opens on its disabled button" must become "focus returns to where work goes on; shortcuts work wherever
// focus is". Here: every dialog that a button of any screen opens, closed again by Escape.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 10 });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

describe('C8 after every dialog', { timeout: 600_000 }, () => {
  for (const desk of everyDesk) {
    test(`C8 ${desk}: a dialog opens on something that can be used, and closing it gives the focus back to its button`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const screens = await crawl(page, desk);
      const faults: string[] = [];
      let dialogs = 0;
      for (const path of screens) {
        const names = await buttonsOf(page, path);
        for (const [name, index] of names) {
          if (!(await isThere(page, path, index, name))) continue;
          await page.evaluate(`window.__buttons[${index}].focus()`);
          await page.keyboard.press('Enter');
          await page.waitForTimeout(350);
          if (!(await dialogIsOpen(page))) {
            await page.keyboard.press('Escape');
            continue;
          }
          dialogs += 1;
          const inside = await insideDialog(page);
          if (inside !== 'ok') faults.push(`${path} '${name}': the focus is ${inside} when it opens`);
          await page.keyboard.press('Escape');
          await page.waitForTimeout(350);
          if (await dialogIsOpen(page)) faults.push(`${path} '${name}': Escape leaves it open`);
          else if (!(await focused(page))) faults.push(`${path} '${name}': the focus fell to the page`);
          else if (
            !(await page.evaluate(
              `document.activeElement === window.__buttons?.[${index}] || document.activeElement.closest('[role=row], tr, [role=menu], [aria-expanded]') !== null || Boolean(window.__buttons?.[${index}]?.closest('[role=menu]'))`,
            ))
          )
            faults.push(`${path} '${name}': the focus is at ${await focused(page)}`);
        }
      }
      console.log(`${desk}: ${dialogs} dialogs on ${screens.length} screens`);
      expect(dialogs).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test(`C8 ${desk}: the record of a row opened by Enter and left by Escape gives the focus back to the row`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      for (const path of await crawl(page, desk)) {
        await page.goto(path);
        const row = page.locator('main [role=row][tabindex], main tr[tabindex]').nth(1);
        await row.waitFor({ timeout: 2_500 }).catch(() => {});
        if (!(await row.count())) continue;
        await row.focus();
        const before = await focused(page);
        await page.keyboard.press('Enter');
        await page.waitForTimeout(500);
        if (!(await dialogIsOpen(page))) continue;
        await page.keyboard.press('Escape');
        await page.waitForTimeout(400);
        const after = await focused(page);
        if (after !== before) faults.push(`${path}: '${before}' before, '${after}' after`);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }
});

/** Names and positions of the buttons that may open a dialog: each name once, the toolbar's and the first row's. */
async function buttonsOf(page: Page, path: string): Promise<[string, number][]> {
  await remember(page, path);
  const names = await page.evaluate<string[]>(
    "window.__buttons.map((b) => (b.getAttribute('aria-label') ?? b.textContent ?? '').replace(/\\s+/g, ' ').trim())",
  );
  const seen = new Set<string>();
  return names
    .flatMap((name, index): [string, number][] => {
      // A row's button carries the row's name: only its verb counts.
      const verb = name.split(' ').slice(0, 2).join(' ');
      if (
        !name ||
        seen.has(verb) ||
        /sign out|log ?out|export|download|csv|xlsx|print list|refresh|theme|dark|light/i.test(name)
      )
        return [];
      seen.add(verb);
      return [[name, index]];
    })
    .slice(0, 25);
}

async function remember(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  await page.evaluate(
    "window.print = () => {}; window.__buttons = Array.from(document.querySelectorAll('main button, main [role=button]')).filter((b) => b.getBoundingClientRect().width > 0 && !b.disabled && b.getAttribute('aria-disabled') !== 'true')",
  );
}

/** The page again as it was, where the last button led elsewhere. */
async function isThere(page: Page, path: string, index: number, name: string): Promise<boolean> {
  const check = `Boolean(window.__buttons?.[${index}]?.isConnected)`;
  if (new URL(page.url()).pathname === path && (await page.evaluate<boolean>(check))) return true;
  await remember(page, path);
  return page.evaluate<boolean>(
    `(window.__buttons[${index}]?.getAttribute('aria-label') ?? window.__buttons[${index}]?.textContent ?? '').replace(/\\s+/g, ' ').trim() === ${JSON.stringify(name)}`,
  );
}

function dialogIsOpen(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    "Array.from(document.querySelectorAll('[role=dialog], [role=alertdialog]')).some((d) => d.getBoundingClientRect().width > 0)",
  );
}

/** Where the focus is as a dialog opens: in it, and not on something that does nothing. */
function insideDialog(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(() => { const e = document.activeElement; const d = e?.closest('[role=dialog], [role=alertdialog]'); return !d ? 'outside the dialog' : e.disabled || e.getAttribute('aria-disabled') === 'true' ? 'on a disabled button' : 'ok'; })()",
  );
}
