import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { menuEntries, settle } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { pick } from '../harness/random.ts';
import { homes } from '../harness/screens.ts';
import { finish, printSheets } from '../sheets/a-sheets.ts';
import { type Office, openOffice, rareName } from './w-office.ts';
import { goTo, offered, openPalette } from './w-palette.ts';

// Stage 10: "Ctrl+K, `?`, recent records, a copy button on every number. Found by number or name within the person's scope:
// application, roll, convocation, draft, blank, slip, run, bundle, person." UX.md 3: "Any record in ≤ 3 keystrokes and its
// number. Ctrl+K, then number or scan: application, roll, convocation, DD or blank number → the record".

let office: Office;
let browser: Browser;
let name: string;
type Row = { word: string; like: RegExp; shows: RegExp };

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser();
  name = rareName();
  const [type] = (await office.desks.receiver.get('/api/application-choices')).body.certificateTypes;
  await finish(office, await printSheets(office, type, [{ candidateName: name }]));
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * What a kind is found by, and what the record's page then has to say; the words of the kind are patterns. Slips, runs and bundles
 * have the number that stands on them: a bare 1 is that of several records.
 */
const kinds: Record<string, () => Promise<Row>> = {
  'application by acknowledgement number': () => candidate('acknowledgement_number::text', /appl|acknowl/),
  'application by registration number': () => candidate('registration_number', /appl|student|person/),
  'application by roll number': () => candidate('exam_roll_number', /appl|student|person/),
  'application by name': () => candidate('candidate_name', /appl|student|person/),
  'certificate by convocation number': () => candidate('convocation_number', /cert|appl|convoc/),
  draft: () =>
    one(
      "select d.number as word, d.bank || ' ' || d.branch as shown from demand_drafts d order by 1",
      /draft|DD/,
    ),
  'blank serial': () =>
    one(
      "select b.serial as word, b.serial as shown from blanks b where b.state in ('printed', 'in_store', 'issued') order by 1",
      /blank|sheet|serial/,
    ),
  'deposit slip': () =>
    one(
      "select 'DS-' || lpad(slip_number::text, 6, '0') as word, account as shown from deposit_slips order by 1",
      /slip/,
    ),
  'print run': () =>
    one(
      "select 'R-' || lpad(run_number::text, 6, '0') as word, p.name as shown from print_runs r join papers p on p.id = r.paper_id order by 1",
      /run/,
    ),
  bundle: () =>
    one(
      "select 'B-' || lpad(bundle_number::text, 6, '0') as word, delivered_to as shown from bundles order by 1",
      /bundle/,
    ),
  'person of the staff by name': () =>
    one(
      'select name as word, name as shown from staff order by 1',
      /staff|person|@|worker|receiver|printer|auditor|admin/,
    ),
};

async function candidate(column: string, kind: RegExp): Promise<Row> {
  const [row] = await office.portal.sql<{ word: string; shown: string }>(
    `select ${column} as word, candidate_name as shown from applications where candidate_name = $1`,
    [name],
  );
  return rowOf(row!, kind);
}

async function one(sql: string, kind: RegExp): Promise<Row> {
  return rowOf(pick(await office.portal.sql<{ word: string; shown: string }>(sql)), kind);
}

function rowOf({ word, shown }: { word: string; shown: string }, kind: RegExp): Row {
  return {
    word,
    // The number as a word of its own, and the kind in the same line.
    like: new RegExp(
      `(?=.*(?<![\\w])0*${literal(word)}(?!\\w))(?=.*(${kind.source}))|(?=.*${literal(shown)})(?=.*(${kind.source}))`,
      'i',
    ),
    shows: new RegExp(literal(shown.split(' ')[0]!), 'i'),
  };
}

describe('2 Ctrl+K', { timeout: 120_000 }, () => {
  for (const [kind, find] of Object.entries(kinds)) {
    test(`2 "Found by number or name": ${kind}, in ≤ 3 keys and its number`, async () => {
      const { word, like, shows } = await find();
      const start = pick(['/admin/dashboard', '/admin/total-applications', '/admin/demand-drafts']);
      const page = await openPage(browser, office.portal, office.desks.admin, start);
      await settle(page);
      expect(await goTo(page, word, like), 'keys beside the number').toBeLessThanOrEqual(3);
      await eventually(
        async () => {
          const text = (await page.getByRole('main').textContent()) ?? '';
          expect(text, `${kind} ${word}: its record`).toContain(word);
          expect(text, `${kind} ${word}: its record`).toMatch(shows);
          return true;
        },
        { within: 5_000, what: `the record of ${kind} ${word}` },
      );
      await page.context().close();
    });
  }

  test('2 "any screen": each screen of the menu is found by its name, on every desk', async () => {
    for (const [desk, { start }] of Object.entries(homes)) {
      const page = await openPage(browser, office.portal, office.desks[desk as keyof typeof homes], start[0]);
      await settle(page);
      const entry = pick(
        (await menuEntries(page)).filter(({ text, href }) => text.length > 4 && href !== start[0]),
      );
      // A desk whose menu has one entry finds that one from another screen.
      const target = entry ?? { text: 'Manage Application', href: start[0] };
      if (!entry) await page.goto(start.at(-1)!);
      const label = target.text.replace(/\s*\d[\d,]*$/, '');
      await goTo(page, label, new RegExp(`^${literal(label)}\\b`, 'i'));
      expect(new URL(page.url()).pathname, `${desk}: ${label}`).toBe(
        new URL(target.href, page.url()).pathname,
      );
      await page.context().close();
    }
  });

  test('2 "recent records": what was opened stands there without typing, the newest first', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    const rows = [await kinds.draft!(), await kinds['application by registration number']!()];
    for (const { word, like } of rows) {
      await goTo(page, word, like);
      await settle(page);
    }
    await openPalette(page);
    const list = await eventually(
      async () => {
        const found = await offered(page);
        return (
          rows.every(({ word, like }) => found.some((text) => text.includes(word) || like.test(text))) &&
          found
        );
      },
      { what: 'both records among the recent ones' },
    );
    const at = rows.map(({ word, like }) => list.findIndex((text) => text.includes(word) || like.test(text)));
    expect(at[1], `${list}`).toBeLessThan(at[0]!);
    await page.context().close();
  });

  test('2 recent records are one’s own: another person’s palette does not have them', async () => {
    const page = await openPage(browser, office.portal, office.desks.otherAdmin, '/admin/dashboard');
    await openPalette(page);
    await page.waitForTimeout(1_000);
    expect((await offered(page)).join('\n')).not.toContain(name);
    await page.context().close();
  });

  for (const [desk, path, act] of [
    ['receiver', '/application-receiver/manage-application', 'New application'],
    ['admin', '/admin/college-management', 'Add College'],
    ['admin', '/admin/student-master', 'Bulk Upload'],
  ] as const) {
    test(`2 "actions of this screen": '${act}' on ${path}`, async () => {
      const page = await openPage(browser, office.portal, office.desks[desk], path);
      await settle(page);
      const before = page.url();
      await openPalette(page);
      await page.keyboard.type(act.slice(0, 8));
      await eventually(async () => (await offered(page)).some((text) => text.includes(act)), {
        what: `${act} in the palette`,
      });
      await page.keyboard.press('Enter');
      await eventually(
        async () =>
          page.url() !== before || (await page.getByRole('dialog').filter({ hasText: act }).count()) > 0,
        { what: `what ${act} does` },
      );
      await page.context().close();
    });
  }

  test('2 what nobody has is said in words, and Escape gives the focus back', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/total-applications');
    await settle(page);
    const dialog = await openPalette(page);
    await page.keyboard.type(`zz${rareName()}`);
    await eventually(
      async () =>
        /no(thing)?\b.*(found|match|result)|not found/i.test(
          (await page.getByRole('dialog').last().textContent()) ?? '',
        ),
      {
        what: 'a sentence that nothing is found',
      },
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
  });
});
