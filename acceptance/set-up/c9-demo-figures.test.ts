import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attach } from '../harness/attach.ts';
import { openBrowser, openPage } from '../harness/browser.ts';
import { type Desks, openDesks } from '../harness/desks.ts';
import { columnAt, gridOf, waitForList } from '../harness/list-page.ts';
import {
  ask,
  emails,
  type Json,
  newestMails,
  password,
  type Role,
  signIn,
  waitForCode,
} from '../harness/people.ts';
import {
  cleanEnvironment,
  eventually,
  freePort,
  newDirectory,
  type Portal,
  root,
} from '../harness/portal.ts';
import { killTree } from '../harness/processes.ts';
import { lists } from '../harness/screens.ts';

// The issue: "The specification's figures and the same sign-ins stay; first start ≤ 60 s." PRODUCT.md 5: "six ink and six
// certificate stock records, colleges COL001 to COL003, fees of 80000 (paid 60000, pending 20000) and of 700 (rejected
// ones paid 500, pending 200), ECE / MECH / CIVIL, revenue in 2024 and 2025 and up to this month, the donut at 30 / 70,
// staff of every role, reprint requests in every state". Of a portal that `npm start` began on an empty folder.

let child: ChildProcess;
let portal: Portal;
let desks: Desks;
let browser: Browser;
let output = '';
/** From the command to the first person at work, in seconds. */
let firstStart = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  const [port, directory] = [await freePort(), newDirectory()];
  const begun = performance.now();
  child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...cleanEnvironment(), NO_COLOR: '1', PORT: String(port), DATA_DIRECTORY: directory },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const url = `http://localhost:${port}`;
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, {
    within: 240_000,
    every: 200,
    what: `npm start\n${output.slice(-2_000)}`,
  });
  portal = attach(url, directory);
  const admin = await signIn(portal, 'admin');
  const { body } = await admin.get('/api/dashboard/applications');
  if (body.applications.value > 0) firstStart = (performance.now() - begun) / 1_000;
  desks = await openDesks(portal);
  browser = await openBrowser({ slowMo: 0 });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  if (child?.pid) killTree(child.pid);
  if (portal) rmSync(path.dirname(portal.directory), { recursive: true, force: true });
});

async function count(text: string): Promise<number> {
  return (await portal.sql(`select count(*)::int as n from (${text}) t`))[0]!.n;
}

describe('Build demo data: start and sign-ins', { timeout: 180_000 }, () => {
  test('Demo 20 "first start ≤ 60 s": from npm start on an empty folder to an admin at the dashboard', () => {
    console.log(`first start: ${firstStart.toFixed(1)} s`);
    expect(firstStart).toBeLessThanOrEqual(60);
  });

  test('Demo 21 "the same sign-ins stay": five people with the password that the console says', async () => {
    for (const [role, email] of Object.entries(emails) as [Role, string][]) {
      expect(output, role).toContain(email);
      expect((await signIn(portal, role)).email).toBe(email);
    }
    expect(output).toContain(password);
  });

  test('Demo 22 the login page offers each role as a one-click fill, and it leads to its desk', async () => {
    for (const [role, email, landing] of [
      ['Admin', emails.admin, '/admin/dashboard'],
      ['Case worker', emails.case_worker, '/case-worker/manage-application'],
      ['application receiver', emails.receiver, '/application-receiver/manage-application'],
      ['Printer', emails.printer, '/printer/print-queue'],
      ['Auditor', emails.auditor, '/auditor/overview'],
    ] as const) {
      const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
      await page.goto('/');
      await page.getByLabel('Email Id').waitFor();
      // Open: whether the fill is a button with the address or with the role.
      const fill = page
        .getByRole('button', { name: email })
        .or(page.getByRole('button', { name: new RegExp(`^(fill|use|sign in as).*${role}`, 'i') }))
        .or(page.getByRole('button', { name: role, exact: true }))
        .first();
      await fill.click();
      expect(await page.getByLabel('Email Id').inputValue(), role).toBe(email);
      const earlier = await newestMails(portal, email);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      const code = await waitForCode(portal, email, earlier);
      await page.getByRole('textbox').first().waitFor();
      await page.getByRole('textbox').first().focus();
      await page.keyboard.type(code);
      await page
        .waitForURL(`**${landing}*`, { timeout: 4_000 })
        .catch(() => page.getByRole('button', { name: 'Continue' }).click());
      await page.waitForURL(`**${landing}*`);
      await page.context().close();
    }
  });
});

describe("Build demo data: the specification's figures", { timeout: 180_000 }, () => {
  test('Demo 23 six ink and six certificate stock records, on their lists', async () => {
    for (const [list, title] of [
      ['/admin/ink-stock', 'Ink name'],
      ['/admin/certificate-stock', 'Certificate name'],
    ] as const) {
      const page = await openPage(browser, portal, desks.admin, list);
      await waitForList(page);
      const grid = await gridOf(page, [title]);
      // specification.txt, section 3: "Six sample rows each."
      expect(grid.rows.length, list).toBe(6);
      await page.context().close();
    }
  });

  test('Demo 24 colleges COL001 to COL003, courses ECE, MECH and CIVIL, staff of every role', async () => {
    const { body } = await desks.receiver.get('/api/application-choices');
    const codes = body.colleges.map(({ code }: Json) => code);
    expect(codes).toEqual(expect.arrayContaining(['COL001', 'COL002', 'COL003']));
    const courses = JSON.stringify(body.courses);
    for (const course of ['ECE', 'MECH', 'CIVIL']) expect(courses).toContain(`"${course}"`);
    const roles = await portal.sql('select distinct role from staff where disabled_at is null order by 1');
    expect(roles.map(({ role }) => role)).toEqual(['admin', 'auditor', 'case_worker', 'printer', 'receiver']);
  });

  for (const [total, paid, pending, status] of [
    [80_000, 80_000, 0, 'verified'],
    [80_000, 60_000, 20_000, 'rejected'],
    [700, 700, 0, 'verified'],
    [700, 500, 200, 'rejected'],
  ] as const)
    test(`Demo 25 an application of ₹${total}, paid ₹${paid}, pending ₹${pending}, ${status}`, async () => {
      expect(
        await count(
          `select from applications where total_amount = ${total} and paid_amount = ${paid} and pending_amount = ${pending} and status = '${status}'`,
        ),
      ).toBeGreaterThan(0);
    });

  test('Demo 26 the donut at 30 / 70: on the screen, and counted by SQL', async () => {
    const all = await count('select from applications');
    const pending = await count("select from applications where status <> 'verified'");
    expect(Math.round((100 * pending) / all)).toBe(30);
    const { body } = await desks.admin.get('/api/dashboard/applications');
    expect(body.overview).toEqual({ pending, approved: all - pending });
    const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
    await page.getByText('Applications Overview').first().waitFor();
    await eventually(async () => /(?<!\d)30\s?%/.test((await page.getByRole('main').textContent()) ?? ''), {
      what: '30 % pending',
    });
    await page.context().close();
  });

  test('Demo 27 revenue in 2024 and 2025 and up to this month: charts that mean something', async () => {
    for (const year of [2024, 2025]) {
      const { body } = await desks.admin.get(`/api/dashboard/revenue?year=${year}`);
      expect(body.years).toContain(year);
      const earning = body.months.filter((rupees: number) => rupees > 0);
      expect(earning.length, `months of ${year} with revenue`).toBeGreaterThanOrEqual(3);
      // A season has months that earn much more than others.
      expect(Math.max(...body.months), `${year}: ${body.months}`).toBeGreaterThan(2 * Math.min(...earning));
      const [row] = await portal.sql(
        "select coalesce(sum(l.amount), 0)::int as rupees from allocations l join demand_drafts d on d.id = l.demand_draft_id where d.state <> 'returned_by_bank' and d.replaced_by is null and extract(year from l.allocated_at at time zone 'Asia/Kolkata') = $1",
        [year],
      );
      expect(
        body.months.reduce((a: number, b: number) => a + b, 0),
        `revenue of ${year}`,
      ).toBe(row!.rupees);
    }
    const [now] = await portal.sql(
      "select count(*)::int as n from allocations where allocated_at >= date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'",
    );
    expect(now!.n, 'allocated this month').toBeGreaterThan(0);
  });

  test('Demo 28 trends mean something: every tile has this month and the same days of last month to compare', async () => {
    for (const path of ['/api/dashboard/applications', '/api/dashboard/fees']) {
      const { body } = await desks.admin.get(path);
      for (const [tile, figure] of Object.entries<Json>(body).filter(([, one]) => 'lastMonth' in one)) {
        expect(figure.value, tile).toBeGreaterThan(0);
        expect(figure.lastMonth, `${tile} last month`).not.toBe(0);
        expect(figure.thisMonth, `${tile} this month`).not.toBe(0);
      }
    }
    const page = await openPage(browser, portal, desks.admin, '/admin/dashboard');
    const tile = page.getByRole('main').getByText('Total Applications', { exact: true }).first();
    await tile.waitFor();
    await eventually(
      async () => ((await page.getByRole('main').textContent()) ?? '').match(/\d\s?%/g)?.length,
      { what: 'trends in per cent' },
    );
    await page.context().close();
  });

  test('Demo 29 reprint requests in every state: Pending, Approved, Rejected', async () => {
    const states = await portal.sql(
      "select distinct coalesce(status, 'pending') as status from reprint_requests order by 1",
    );
    expect(states.map(({ status }) => status)).toEqual(['approved', 'pending', 'rejected']);
  });

  for (const list of lists)
    test(`Demo 30 ${list.path} has rows of its own to show`, async () => {
      const page = await openPage(browser, portal, desks[list.desk], list.path);
      await waitForList(page);
      // The receivers' screen has a second table under the first, which comes a moment later.
      const grid = await eventually(
        async () => {
          const found = await gridOf(page, list.columns);
          return found.rows.length > 0 && found;
        },
        { within: 8_000, what: `rows of ${list.path}` },
      );
      expect(columnAt(grid, list.columns[0]!)).toBeGreaterThanOrEqual(0);
      if (list.empty) expect(await page.getByText(list.empty, { exact: true }).count()).toBe(0);
      await page.context().close();
    });

  test('Demo 31 it stays a demo: nothing is sent, mails are in the outbox', async () => {
    const outbox = await ask(portal, 'GET', `/api/demo/outbox?to=${emails.admin}`);
    expect(outbox.status).toBe(200);
    expect(outbox.body.length).toBeGreaterThan(0);
  });
});
