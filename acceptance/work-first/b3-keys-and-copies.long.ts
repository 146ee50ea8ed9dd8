import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { openRow, settle, waitForList } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { homes } from '../harness/screens.ts';
import { type Office, openOffice, rareName, receiveAt } from './w-office.ts';
import { goTo } from './w-palette.ts';

// Stage 10: "`?` … a copy button on every number". UX.md: "`?` shows this screen's keys"; "Shortcuts use `event.code` and can be
// switched off".
// Open: where copy buttons stand. Read here as: on a record's page, in Row Details and on what the counter confirms, beside
// each number by which a record is found; not in each cell of a list, where a number is a link.

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

async function keysOf(page: Page): Promise<string> {
  await settle(page);
  await page.keyboard.press('Shift+Slash');
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  await dialog.waitFor({ timeout: 5_000 }).catch(() => {
    throw new Error(`? shows nothing on ${page.url()}.`);
  });
  return ((await dialog.textContent()) ?? '').replaceAll(/\s+/g, ' ');
}

/** Copy buttons of an element with the text that their press puts on the clipboard. */
async function copies(page: Page, area: ReturnType<Page['locator']>): Promise<string[]> {
  const buttons = area.getByRole('button', { name: /\bcop(y|ied)\b/i });
  await buttons
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {
      throw new Error(`No copy button on ${page.url()}.`);
    });
  const said: string[] = [];
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    if (/address|link/i.test((await button.getAttribute('aria-label')) ?? '')) continue;
    await page.evaluate("navigator.clipboard.writeText('nothing yet')");
    await button.focus();
    await page.keyboard.press('Enter');
    said.push(
      await eventually(
        async () => {
          const text = await page.evaluate<string>('navigator.clipboard.readText()');
          return text !== 'nothing yet' && text;
        },
        { within: 3_000, what: 'a copied number' },
      ),
    );
  }
  return said;
}

async function numbersOf(id: string): Promise<string[]> {
  const [row] = await office.portal.sql(
    'select registration_number, exam_roll_number, acknowledgement_number::text, convocation_number from applications where id = $1',
    [id],
  );
  return Object.values(row!).filter((value): value is string => value !== null);
}

describe('2 keys and copies', { timeout: 180_000 }, () => {
  test('2 "`?` shows this screen’s keys": those of a list on a list, those of the verify screen there', async () => {
    const page = await openPage(browser, office.portal, office.desks.caseWorker, homes.caseWorker.start[0]);
    await waitForList(page);
    const list = await keysOf(page);
    expect(list, 'the search').toMatch(/search/i);
    expect(list, 'the key of the search').toContain('/');
    expect(list, 'the palette').toMatch(/(ctrl|⌘|control).{0,12}k/i);
    expect(list, 'its own key').toContain('?');
    await page.keyboard.press('Escape');
    await page.goto(homes.caseWorker.start[1]);
    const verify = await keysOf(page);
    for (const act of [/verify/i, /reject/i, /return/i, /zoom/i, /rotat/i]) expect(verify).toMatch(act);
    expect(verify, 'another screen has other keys').not.toBe(list);
    await page.context().close();
  });

  test('2 `?` is there on every desk, and is a character in a field', async () => {
    for (const [desk, { start }] of Object.entries(homes)) {
      const page = await openPage(browser, office.portal, office.desks[desk as keyof typeof homes], start[0]);
      expect(await keysOf(page), desk).toMatch(/(ctrl|⌘|control).{0,12}k/i);
      await page.keyboard.press('Escape');
      if (desk === 'caseWorker') {
        await page.keyboard.press('Slash');
        await page.keyboard.type('a?b');
        await page.waitForTimeout(300);
        expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
      }
      await page.context().close();
    }
  });

  test('2 "a copy button on every number": on the record’s page each number is copied exactly', async () => {
    const { id, registrationNumber, candidateName } = await receiveAt(office, 'COL001', {
      candidateName: rareName(),
    });
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await settle(page);
    await goTo(page, registrationNumber, new RegExp(candidateName, 'i'));
    await settle(page);
    expect(await copies(page, page.getByRole('main'))).toEqual(expect.arrayContaining(await numbersOf(id)));
    await page.context().close();
  });

  test('2 "a copy button on every number": in Row Details', async () => {
    const { id, registrationNumber } = await receiveAt(office, 'COL002');
    const page = await openPage(
      browser,
      office.portal,
      office.desks.admin,
      `/admin/total-applications?q=${registrationNumber}`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await waitForList(page);
    await openRow(page, registrationNumber);
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await dialog.waitFor();
    const all = await numbersOf(id);
    const shown = (await dialog.textContent()) ?? '';
    expect(await copies(page, dialog)).toEqual(
      expect.arrayContaining(all.filter((number) => number.length > 3 && shown.includes(number))),
    );
    await page.context().close();
  });
});
