import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { openDesks } from '../harness/desks.ts';
import { columnAt, crawl, gridOf, hasList, settle } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { everyDesk } from '../harness/screens.ts';
import { type Office, openOffice, personAt } from './w-office.ts';
import { callsOf, linksTo, printOne, type Records, recordOf, refuses, timelineOf } from './w-records.ts';

// Stage 10: "every number on every screen links to it; event ↔ record"; UX.md: "Every number on any screen leads to its record";
// PRODUCT.md 2: "With a college code a person sees and touches only that college's records — in lists, counts, files, exports
// and direct addresses alike."

let office: Office;
let browser: Browser;
let records: Records;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
  records = await printOne(office, 'COL002');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

/** Columns that hold a number of a record that has a page. A phone, a tracking number or a count is none. */
const numbered =
  /registration number|reg(istration)? no|exam roll|roll no|convocation (number|no)|^(dd|draft|demand draft)( reference)? (number|no)|dd ref|^(slip|run|bundle|blank|serial|acknowledg\w*)( (number|no|serial))?$/i;

describe('3 every number leads to its record', { timeout: 1_200_000 }, () => {
  for (const desk of everyDesk) {
    test(`3 ${desk}: "every number on every screen links to it"`, async () => {
      const page = await openPage(browser, office.portal, office.desks[desk], '/');
      await settle(page);
      const dead: string[] = [];
      for (const path of await crawl(page, desk)) {
        await page.goto(path);
        if (!(await hasList(page))) continue;
        const grid = await gridOf(page);
        const row = grid.rows[0];
        for (const [at, header] of grid.headers.entries()) {
          const number = row?.cells[at]?.line ?? '';
          if (!numbered.test(header.text) || !/\d/.test(number)) continue;
          if (!(await linksTo(page, number)).length) dead.push(`${path}: ${header.text} ${number}`);
        }
      }
      expect(dead).toEqual([]);
      await page.context().close();
    });
  }

  test('3 a number of a list leads to the record that has it, and the click opens no dialog of the row besides', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/total-applications');
    await hasList(page);
    const grid = await gridOf(page);
    const at = columnAt(grid, /registration/i);
    const number = grid.rows[0]!.cells[at]!.line;
    const links = await linksTo(page, number);
    expect(links, `${number} as a link`).not.toEqual([]);
    await page.getByRole('main').getByRole('link', { name: number }).first().click();
    await eventually(() => page.url().includes(links[0]!.split('?')[0]!), { what: 'the record' });
    await settle(page);
    expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('main').textContent()).toContain(number);
    await page.context().close();
  });

  test('3 "event ↔ record": from the record to its event, and from the event back', async () => {
    const page = await openPage(browser, office.portal, office.desks.auditor, '/auditor/overview');
    const address = await recordOf(page, '/auditor/demand-drafts', records.draft.number);
    await page.goto(address);
    const entries = await timelineOf(page);
    const link = entries.flatMap(({ links }) => links).find((one) => /audit|event/i.test(one));
    expect(link, 'an entry with a link to its event').toBeDefined();
    await page.goto(link!);
    await settle(page);
    const [event] = await office.portal.sql(
      "select e.sequence::text as sequence, s.name as actor_name from audit_events e join staff s on s.id = e.actor_id where e.record_id = $1 and e.event like 'demand_drafts.%' order by e.sequence limit 1",
      [records.draft.id],
    );
    const shown = ((await page.locator('body').textContent()) ?? '').replaceAll(',', '');
    expect(shown, 'the event says who').toContain(event!.actor_name);
    // Back: the event's own link leads to the record's page.
    const back = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main a[href], [role=dialog] a[href]')].map((a) => new URL(a.href).pathname)",
    );
    expect(back, 'a link of the event to its record').toContain(address.split('?')[0]);
    await page.context().close();
  });

  for (const [name, list, numberOf, own] of [
    ['application', '/admin/total-applications', 'registration', 'applicationId'],
    ['certificate', '/admin/printed-certificates', 'number', 'certificateId'],
    ['draft', '/admin/demand-drafts', 'draft', 'draft'],
  ] as const) {
    test(`3 scope: the page of another college's ${name} says nothing, by address and by its calls`, async () => {
      // Signed in again: hiring asks for a fresh session, and the screens before took longer.
      office.desks = await openDesks(office.portal);
      const sheet = records.printed.sheets[0]!;
      const [row] = await office.portal.sql('select registration_number from applications where id = $1', [
        sheet.applicationId,
      ]);
      const number = {
        registration: row!.registration_number,
        number: sheet.number,
        draft: records.draft.number,
      }[numberOf];
      const id = own === 'draft' ? records.draft.id : sheet[own];
      const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
      const address = await recordOf(page, list, number);
      const calls = await callsOf(page, address, [id, number]);
      expect(calls.length, `calls of ${address}`).toBeGreaterThan(0);
      await page.context().close();
      const secrets = [records.name, row!.registration_number];
      for (const role of ['case_worker', 'receiver', 'printer', 'auditor'] as const) {
        const stranger = await personAt(office, role, 'COL001');
        const faults = await Promise.all(calls.map((path) => refuses(stranger, path, secrets)));
        expect(faults.filter(Boolean), role).toEqual([]);
        // The same address, and the same under the stranger's own desk, whose prefix may stand in it.
        const prefix = {
          case_worker: 'case-worker',
          receiver: 'application-receiver',
          printer: 'printer',
          auditor: 'auditor',
        }[role];
        for (const one of new Set([address, address.replace(/^\/admin\//, `/${prefix}/`)])) {
          const view = await openPage(browser, office.portal, stranger, one);
          await settle(view).catch(() => {});
          const text = (await view.locator('body').textContent()) ?? '';
          for (const secret of secrets) expect(text, `${one} to ${role} of COL001`).not.toContain(secret);
          expect(text, one).toMatch(/not found|not for your role|no such|no page|cannot|does not exist/i);
          await view.context().close();
        }
      }
    });
  }

  test('3 without a session the record’s page asks to sign in, and returns to it', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    const address = await recordOf(page, '/admin/demand-drafts', records.draft.number);
    await page.context().clearCookies();
    await page.goto(address);
    await page
      .getByLabel(/email id/i)
      .first()
      .waitFor();
    expect((await page.locator('body').textContent()) ?? '').not.toContain(records.draft.number);
    await page.context().close();
  });
});
