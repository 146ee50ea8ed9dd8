import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { buttonsOf, dialogIsOpen, focusButton, isBack } from '../harness/buttons.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { crawl, focused, focusRow, gridsOf, hasList, rest } from '../harness/list-page.ts';
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

describe('C8 after every dialog', { timeout: 1_800_000 }, () => {
  for (const desk of everyDesk) {
    test(`C8 ${desk}: a dialog opens on something that can be used, and closing it gives the focus back to its button`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const screens = await crawl(page, desk);
      const faults: string[] = [];
      let dialogs = 0;
      for (const path of screens) {
        for (const button of await buttonsOf(page, path)) {
          if (!(await focusButton(page, path, button))) continue;
          await page.keyboard.press('Enter');
          await rest(page);
          if (!(await dialogIsOpen(page))) {
            await page.keyboard.press('Escape');
            continue;
          }
          dialogs += 1;
          const where = `${path} '${button.name}'`;
          const inside = await insideDialog(page);
          if (inside !== 'ok') faults.push(`${where}: the focus is ${inside} when it opens`);
          await page.keyboard.press('Escape');
          await rest(page);
          if (await dialogIsOpen(page)) faults.push(`${where}: Escape leaves it open`);
          else if (!(await focused(page))) faults.push(`${where}: the focus fell to the page`);
          // A button that does what it says leads to another page, and is gone.
          else if (new URL(page.url()).pathname === path && !(await isBack(page, button)))
            faults.push(`${where}: the focus is at ${await focused(page)}`);
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
        if (!(await hasList(page)) || !(await gridsOf(page)).some((grid) => grid.rows.length)) continue;
        await focusRow(page);
        const before = await focused(page);
        await page.keyboard.press('Enter');
        await rest(page);
        if (!(await dialogIsOpen(page))) continue;
        await page.keyboard.press('Escape');
        await rest(page);
        const after = await focused(page);
        if (after !== before) faults.push(`${path}: '${before}' before, '${after}' after`);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }
});

/** Where the focus is as a dialog opens: in it, and not on something that does nothing. */
function insideDialog(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(() => { const e = document.activeElement; const d = e?.closest('[role=dialog], [role=alertdialog]'); return !d ? 'outside the dialog' : e.disabled || e.getAttribute('aria-disabled') === 'true' ? 'on a disabled button' : 'ok'; })()",
  );
}
