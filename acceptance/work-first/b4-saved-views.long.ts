import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle, waitForList } from '../harness/list-page.ts';
import { signIn } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters, pick } from '../harness/random.ts';
import { footerCount, type Office, openOffice, personAt, rareName, receiveRandomly } from './w-office.ts';

// Stage 10: "Saved views per list, shareable by link." UX.md 4: "Columns, widths, density and saved views follow the person";
// "saved views that follow the person and can be sent as a link".
// Open: the words. A button or menu with 'view' in its name, one that saves, a field for the name; a view is taken by its name.

let office: Office;
let browser: Browser;
const marker = `Zq${letters(6)}`;
const list = '/admin/total-applications';

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 10 });
  await receiveRandomly(office, { COL001: 2, COL002: 3, COL003: 1 }, () => ({
    candidateName: `${rareName()} ${marker}`,
  }));
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

async function openViews(page: Page) {
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /\bviews?\b/i })
    .filter({ visible: true })
    .first();
  await button.waitFor({ timeout: 6_000 }).catch(() => {
    throw new Error(`${page.url()} has no button of saved views.`);
  });
  await button.press('Enter');
  await page.waitForTimeout(300);
}

const viewNamed = (page: Page, name: string) =>
  page
    .locator('[role=menuitem], [role=menuitemradio], [role=option], [role=tab], a, button')
    .filter({ hasText: name })
    .filter({ visible: true })
    .first();

async function save(page: Page, name: string) {
  await openViews(page);
  const act = page
    .locator('[role=menuitem], button')
    .filter({ hasText: /save/i })
    .filter({ visible: true })
    .last();
  await act.click();
  const field = page.getByRole('textbox', { name: /name/i }).filter({ visible: true }).last();
  await field.fill(name);
  await field.press('Enter');
  await eventually(async () => !(await field.isVisible()) || (await viewNamed(page, name).isVisible()), {
    what: `the view ${name} saved`,
  });
}

/** A list as it was chosen: searched, sorted, filtered; with its count. */
async function arrange(page: Page, path = list): Promise<{ address: URLSearchParams; count: number }> {
  await page.goto(`${path}?q=${marker}`);
  await waitForList(page);
  const head = page.getByRole('columnheader', { name: /^candidate/i }).first();
  await head.getByRole('button').first().or(head).first().click();
  await settle(page);
  return { address: new URL(page.url()).searchParams, count: (await footerCount(page))! };
}

describe('2 saved views', { timeout: 180_000 }, () => {
  test('2 "saved views that follow the person": search and order come back, in another browser of the same person', async () => {
    const name = `View ${letters(6)}`;
    const page = await openPage(browser, office.portal, office.desks.admin, list);
    const { address, count } = await arrange(page);
    await save(page, name);
    await page.context().close();
    const again = await signIn(office.portal, 'admin');
    const other = await openPage(browser, office.portal, again, list);
    await waitForList(other);
    await openViews(other);
    await viewNamed(other, name).click();
    await eventually(async () => (await footerCount(other)) === count, {
      what: `${count} entries of the view`,
    });
    expect([...new URL(other.url()).searchParams], 'what you see is an address').toEqual(
      expect.arrayContaining([...address]),
    );
    await other.context().close();
  });

  test('2 "per list": the view of one list is none of another, nor of another person', async () => {
    const name = `Own ${letters(6)}`;
    const page = await openPage(browser, office.portal, office.desks.admin, list);
    await arrange(page);
    await save(page, name);
    for (const [person, path] of [
      [office.desks.admin, '/admin/student-master'],
      [office.desks.otherAdmin, list],
    ] as const) {
      const other = await openPage(browser, office.portal, person, path);
      await waitForList(other);
      await openViews(other);
      expect(await viewNamed(other, name).count(), `${person.email} on ${path}`).toBe(0);
      await other.context().close();
    }
    await page.context().close();
  });

  test('2 "shareable by link": a colleague opens the address and sees the same rows', async () => {
    const name = `Common ${letters(6)}`;
    const page = await openPage(browser, office.portal, office.desks.admin, list);
    const { count } = await arrange(page);
    await save(page, name);
    const link = await linkOf(page, name);
    await page.context().close();
    const colleague = await openPage(browser, office.portal, office.desks.otherAdmin, link);
    await waitForList(colleague);
    await eventually(async () => (await footerCount(colleague)) === count, { what: `${count} entries` });
    await colleague.context().close();
  });

  test('2 a shared link shows each person what is in their scope', async () => {
    const desk = '/case-worker/manage-application';
    const page = await openPage(browser, office.portal, office.desks.caseWorker, desk);
    await arrange(page, desk);
    const name = `Scope ${letters(6)}`;
    await save(page, name);
    const link = await linkOf(page, name);
    await page.context().close();
    const college = pick(office.colleges);
    const colleague = await personAt(office, 'case_worker', college.code);
    const [row] = await office.portal.sql<{ n: number }>(
      'select count(*)::int as n from applications where candidate_name like $1 and college_id = $2',
      [`%${marker}`, college.id],
    );
    const other = await openPage(browser, office.portal, colleague, link);
    await waitForList(other);
    await eventually(async () => (await footerCount(other)) === row!.n, { what: `${row!.n} entries` });
    await other.context().close();
  });

  test('2 a view can be removed, and its link then says so or still shows what its address says', async () => {
    const name = `Gone ${letters(6)}`;
    const page = await openPage(browser, office.portal, office.desks.admin, list);
    await arrange(page);
    await save(page, name);
    await openViews(page);
    const remove = page.getByRole('button', {
      name: new RegExp(`(delete|remove).*${name}|${name}.*(delete|remove)`, 'i'),
    });
    await remove
      .or(page.getByRole('menuitem', { name: /delete|remove/i }))
      .first()
      .click();
    const confirm = page
      .getByRole('dialog')
      .getByRole('button', { name: /delete|remove/i })
      .last();
    if (await confirm.isVisible().catch(() => false)) await confirm.click();
    await page.reload();
    await waitForList(page);
    await openViews(page);
    expect(await viewNamed(page, name).count()).toBe(0);
    await page.context().close();
  });
});

/** The link of a view: what 'Copy link' gives, or the address of the list as the view left it. */
async function linkOf(page: Page, name: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openViews(page);
  const copy = page
    .locator('[role=menuitem], button')
    .filter({ hasText: /copy.*(link|address)|share/i })
    .or(page.getByRole('button', { name: new RegExp(`(copy|share).*(${name}|link)`, 'i') }))
    .filter({ visible: true })
    .first();
  if (!(await copy.isVisible())) {
    await viewNamed(page, name).click();
    await settle(page);
    return page.url();
  }
  await copy.click();
  const text = await eventually(async () => page.evaluate<string>('navigator.clipboard.readText()'));
  return new URL(text).href;
}
