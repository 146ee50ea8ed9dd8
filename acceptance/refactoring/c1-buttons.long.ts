import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hold, openBrowser, openPage } from '../harness/browser.ts';
import { buttonsOf, dialogIsOpen, focusButton } from '../harness/buttons.ts';
import { borrowOrStart, type Desks, openDesks } from '../harness/desks.ts';
import { crawl, rest, scan, waitForList } from '../harness/list-page.ts';
import type { Portal } from '../harness/portal.ts';
import { between, digits, letters } from '../harness/random.ts';
import { drawPhoto, printCertificates, upload } from '../harness/records.ts';
import { everyDesk } from '../harness/screens.ts';

// FAULTS.md C1 on every desk: "Enter confirms only what the last key opened; held keys count once", for every button of
// every screen. What counts is the audit log: each command writes its event in its own transaction.
// Open: which acts are irreversible. An act that happens without a question may happen once for a held key; one that
// asks may not happen at all. Scans are tried where the question's own button has the verb of an office's act.

let portal: Portal;
let desks: Desks;
let browser: Browser;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  browser = await openBrowser({ slowMo: 5 });
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const grave =
  /delete|remove|destroy|withdraw|close|reject|approve|cancel the|cancel slip|hand over|spoil|missing|refund|return|realise|deposit|disable|issue|count|sign off/i;

describe('C1 on every button', { timeout: 3_600_000 }, () => {
  for (const desk of everyDesk) {
    test(`C1 ${desk}: Enter held on any button confirms nothing that it asks`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      let asked = 0;
      for (const path of await crawl(page, desk)) {
        for (const button of await buttonsOf(page, path)) {
          if (!(await focusButton(page, path, button))) continue;
          const before = await events();
          await hold(page, 'Enter', between(15, 25));
          await rest(page);
          const happened = (await events()) - before;
          // A dialog that shows what became of the act (the record of a new deposit slip) asks nothing.
          const isAsked = await page
            .getByRole('dialog')
            .getByRole('button', { name: 'Cancel', exact: true })
            .count();
          if (isAsked > 0) asked += 1;
          if (happened > (isAsked > 0 ? 0 : 1)) faults.push(`${path} '${button.name}': ${happened} events`);
          await leave(page);
        }
      }
      if (desk === 'admin') expect(asked).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    test(`C1 ${desk}: a scan into the question of an act confirms nothing`, async () => {
      const page = await openPage(browser, portal, desks[desk], '/');
      const faults: string[] = [];
      for (const path of await crawl(page, desk)) {
        for (const button of await buttonsOf(page, path)) {
          if (!grave.test(button.name) || !(await focusButton(page, path, button))) continue;
          await page.keyboard.press('Enter');
          await rest(page);
          if (await dialogIsOpen(page)) {
            const before = await events();
            await scan(page, `A${digits(6)}`);
            await rest(page);
            const happened = (await events()) - before;
            if (happened > 0) faults.push(`${path} '${button.name}': ${happened} events`);
          }
          await leave(page);
        }
      }
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }

  test('C1 reprint approvals: keys on the select and a scan into it decide nothing without a question', async () => {
    desks = await openDesks(portal); // signed in again: the tests before take longer than a session may be idle
    await requestReprint();
    const page = await openPage(browser, portal, desks.admin, '/admin/pending-reprint-approvals');
    await waitForList(page);
    const before = await decided();
    const select = page
      .getByRole('main')
      .locator('[role=row] [role=combobox], [role=row] select, tr [role=combobox], tr select')
      .first();
    for (const keys of [['a'], ['ArrowDown'], ['r'], ['End']]) {
      await select.focus();
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForTimeout(400);
      expect(await decided(), keys.join()).toBe(before);
      await leave(page);
    }
    await select.focus();
    await scan(page, `A${digits(6)}`);
    await page.waitForTimeout(500);
    expect(await decided(), 'a scan').toBe(before);
    await page.context().close();
  });
});

async function events(): Promise<number> {
  // What the portal does by itself, as sending a mail that was asked for, is no key's work.
  const [row] = await portal.sql(
    "select count(distinct request_id)::int as events from audit_events where desk <> 'portal'",
  );
  return row!.events;
}

async function decided(): Promise<number> {
  // Whatever the column is called: requests whose row says approved or rejected.
  const rows = await portal.sql(
    "select count(*)::int as requests from reprint_requests r where r::text ~ '(approved|rejected)'",
  );
  return rows[0]!.requests;
}

/** Whatever was opened is left without saving. */
async function leave(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await dialogIsOpen(page)); tries += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
}

/** A request that waits to be decided. */
async function requestReprint(): Promise<void> {
  const [printed] = await printCertificates(portal, desks, 1);
  await desks.receiver.act('POST', '/api/reprint-requests', {
    certificateId: printed!.id,
    reason: `Smudged ${letters(6)}`,
    errorPhotoFileId: await upload(desks.receiver, 'error_photo', await drawPhoto(), 'error.jpg'),
  });
}
