import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { newestMails, password, waitForCode } from '../harness/people.ts';
import { eventually, type Portal } from '../harness/portal.ts';
import { digits, letters, personName } from '../harness/random.ts';
import { drawPhoto, receive, writePdf } from '../harness/records.ts';

// The issue: "five journeys through the accessibility tree". UX.md promise 8: "with a screen reader … route changes and results
// announced". Everything is found by role and name only, each is the one with that name, and what happens is said in a live
// region or by a heading to which the page moved: a person who sees nothing knows it.

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

type AriaRole = Parameters<Page['getByRole']>[0];

/** The only element of the accessibility tree with this role and name; two of them are as bad as none. */
function the(page: Page | Locator, role: AriaRole, name: RegExp | string): Locator {
  return page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) });
}

async function type(page: Page | Locator, name: RegExp | string, text: string): Promise<void> {
  const field = the(page, 'textbox', name);
  await field.focus();
  await field.fill(text);
}

/** A choice of a combobox: its list is in the tree, and the option that is typed is the active one. */
async function choose(page: Page, scope: Locator, name: RegExp | string, typed: string): Promise<void> {
  const box = the(scope, 'combobox', name);
  await box.focus();
  await box.press('ArrowDown');
  expect(await box.getAttribute('aria-expanded'), `${name} says that it is open`).toBe('true');
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

/** What is announced: live regions and alerts by their newest text, a region, row or heading by taking the focus. */
async function announced(page: Page, like: RegExp): Promise<string> {
  return eventually(
    async () => {
      const said = await page
        .getByRole('status')
        .or(page.getByRole('alert'))
        .or(page.locator('[aria-live=polite], [aria-live=assertive]'))
        .allTextContents();
      const focused = await page.evaluate<string>(
        "(() => { const e = document.activeElement; return e && e !== document.body && !e.matches('input, button, a') ? (e.getAttribute('aria-label') ?? document.getElementById(e.getAttribute('aria-labelledby'))?.textContent ?? e.textContent.slice(0, 200)) : ''; })()",
      );
      return [...said, focused].find((text) => like.test(text));
    },
    { within: 8_000, what: `an announcement like ${like}` },
  );
}

async function open(desk: keyof Desks, path: string): Promise<Page> {
  const page = await (await contextOf(browser, portal, desks[desk])).newPage();
  await page.goto(path);
  return page;
}

/** One heading of the first level, one main, no picture and no control without a name: what a tree is walked by. */
async function expectWalkable(page: Page): Promise<void> {
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).count(), 'headings of the first level').toBe(1);
  const tree = await page.locator('body').ariaSnapshot();
  const nameless = tree
    .split('\n')
    .filter((line) =>
      /^\s*- (button|link|textbox|combobox|checkbox|switch|radio|tab|menuitem)( \[\w+\])*:?$/.test(line),
    );
  expect(nameless, 'controls without a name').toEqual([]);
  const levels = [...tree.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
  for (const [index, level] of levels.entries())
    if (index) expect(level, `levels of headings ${levels}`).toBeLessThanOrEqual(levels[index - 1]! + 1);
}

describe('journeys through the accessibility tree', { timeout: 180_000 }, () => {
  test('1: sign in with a code', async () => {
    const page = await browser.newPage({ baseURL: portal.url });
    await page.goto('/');
    const email = 'auditor@dikshant.example';
    await the(page, 'radio', 'Auditor').press('Space');
    await type(page, 'Email Id', email);
    await type(page, 'Password', 'wrong, on purpose');
    await the(page, 'button', 'Login').press('Enter');
    await announced(page, /password|sign in|wrong|match/i);
    const earlier = await newestMails(portal, email);
    await type(page, 'Password', password);
    await the(page, 'button', 'Login').press('Enter');
    const code = await waitForCode(portal, email, earlier);
    const boxes = page.getByRole('textbox');
    await eventually(async () => (await boxes.count()) >= 4, { what: 'four boxes' });
    for (let index = 0; index < 4; index += 1) await boxes.nth(index).press(code[index]!);
    if (await the(page, 'button', /continue/i).count())
      await the(page, 'button', /continue/i)
        .press('Enter')
        .catch(() => {});
    await the(page, 'heading', 'Overview').waitFor();
    await announced(page, /overview/i);
    await expectWalkable(page);
    await page.close();
  });

  test('2: receive an application with its draft', async () => {
    const page = await open('receiver', '/application-receiver/new-application');
    await the(page, 'heading', 'New application').waitFor();
    const candidate = the(page, 'group', 'Candidate');
    const name = personName();
    await type(candidate, 'College Registration number', `AC${digits(9)}`);
    await type(candidate, 'Exam roll number', digits(9));
    await type(candidate, 'Candidate name', name);
    await choose(page, candidate, 'College name', 'COL001');
    await choose(page, candidate, 'Course/Degree', 'ECE');
    await choose(page, candidate, 'Academic year', '2024-25');
    const certificate = the(page, 'group', 'Certificate');
    await choose(page, certificate, 'Chosen Color', 'Green');
    await choose(page, certificate, 'Selected Paper', 'Parchment');
    await the(page, 'button', 'Receive application').press('Enter');
    // What is missing is said, and each field that is wrong says so itself.
    await announced(page, /photo|draft|missing|wrong|check|field/i);
    const photo = page.waitForEvent('filechooser');
    await the(page, 'button', /choose file for photo/i).press('Enter');
    await (await photo).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto() });
    const draft = the(page, 'group', 'Demand draft 1');
    await type(draft, 'DD number', digits(6));
    await type(draft, 'DD date', new Date(Date.now() - 5 * 86_400_000).toLocaleDateString('en-GB'));
    await choose(page, draft, 'Issuing bank', 'Canara');
    await type(draft, 'Branch', `Branch ${letters(5)}`);
    const fee = await the(the(page, 'group', 'Fee'), 'textbox', 'Total amount').inputValue();
    await type(draft, 'Amount', fee.replaceAll(/\D/g, ''));
    const receipt = page.waitForEvent('filechooser');
    await the(draft, 'button', /choose file for bank receipt/i).press('Enter');
    await (await receipt).setFiles({ name: 'dd.pdf', mimeType: 'application/pdf', buffer: writePdf() });
    // Until the upload has ended, on a busy machine too.
    await page.waitForTimeout(3_000);
    await the(page, 'button', 'Receive application').press('Enter');
    await eventually(
      async () =>
        (await portal.sql('select 1 from applications where candidate_name = $1', [name])).length === 1,
      { what: 'the application in the database' },
    );
    await announced(page, /received|acknowledgement|\d/i);
    await page.context().close();
  });

  test('3: verify it, and hear that the next one is open', async () => {
    const marker = `Tree${letters(8)}`;
    const waiting = [];
    for (let index = 0; index < 2; index += 1)
      waiting.push(await receive(desks.receiver, { candidateName: `${marker} ${letters(5)}` }));
    const page = await open('caseWorker', `/case-worker/verify?q=${marker}`);
    const queue = the(page, 'navigation', 'Queue');
    await eventually(async () => (await queue.getByRole('button').count()) === 2, { what: 'two cases' });
    await expectWalkable(page);
    const first = page.getByRole('heading', { level: 2 }).first();
    const opened = (await first.textContent())!;
    const region = the(page, 'region', opened);
    await the(region, 'table', /student master/i).waitFor();
    await the(page, 'button', /^verify\b/i).press('Enter');
    await page.keyboard.press('Enter');
    const id = waiting.find(({ candidateName }) => candidateName === opened)!.id;
    await eventually(
      async () =>
        (await portal.sql('select status from applications where id = $1', [id]))[0]!.status === 'verified',
      { what: 'verified' },
    );
    const number = (
      await portal.sql('select convocation_number as n from certificates where application_id = $1', [id])
    )[0]!.n;
    await announced(page, new RegExp(number));
    const next = waiting.find(({ candidateName }) => candidateName !== opened)!.candidateName;
    await announced(page, new RegExp(next));
    await page.context().close();
  });

  test('4: find a college in its list, edit it, and hear how many rows there are', async () => {
    const page = await open('admin', '/admin/college-management');
    await the(page, 'grid', 'College management').waitFor();
    await expectWalkable(page);
    const grid = the(page, 'grid', 'College management');
    expect(
      Number(await grid.getAttribute('aria-rowcount')),
      'the grid says how many rows it has',
    ).toBeGreaterThan(2);
    await type(page, /^search/i, 'COL002');
    await announced(page, /\b1\b/);
    await the(grid, 'button', /^edit: /i).press('Enter');
    await the(page, 'heading', /edit/i).waitFor();
    const road = `${letters(8)} Road`;
    await type(page, 'Address', road);
    await page.keyboard.press('Control+Enter');
    await announced(page, /saved|changed/i);
    const [row] = await portal.sql("select address from colleges where code = 'COL002'");
    expect(row!.address).toBe(road);
    await page.context().close();
  });

  test('5: a stranger verifies a number, and hears the verdict', async () => {
    const page = await browser.newPage({ baseURL: portal.url });
    await page.goto('/verify');
    await the(page, 'heading', 'Verify a certificate').waitFor();
    await the(page, 'button', 'Verify').press('Enter');
    expect(await the(page, 'textbox', 'Convocation number').getAttribute('aria-invalid')).toBe('true');
    await type(page, 'Convocation number', `2025/${digits(6)}`);
    await type(page, 'Verification code', `${letters(5)}-${letters(5)}`.toUpperCase());
    await the(page, 'button', 'Verify').press('Enter');
    await announced(page, /unknown|never issued|not (known|found)|no certificate/i);
    await expectWalkable(page);
    await page.close();
  });
});
