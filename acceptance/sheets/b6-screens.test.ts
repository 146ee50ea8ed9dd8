import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { menuEntries, settle } from '../harness/list-page.ts';
import type { Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { settingsGroup } from '../set-up/a-checklist.ts';
import { demand } from '../set-up/a-names.ts';
import { once } from '../set-up/a-university.ts';
import { openOffice, print } from '../set-up/c-office.ts';
import { expectNoWay, openRecord } from '../set-up/c-screens.ts';
import { applyVerified, type Convened, convene } from './b-convene.ts';
import { resolvedRoll } from './b-rolls.ts';
import { byWhoMay, tryBring, trySendOut } from './b-signing.ts';

// What a person sees of rolls, register, signing and templates. The issue, bullets: "Roll with resolution, supplements and struck
// entries; degree register as PDF/A and CSV; signing by hand in batches, out and back." UNIVERSITY.md 1: "one menu group
// 'Settings'"; UX.md: "Every screen highlights an entry of the menu", "No disabled control without its reason", "The same counts
// stand in the menu"; "Nothing is a dead end". Open: labels and routes; adapt the pattern, not the demand.

let browser: Browser;
let free: Convened;

beforeEach(
  once(async () => {
    free = await convene({ office: await openOffice() });
    browser = await openBrowser({ slowMo: 0 });
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await free?.office.portal.remove();
});

const open = (person: keyof Convened['office']['desks'], path: string): Promise<Page> =>
  openPage(browser, free.office.portal, free.office.desks[person], path);

const textOf = async (page: Page) => ((await page.getByRole('main').first().textContent()) ?? '').trim();

describe('the screens', { timeout: 120_000 }, () => {
  test('4 screens: Templates stands in the group Settings and leads to /admin/settings/templates', async () => {
    const page = await open('admin', '/admin/dashboard');
    const { entries } = await settingsGroup(page);
    const entry = entries.find(({ text }) => /^templates$/i.test(text.trim()));
    expect(entry?.href, `Templates among ${entries.map(({ text }) => text).join(', ')}`).toMatch(
      /\/admin\/settings\/templates$/,
    );
  });

  for (const [what, label] of [
    ['the rolls', /\brolls?\b/i],
    ['the degree register', /\bregisters?\b|\brolls?\b/i],
    ['what is out for signature', /\bsign(ature|ing)s?\b/i],
  ] as const)
    test(`5 screens: the admin's menu leads to ${what}, and the page says what it is for`, async () => {
      const page = await open('admin', '/admin/dashboard');
      const entries = await menuEntries(page);
      const entry = demand(
        entries.find(
          ({ text, href }) => label.test(text) && !/exam/i.test(text) && href.startsWith('/admin'),
        ),
        `no entry ${label} in the menu: ${entries.map(({ text }) => text).join(', ')}`,
      );
      await page.goto(entry.href);
      await settle(page);
      // The page's code is fetched with it: until then the page is empty.
      const says = what === 'the degree register' ? /register/i : label;
      await eventually(async () => says.test(await textOf(page)), {
        within: 10_000,
        what: `${says} on ${entry.href}`,
      });
      const current = (await menuEntries(page)).filter(({ isCurrent }) => isCurrent);
      expect(
        current.map(({ href }) => href),
        'the highlighted entry',
      ).toContain(entry.href);
    });

  test('5 screens: the auditor finds rolls and register in a menu of that desk', async () => {
    const page = await open('auditor', '/auditor/overview');
    const entries = await menuEntries(page);
    const entry = demand(
      entries.find(({ text }) => /\b(rolls?|registers?)\b/i.test(text)),
      `no roll and no register in the auditor's menu: ${entries.map(({ text }) => text).join(', ')}`,
    );
    await page.goto(entry.href);
    await settle(page);
    await eventually(async () => (await textOf(page)) !== '', {
      within: 10_000,
      what: `text on ${entry.href}`,
    });
    expect(await textOf(page)).not.toMatch(/not for your role|not found/i);
  });

  test('5 screens: the print queue says that certificates wait for a resolved roll, not nothing', async () => {
    const own = await convene({ office: free.office, asksFor: ['roll'] });
    const { candidateName } = await applyVerified(own);
    const page = await open('printer', '/printer/print-queue');
    await settle(page);
    await eventually(async () => /roll|resolution/i.test(await textOf(page)), {
      within: 10_000,
      what: `a word of the roll for which ${candidateName} waits, on the print queue`,
    });
    await resolvedRoll(own);
  });

  test('7 screens: while a sheet is out for signature, hand over is closed with that reason; back it is open', async () => {
    const own = await convene({ office: free.office, asksFor: ['byHand'] });
    const one = await applyVerified(own);
    await print(own.office, own.paperId);
    const { admin, printer, caseWorker } = own.office.desks;
    const people = [printer, caseWorker, admin];
    const sent = await byWhoMay(people, (person) => trySendOut(own, person, [one.certificateId]));
    expect(sent.status, sent.text).toBe(200);
    const page = await open('admin', '/admin/printed-certificates');
    await openRecord(page, '/admin/printed-certificates', one.candidateName);
    const reason = await expectNoWay(page, /^hand over/i);
    expect(reason, 'the reason beside the closed act').toMatch(/sign/i);
    const { batch } = sent as unknown as { batch: Json };
    const back = await byWhoMay(people, (person) => tryBring(own, person, batch, [one.certificateId]));
    expect(back.status, back.text).toBe(200);
    await openRecord(page, '/admin/printed-certificates', one.candidateName);
    await expect(expectNoWay(page, /^hand over/i), 'hand over is open again').rejects.toThrow(
      /can be used here/,
    );
  });
});
