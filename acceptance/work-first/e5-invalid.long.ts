import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { settle } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';

// The issue: "`aria-invalid` everywhere". UX.md promise 10: "Every no says why and what to do. … no toast-only error, no 'Invalid'."
// Each form is sent empty. What appears in red beside a field belongs to a control that says aria-invalid and is described by
// it; a mended field says so no more.
// Open: how a form is sent: Ctrl+Enter, or its last button.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 0 });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const masters = [
  'courses',
  'certificate_types',
  'offices',
  'convocations',
  'fee_schedule',
  'choices',
  'number_series',
];
const forms: [keyof Desks | undefined, string][] = [
  ...[
    'case-worker',
    'application-receiver',
    'printer',
    'auditor',
    'college',
    'student',
    'ink-stock',
    'certificate-stock',
  ].map((one): [keyof Desks, string] => ['admin', `/admin/add-${one}`]),
  ...masters.map((one): [keyof Desks, string] => ['admin', `/admin/settings/${one}/add`]),
  ['receiver', '/application-receiver/new-application'],
  [undefined, '/'],
  [undefined, '/verify'],
  [undefined, '/status'],
];

type State = {
  invalid: { name: string; error: string }[];
  orphans: string[];
  required: string[];
};

/** Run before and after: errors are what stands there only afterwards, near a field. */
const script = `(() => {
  const root = document.querySelector('[role=dialog]') ?? document.querySelector('main');
  const text = (e) => (e?.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (e) => e.getAttribute('aria-label') || text(e.labels?.[0]) || text(document.getElementById(e.getAttribute('aria-labelledby')?.split(' ')[0])) || e.name || e.tagName;
  const describing = (e) => ((e.getAttribute('aria-errormessage') ?? '') + ' ' + (e.getAttribute('aria-describedby') ?? '')).trim().split(/\\s+/).filter(Boolean).map((id) => document.getElementById(id)).filter(Boolean);
  const invalid = Array.from(root.querySelectorAll('[aria-invalid=true]'));
  const described = new Set(invalid.flatMap(describing));
  const before = window.__before ?? new Set();
  // "What appears in red beside a field": 'Autosaved' beside the buttons is grey and no error.
  const isRed = (e) => { const c = document.createElement('canvas').getContext('2d', { willReadFrequently: true }); c.fillStyle = getComputedStyle(e).color; c.fillRect(0, 0, 1, 1); const [r, g, b] = c.getImageData(0, 0, 1, 1).data; return r > g + 40 && r > b + 40; };
  const fresh = Array.from(root.querySelectorAll('p, div, span')).filter((e) => e.checkVisibility() && !e.children.length && text(e) && !before.has(text(e)) && isRed(e) && !e.closest('[role=alert], [role=status], [aria-live], label, button, [role=listbox]'));
  const orphans = fresh.filter((e) => !Array.from(described).some((one) => one.contains(e) || e.contains(one))).map(text);
  const required = Array.from(root.querySelectorAll('input, textarea, select, [role=combobox]')).filter((e) => (e.required || e.getAttribute('aria-required') === 'true') && !e.value && e.checkVisibility() && e.getAttribute('aria-invalid') !== 'true').map(nameOf);
  return {
    invalid: invalid.map((e) => ({ name: nameOf(e), error: describing(e).map(text).join(' ') })),
    orphans, required,
  };
})()`;
const remember =
  "window.__before = new Set(Array.from((document.querySelector('[role=dialog]') ?? document.querySelector('main')).querySelectorAll('*'), (e) => e.textContent.replace(/\\s+/g, ' ').trim())); 0";

async function send(page: Page): Promise<State> {
  await page.evaluate(remember);
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(500);
  let state = await page.evaluate<State>(script);
  if (!state.invalid.length) {
    const scope = (await page.getByRole('dialog').count())
      ? page.getByRole('dialog').last()
      : page.getByRole('main');
    const button = scope.locator('button[type=submit]:not([aria-disabled=true]):not([disabled])').last();
    await button.press('Enter').catch(() => {});
    await page.waitForTimeout(600);
    state = await page.evaluate<State>(script);
  }
  return state;
}

function expectSaid(state: State): void {
  expect(state.invalid.length, 'controls that say aria-invalid').toBeGreaterThan(0);
  for (const { name, error } of state.invalid) {
    expect(error, `${name} is described by its error`).not.toBe('');
    expect(error, name).not.toMatch(/^(invalid|required|error)\.?$/i);
  }
  expect(state.orphans, 'errors that no control with aria-invalid is described by').toEqual([]);
  expect(state.required, 'empty required fields that are not aria-invalid').toEqual([]);
}

describe('aria-invalid', { timeout: 120_000 }, () => {
  for (const [desk, path] of forms)
    test(`"aria-invalid everywhere": ${path}, sent empty`, async () => {
      const page = desk
        ? await (await contextOf(browser, portal, desks[desk])).newPage()
        : await browser.newPage({ baseURL: portal.url });
      await page.goto(path);
      await settle(page);
      await page.getByRole('main').getByRole('textbox').first().waitFor();
      const state = await send(page);
      expectSaid(state);
      // The first text field is mended: it says so no more, the others still do.
      const field = page
        .getByRole('main')
        .locator('input[aria-invalid=true]:not([role=combobox]):not([type=password])')
        .first();
      if (await field.count()) {
        const id = await field.getAttribute('id');
        await field.focus();
        await page.keyboard.type('Mended 123');
        await page.keyboard.press('Tab');
        await page.waitForTimeout(300);
        const rest = await page.evaluate<State>(script);
        const still = await page.locator(`[id="${id}"]`).getAttribute('aria-invalid');
        // A wrong value has another error; an empty one may not be said of a filled field.
        if (still === 'true')
          expect(rest.invalid.map(({ error }) => error).join(), 'another error').not.toBe(
            state.invalid.map(({ error }) => error).join(),
          );
        else expect(rest.invalid.length).toBe(state.invalid.length - 1);
      }
      await page.context().close();
    });

  test('on the account: a wrong password says so at its field', async () => {
    const page = await (await contextOf(browser, portal, desks.auditor)).newPage();
    await page.goto('/account');
    await page.getByRole('textbox', { name: 'Current password' }).waitFor();
    await page.evaluate(remember);
    await page.getByRole('button', { name: 'Change password' }).press('Enter');
    await page.waitForTimeout(600);
    const state = await page.evaluate<State>(script);
    expect(state.invalid.length, 'three empty fields').toBeGreaterThanOrEqual(3);
    expectSaid(state);
    await page.context().close();
  });

  test('in questions: return and reject of a case, sent without a reason', async () => {
    const page = await (await contextOf(browser, portal, desks.caseWorker)).newPage();
    await page.goto('/case-worker/verify');
    await page
      .getByRole('button', { name: /^Return/ })
      .first()
      .waitFor();
    await page.waitForTimeout(500);
    await page.evaluate(remember);
    await page.keyboard.press('r');
    await page.waitForTimeout(400);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    const invalid = await page.locator('[aria-invalid=true]').count();
    expect(invalid, 'the reasons say aria-invalid').toBeGreaterThan(0);
    await page.context().close();
  });

  test('an answer of the server lands on its field: a college code that is taken', async () => {
    const page = await (await contextOf(browser, portal, desks.admin)).newPage();
    await page.goto('/admin/add-college');
    for (const [label, text] of [
      ['College name', 'Another one'],
      ['Code', 'COL001'],
      ['Contact number', '0821 2419700'],
      ['Address', '1, Road'],
      ['Convocation Fee', '700'],
    ] as const)
      await page.getByRole('textbox', { name: label, exact: true }).fill(text);
    await page.evaluate(remember);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(1_500);
    const state = await page.evaluate<State>(script);
    expect(state.invalid.map(({ name }) => name).join()).toMatch(/code/i);
    expectSaid(state);
    await page.context().close();
  });
});
