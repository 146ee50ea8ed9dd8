import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import { between, letters } from '../harness/random.ts';
import {
  dryRunOnScreen,
  exportOnScreen,
  importOnScreen,
  openPackPage,
  settingsGroup,
} from './a-checklist.ts';
import { fieldOf, keys, menuLabels, packOperations, rowsOf, takesBytes, universityNames } from './a-names.ts';
import {
  firstPack,
  packCommand,
  readPack,
  readZip,
  secondPack,
  versionKey,
  zip,
  zipFolder,
} from './a-packs.ts';
import { changesBetween, employ, emptyUniversity, once, snapshot, type University } from './a-university.ts';

// UNIVERSITY.md 5: "`npm run pack -- check|import|export PATH`, and the same on the Settings page with a dry run that lists
// what would change." The issue: "check, import and export on screen and on the command line".

let university: University;
let browser: Browser;

beforeEach(
  once(async () => {
    university = await emptyUniversity();
    browser = await openBrowser({ slowMo: 0 });
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

describe('packs on the Settings page', { timeout: 300_000 }, () => {
  test('7.2 admin: the page is reached through the menu group Settings', async () => {
    const page = await open();
    const { entries } = await settingsGroup(page);
    expect(
      entries.some(({ text }) => menuLabels.pack.test(text)),
      `Settings has ${entries.map(({ text }) => text).join(', ') || 'no entries'}`,
    ).toBe(true);
    await openPackPage(page);
    expect(await page.locator('main h1').textContent()).toMatch(/pack|settings/i);
    await page.context().close();
  });

  test('7.2: a bad pack is refused on the screen with path, found and wanted; nothing can be imported from there', async () => {
    const { pack, files } = readPack(firstPack());
    const unknown = between(900, 999);
    const bad = { ...pack, [versionKey(pack)]: unknown };
    const before = await snapshot(university.portal);
    const page = await open();
    const said = await dryRunOnScreen(
      page,
      zip(new Map([...files, ['pack.json', Buffer.from(JSON.stringify(bad))]])),
    );
    expect(said).toContain(versionKey(pack));
    expect(said).toContain(String(unknown));
    expect(said).toContain(String(pack[versionKey(pack)]));
    const button = page.getByRole('main').getByRole('button', { name: /^import/i, disabled: false });
    expect(await button.count(), 'a button that would import it').toBe(0);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
    await page.context().close();
  });

  test('7.2: the dry run lists what would change, by name and by count, and writes nothing', async () => {
    const { pack } = readPack(secondPack());
    const before = await snapshot(university.portal);
    const page = await open();
    const said = await dryRunOnScreen(page, zipFolder(secondPack()));
    for (const row of rowsOf(pack, 'courses').rows) expect(said).toContain(fieldOf(row, keys.code));
    for (const row of rowsOf(pack, 'types').rows)
      expect(said).toContain(fieldOf(row, /^name$/i) ?? fieldOf(row, keys.code));
    expect(said).toContain(universityNames(pack).find(({ tag }) => /^en/.test(tag))!.name);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
    // Leaving the page is leaving it alone.
    await page.goto('/admin/dashboard');
    await settle(page);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});
    await page.context().close();
  });

  test('7.2: imported on the screen, the same pack would change nothing, and its export is the pack of the command', async () => {
    const page = await open();
    await dryRunOnScreen(page, zipFolder(secondPack()));
    await importOnScreen(page);
    const before = await snapshot(university.portal);
    const again = await dryRunOnScreen(page, zipFolder(secondPack()), `again-${letters(4)}.zip`);
    expect(again).toMatch(/nothing|no changes?|unchanged/i);
    expect(changesBetween(before, await snapshot(university.portal))).toEqual({});

    const exported = readZip(await exportOnScreen(page));
    const check = packCommand(['check', secondPack()], university);
    expect(check.code, check.text).toBe(0);
    expect(universityNames(exported.pack).map(({ name }) => name)).toEqual(
      universityNames(readPack(secondPack()).pack).map(({ name }) => name),
    );
    await page.context().close();
  });

  test('7.2: import and export are for admins, and the import stands in the audit log under the name of who did it', async () => {
    const { check, apply, exported } = await packOperations(university.portal);
    for (const role of ['receiver', 'case_worker', 'printer'] as const) {
      const person = await employ(university, role);
      for (const operation of [check, apply, exported]) {
        const path = operation.path.replaceAll(/\{\w+\}/g, '01a20649-1443-747f-b531-0a854645821b');
        const answer = await person.ask(operation.method, `${path}?name=pack.zip`, {
          ...(operation.method === 'GET'
            ? {}
            : takesBytes(operation)
              ? { bytes: 'PK', headers: { 'content-type': Object.keys(operation.content)[0]! } }
              : { body: {} }),
        });
        expect(answer.status, `${role}: ${operation.method} ${operation.path}`).toBe(403);
      }
    }
    // UNIVERSITY.md 1: "Every master: … audit event".
    const [row] = await university.portal.sql(
      "select count(*)::int as events from audit_events where event ~ '^(packs?|courses)' and actor_id = $1",
      [university.admin.staffId],
    );
    expect(row!.events, 'events of what was imported on the screen').toBeGreaterThan(0);
  });
});

async function open(): Promise<Page> {
  const page = await openPage(browser, university.portal, university.admin, '/');
  await settle(page);
  return page;
}
