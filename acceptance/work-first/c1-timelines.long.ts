import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { settle } from '../harness/list-page.ts';
import { eventually } from '../harness/portal.ts';
import { indianDayOf, type Office, openOffice } from './w-office.ts';
import { goTo } from './w-palette.ts';
import { desksAs, printOne, type Records, recordOf, timelineOf } from './w-records.ts';

// Stage 10: "A record page with a timeline for application, certificate, draft, sheet, run and person". UX.md: "A record has a page
// with a timeline: received → drafts → decided → printed on sheet A001004 → handed over, each with who, when, from which desk,
// and its event; drafts, files, mails, copies, runs, corrections on it." The truth is the audit log, by own SQL.

let office: Office;
let browser: Browser;
let records: Records;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 5 });
  records = await printOne(office, 'COL002');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

type Kind = {
  name: string;
  open: () => Promise<{ list: string; number: string } | { palette: string; like: RegExp }>;
  ids: () => Promise<string[]>;
};
const sheet = () => records.printed.sheets[0]!;
const registration = async () =>
  (
    await office.portal.sql<{ number: string }>(
      'select registration_number as number from applications where id = $1',
      [sheet().applicationId],
    )
  )[0]!.number;

/** The lists are those of the auditor, who reads everything. */
const kinds: Kind[] = [
  {
    name: 'application',
    open: async () => ({ list: '/auditor/applications', number: await registration() }),
    ids: async () => [sheet().applicationId],
  },
  {
    name: 'certificate',
    open: async () => ({ list: '/auditor/certificates', number: sheet().number }),
    ids: async () => [sheet().certificateId],
  },
  {
    name: 'draft',
    open: async () => ({ list: '/auditor/demand-drafts', number: records.draft.number }),
    ids: async () => [records.draft.id],
  },
  {
    name: 'sheet',
    open: async () => ({ palette: sheet().serial, like: /sheet|blank|serial/i }),
    // Open: whether the blank's page has the events of its paper as well; those of the sheet's certificate and run name it.
    ids: async () => [],
  },
  {
    name: 'run',
    open: async () => {
      const [run] = await office.portal.sql(
        'select run_number::text as number from print_runs where id = $1',
        [records.printed.runId],
      );
      return { palette: run!.number, like: /\brun\b/i };
    },
    ids: async () => [records.printed.runId],
  },
  {
    name: 'person',
    open: async () => ({ palette: office.desks.receiver.email, like: /@|receiver|staff|person/i }),
    // What happened to the account, not everything that the person did.
    ids: async () => [office.desks.receiver.staffId],
  },
];

describe('3 timelines', { timeout: 180_000 }, () => {
  for (const kind of kinds) {
    test(`3 "A record page with a timeline": ${kind.name}, "each with who, when, from which desk, and its event"`, async () => {
      const desk = kind.name === 'person' ? office.desks.admin : office.desks.auditor;
      const start = kind.name === 'person' ? '/admin/dashboard' : '/auditor/overview';
      const page = await openPage(browser, office.portal, desk, start);
      await settle(page);
      const way = await kind.open();
      if ('list' in way) await page.goto(await recordOf(page, way.list, way.number));
      else await goTo(page, way.palette, way.like);
      const events = await office.portal.sql<{
        at: Date;
        actor_name: string;
        desk: string;
        event: string;
        sequence: string;
      }>(
        // The chain has digests in place of names; the account of who acts has the name.
        'select e.at, coalesce(s.name, e.actor_name) as actor_name, e.desk, e.event, e.sequence from audit_events e left join staff s on s.id = e.actor_id where e.record_id = any ($1) order by e.sequence',
        [await kind.ids()],
      );
      const wanted = Math.max(1, Math.min(events.length, 2));
      const entries = await eventually(
        async () => {
          const found = await timelineOf(page);
          return found.length >= wanted && found;
        },
        { what: `${wanted} entries of the ${kind.name}` },
      );
      for (const { at, actor_name: actor, desk: from, event } of events) {
        const fitting = entries.filter(
          ({ text }) =>
            (text.includes(actor) || from === 'portal') &&
            text.includes(indianDayOf(at)) &&
            desksAs[from]!.test(text),
        );
        expect(
          fitting,
          `${event} by ${actor} of ${from}, ${indianDayOf(at)}, in ${JSON.stringify(entries.map(({ text }) => text))}`,
        ).not.toEqual([]);
      }
      // "and its event": for who may read the audit log, each entry of an event has a link to it; those of a person are the rows
      // of the audit log themselves.
      expect(
        (kind.name === 'person' ? [] : entries)
          .filter(({ links }) => !links.some((link) => /audit|event/i.test(link)))
          .map(({ text }) => text),
      ).toEqual([]);
      await page.context().close();
    });
  }

  test('3 "received → drafts → decided → printed on sheet A001004 → handed over": in this order on the application', async () => {
    const { receiver } = office.desks;
    const path = `/api/certificates/${sheet().certificateId}`;
    await receiver.act('POST', `${path}/hand-over`, {
      version: (await receiver.get(path)).body.version,
      collectedBy: records.name,
      identitySeen: 'College identity card',
    });
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    await page.goto(await recordOf(page, '/admin/total-applications', await registration()));
    const texts = (await timelineOf(page)).map(({ text }) => text);
    const steps = [
      /received/i,
      new RegExp(`draft|${records.draft.number}`, 'i'),
      /verified/i,
      new RegExp(sheet().serial),
      /handed over|collected/i,
    ];
    const at = steps.map((step) => texts.findIndex((text) => step.test(text)));
    expect(at, `${steps} in ${JSON.stringify(texts)}`).not.toContain(-1);
    // Open: oldest first or newest first.
    const [first, , decided, , last] = at as [number, number, number, number, number];
    expect((first < decided && decided < last) || (first > decided && decided > last), `${at}`).toBe(true);
    await page.context().close();
  });

  test('3 "drafts, files, mails, copies, runs, corrections on it": the application’s page names them', async () => {
    const page = await openPage(browser, office.portal, office.desks.admin, '/admin/dashboard');
    await page.goto(await recordOf(page, '/admin/total-applications', await registration()));
    await settle(page);
    const [files] = await office.portal.sql(
      'select f.original_name as photo, (select run_number::text from print_runs where id = $2) as run from applications a join files f on f.id = a.photo_file_id where a.id = $1',
      [sheet().applicationId, records.printed.runId],
    );
    const text = async () => (await page.getByRole('main').textContent()) ?? '';
    for (const tab of await page.getByRole('main').getByRole('tab').all()) await tab.click();
    await eventually(async () => (await text()).includes(records.draft.number), { what: 'the draft' });
    for (const word of [files!.photo, sheet().serial, sheet().number]) expect(await text()).toContain(word);
    expect(await text(), 'its run').toContain(`R-${files!.run.padStart(6, '0')}`);
    await page.context().close();
  });
});
