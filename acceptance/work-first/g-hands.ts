import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { contextOf } from '../harness/browser.ts';
import { newestMails, type Person, password, type Role, waitForCode } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';

// Hands on the keyboard: nothing here sets the focus or points; what keys cannot reach is not reached.

type AriaRole = Parameters<Page['getByRole']>[0];

/** A page on which every press of a pointer is counted. */
export async function openHands(browser: Browser, portal: Portal, person?: Person): Promise<Page> {
  const context: BrowserContext = person
    ? await contextOf(browser, portal, person)
    : await browser.newContext({
        baseURL: portal.url,
        viewport: { width: 1366, height: 768 },
        reducedMotion: 'reduce',
      });
  await context.addInitScript(
    "window.__pointers = 0; addEventListener('pointerdown', (e) => { if (e.isTrusted) window.__pointers += 1; }, true);",
  );
  const page = await context.newPage();
  // Heard all the time: between one chooser and the next the browser would stop telling of them, and begin again too late.
  page.on('filechooser', () => {});
  return page;
}

export async function expectNoMouse(page: Page): Promise<void> {
  expect(await page.evaluate<number>('window.__pointers')).toBe(0);
}

export type Focus = {
  name: string;
  group: string;
  tag: string;
  type: string;
  value: string;
  role: string;
  off: boolean;
};

export function focusOf(page: Page): Promise<Focus> {
  return page.evaluate<Focus>(`(() => {
    const e = document.activeElement; const text = (one) => (one?.textContent ?? '').replace(/\\s+/g, ' ').trim();
    const box = e?.closest('fieldset, [role=group][aria-labelledby], [role=group][aria-label]');
    return { name: e?.getAttribute('aria-label') || text(e?.labels?.[0]) || text(document.getElementById(e?.getAttribute('aria-labelledby')?.split(' ')[0])) || (e === document.body ? '' : text(e).slice(0, 80)), group: text(box?.querySelector('legend')) || box?.getAttribute('aria-label') || '', tag: e?.tagName ?? '', type: e?.type ?? '', value: e?.value ?? '', role: e?.getAttribute('role') ?? '', off: e?.getAttribute('aria-disabled') === 'true' };
  })()`);
}

/** Tab until this is focused; gives how many presses it took. */
export async function tabTo(
  page: Page,
  role: AriaRole,
  name: RegExp | string,
  { most = 60, back = false, within = page.locator('body') as Locator } = {},
): Promise<number> {
  const wanted = within.getByRole(role, { name }).and(page.locator(':focus'));
  for (let presses = 0; presses <= most; presses += 1) {
    if (await wanted.count()) return presses;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(
    `Tab does not reach ${role} ${name} in ${most} presses; the focus is at ‘${(await focusOf(page)).name}’ of ${page.url()}`,
  );
}

/** Arrows to a row of a list that says this; the list is reached by Tab. */
export async function arrowToRow(page: Page, text: string): Promise<void> {
  await eventually(async () => ((await page.getByRole('main').textContent()) ?? '').includes(text), {
    what: `a row with ${text}`,
  });
  const isThere = () =>
    page.evaluate<boolean>(
      `(() => { const e = document.activeElement; const row = e?.closest('[role=row], tr') ?? document.getElementById(e?.getAttribute('aria-activedescendant') ?? '')?.closest('[role=row], tr'); return Boolean(row?.textContent.includes(${JSON.stringify(text)})); })()`,
    );
  const inGrid = "Boolean(document.activeElement?.closest('[role=grid], [role=treegrid], table'))";
  for (let presses = 0; presses < 40 && !(await page.evaluate<boolean>(inGrid)); presses += 1)
    await page.keyboard.press('Tab');
  for (let presses = 0; presses < 40; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows reach no row with ${text}`);
}

/** "Ctrl+K everywhere: any number, any name, any screen". Open: the palette is a dialog with one field and options. */
export async function palette(page: Page, typed: string, like: RegExp = /./): Promise<void> {
  await page.keyboard.press('Control+K');
  const dialog = page.getByRole('dialog').filter({
    has: page.getByRole('combobox').or(page.getByRole('searchbox')).or(page.getByRole('textbox')),
  });
  await dialog
    .first()
    .waitFor({ timeout: 4_000 })
    .catch(() => {
      throw new Error('Ctrl+K opens no palette');
    });
  await page.keyboard.type(typed);
  await eventually(
    async () =>
      (
        await dialog
          .first()
          .getByRole('option')
          .or(dialog.first().getByRole('button'))
          .or(dialog.first().getByRole('link'))
          .allTextContents()
      ).some((text) => like.test(text)),
    { within: 6_000, what: `an entry like ${like} for ‘${typed}’` },
  );
  await page.keyboard.press('Enter');
  await dialog.first().waitFor({ state: 'hidden' });
}

/**
 * "A desk opens with what waits, each a link to the filtered list, with its count and the age of the oldest." Open: its words;
 * a link of the content whose name has a number and this.
 */
export async function takeWaiting(page: Page, like: RegExp): Promise<void> {
  const links = page.getByRole('main').getByRole('link', { name: like });
  await eventually(async () => (await links.allTextContents()).some((text) => /\d/.test(text)), {
    within: 8_000,
    what: `what waits: a link like ${like} with its count on ${page.url()}`,
  });
  await tabTo(page, 'link', like, { within: page.getByRole('main') });
  await page.keyboard.press('Enter');
}

export type Value = string | { file: string; bytes: Buffer; type: string } | { press: string };

/**
 * Goes through a form by Tab and gives each field its value as it comes by; returns what was pressed beside the values: Tab,
 * Enter on a chooser of files, Space on a switch.
 */
export async function fillByTab(
  page: Page,
  values: [name: RegExp, value: Value, group?: RegExp][],
  most = 70,
): Promise<{ tabs: number; keys: number }> {
  const left = [...values];
  let tabs = 0;
  let keys = 0;
  for (; left.length && tabs <= most; tabs += 1) {
    const at = await focusOf(page);
    const index = left.findIndex(([name, , group]) => name.test(at.name) && (!group || group.test(at.group)));
    if (index >= 0) {
      const [[, value]] = left.splice(index, 1) as [[RegExp, Value]];
      if (typeof value === 'string') {
        if (at.value && at.value !== value) await page.keyboard.press('Control+A');
        if (at.value !== value) await page.keyboard.type(value);
      } else if ('press' in value) {
        await page.keyboard.press(value.press);
        keys += 1;
      } else {
        const chooser = page.waitForEvent('filechooser', { timeout: 8_000 });
        await page.keyboard.press('Enter');
        keys += 1;
        await (await chooser).setFiles({ name: value.file, mimeType: value.type, buffer: value.bytes });
        await page.waitForTimeout(250);
      }
    }
    if (left.length) await page.keyboard.press('Tab');
  }
  if (left.length)
    throw new Error(
      `Tab did not come by ${left.map(([name, , group]) => `${group ?? ''} ${name}`)} in ${most} presses`,
    );
  return { tabs, keys };
}

const chips: Record<Role, string> = {
  admin: 'Admin',
  case_worker: 'Case worker',
  receiver: 'application receiver',
  printer: 'Printer',
  auditor: 'Auditor',
};

/** The morning: role, address, password and code, by keys alone. */
export async function signInByKeys(
  page: Page,
  portal: Portal,
  role: Role,
  email: string,
  secret = password,
): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email Id' }).waitFor();
  for (let presses = 0; presses < 20 && (await focusOf(page)).type !== 'radio'; presses += 1)
    await page.keyboard.press('Tab');
  for (
    let presses = 0;
    presses < 6 && !(await page.getByRole('radio', { name: chips[role], exact: true }).isChecked());
    presses += 1
  )
    await page.keyboard.press('ArrowRight');
  await fillByTab(page, [
    [/^Email Id/, email],
    [/^Password/, secret],
  ]);
  const earlier = await newestMails(portal, email);
  await page.keyboard.press('Enter');
  const code = await waitForCode(portal, email, earlier);
  await eventually(
    async () => (await focusOf(page)).tag === 'INPUT' && (await page.getByRole('textbox').count()) >= 4,
    { what: 'the code boxes, focused' },
  );
  await page.keyboard.type(code);
  await page.waitForTimeout(400);
  if (new URL(page.url()).pathname === '/') await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await eventually(() => new URL(page.url()).pathname !== '/', { what: 'the landing page' });
}
