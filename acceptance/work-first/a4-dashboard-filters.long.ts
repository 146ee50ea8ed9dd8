import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle, waitForList } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { between, pick } from '../harness/random.ts';
import { numbersOf, tile } from './w-dashboard.ts';
import { footerCount, indiaDay, indian, type Office, openOffice, receiveRandomly } from './w-office.ts';

// Stage 10: "date and college filters on the dashboard". UX.md 4: "What you see is an address. Filter … survive reload, Back,
// and being sent to a colleague."
// Open: which of the figures a period changes. The tiles Total Applications (received in it) and Total revenue surely do.

let office: Office;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  await receiveRandomly(office, { COL001: between(1, 4), COL002: between(0, 3), COL003: 1 });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const open = async () => {
  const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
  await settle(page);
  return page;
};

async function chooseCollege(page: Page, { code, name }: { code: string; name: string }) {
  const control = page
    .getByRole('main')
    .getByRole('combobox', { name: /college/i })
    .or(page.getByLabel(/^college/i))
    .first();
  await control.waitFor({ timeout: 5_000 });
  const isNative = await control.evaluate((e: unknown) => (e as { tagName: string }).tagName === 'SELECT');
  if (isNative) {
    const labels = await control.locator('option').allTextContents();
    await control.selectOption({ label: labels.find((one) => one.includes(code) || one.includes(name))! });
  } else {
    await control.click();
    await page
      .getByRole('option')
      .filter({ hasText: new RegExp(`${code}|${name.split(',')[0]}`) })
      .first()
      .click();
  }
  await settle(page);
}

/** Typed as UX.md 9 lets dates be typed; the fields are found by 'from' and 'to' or 'until'. */
async function choosePeriod(page: Page, from: string, until: string) {
  const fields = [
    page
      .getByRole('main')
      .getByRole('textbox', { name: /from|start/i })
      .first(),
    page
      .getByRole('main')
      .getByRole('textbox', { name: /\b(to|until|end)\b/i })
      .first(),
  ];
  for (const [index, day] of [from, until].entries()) {
    await fields[index]!.waitFor({ timeout: 5_000 });
    await fields[index]!.fill(indian(day));
    await fields[index]!.press('Tab');
  }
  await settle(page);
}

const truth = async (collegeId: string | null, from = '1900-01-01', until = '2999-01-01') =>
  (
    await office.portal.sql<{ applications: number; rupees: number; students: number }>(
      `select (select count(*)::int from applications where ($1::uuid is null or college_id = $1) and (received_at at time zone 'Asia/Kolkata')::date between $2 and $3) as applications,
       (select count(*)::int from students where $1::uuid is null or college_id = $1) as students,
       (select coalesce(sum(l.amount), 0)::int from allocations l join demand_drafts d on d.id = l.demand_draft_id join applications a on a.id = l.application_id
        where d.pays and ($1::uuid is null or a.college_id = $1) and (l.allocated_at at time zone 'Asia/Kolkata')::date between $2 and $3) as rupees`,
      [collegeId, from, until],
    )
  )[0]!;

async function expectTiles(page: Page, { applications, rupees }: Awaited<ReturnType<typeof truth>>) {
  await eventually(
    async () => {
      const [first, money] = [await tile(page, 'Total Applications'), await tile(page, 'Total revenue')];
      expect(numbersOf(first.text.replace('Total Applications', ''))[0]).toBe(applications);
      expect(numbersOf(`${money.text} ${money.onHover}`)).toContain(rupees);
      return true;
    },
    { within: 6_000, what: `tiles of ${applications} applications and ₹${rupees}` },
  );
}

describe('1 filters of the dashboard', { timeout: 180_000 }, () => {
  test('1 "college filters on the dashboard": the tiles are those of one college, and so are the rows behind them', async () => {
    const college = pick(office.colleges);
    const page = await open();
    await chooseCollege(page, college);
    const wanted = await truth(college.id);
    await expectTiles(page, wanted);
    const { href } = await tile(page, 'Total Applications');
    expect(href, 'a link at the tile').toBeDefined();
    await page.goto(href!);
    await waitForList(page);
    await eventually(async () => (await footerCount(page)) === wanted.applications, {
      what: `${wanted.applications} rows behind the tile`,
    });
    await page.context().close();
  });

  test('1 "date … filters on the dashboard": the tiles are those of the days chosen, the first and the last included', async () => {
    const days = await office.portal.sql<{ day: string }>(
      "select distinct (received_at at time zone 'Asia/Kolkata')::date::text as day from applications order by 1",
    );
    const [from, until] = [pick(days).day, pick(days).day].sort() as [string, string];
    const page = await open();
    await choosePeriod(page, from, until);
    await expectTiles(page, await truth(null, from, until));
    await page.context().close();
  });

  test('1 both together, and "What you see is an address": reload and Back keep them, a colleague sees the same', async () => {
    const college = pick(office.colleges);
    const [from, until] = [indiaDay(between(300, 600)), indiaDay(between(0, 200))];
    const page = await open();
    await chooseCollege(page, college);
    await choosePeriod(page, from, until);
    const wanted = await truth(college.id, from, until);
    await expectTiles(page, wanted);
    await page.reload();
    await expectTiles(page, wanted);
    const address = page.url();
    await page.goto('/admin/student-master');
    await page.goBack();
    await expectTiles(page, wanted);
    const colleague = await openPage(browser, office.portal, office.desks.otherAdmin, address);
    await expectTiles(colleague, wanted);
    await colleague.context().close();
    await page.context().close();
  });

  test('1 a period whose end lies before its beginning is said at its field, and no figure is invented', async () => {
    const page = await open();
    await choosePeriod(page, indiaDay(10), indiaDay(between(20, 40)));
    const main = page.getByRole('main');
    await eventually(
      async () =>
        (await main.locator('[aria-invalid=true], [role=alert], [class*=error i]').count()) > 0 ||
        /before|after|earlier|later/i.test((await main.textContent()) ?? ''),
      { within: 5_000, what: 'a sentence about the period' },
    );
    await page.context().close();
  });
});
