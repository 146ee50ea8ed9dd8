import type { Browser } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { ask } from '../harness/people.ts';
import { lineNamed } from './a-checklist.ts';
import { type FirstDay, firstDay } from './a-first-day.ts';
import { demand, onTheChecklist, universityNames } from './a-names.ts';
import { renderNumber, seriesOf } from './a-oracle.ts';
import { firstPack, readPack } from './a-packs.ts';
import { bareUniversity, once, type University } from './a-university.ts';

// The issue, done when 1: "On an empty production database: create the administrator by command, import a pack, complete
// the checklist, receive the first application, verify, print, hand over, verify as a stranger: one journey without demo
// mode".

let university: University;
let browser: Browser;
let reached: FirstDay | undefined;
const academicYear = '2024-25';

beforeEach(
  once(async () => {
    university = await bareUniversity();
    browser = await openBrowser({ slowMo: 0 });
  }),
  240_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

/** The journey of the first test; what follows is about it. */
const theDay = () => demand(reached, 'the journey of the first test did not come to its end');

describe('first day', { timeout: 600_000 }, () => {
  test('7.1: from an empty production database to a sheet that a stranger verifies, on the screens', async () => {
    const empty = await university.portal.sql(
      'select (select count(*) from staff) + (select count(*) from courses) + (select count(*) from colleges) + (select count(*) from applications) as rows',
    );
    expect(Number(empty[0]!.rows), 'rows of the empty database').toBe(0);
    reached = await firstDay(browser, university, { folder: firstPack(), academicYear });
    expect(reached.verdict).toMatch(/genuine/i);
    expect(reached.verdict).toContain(reached.candidate.name);
  });

  test('7.1: by SQL everything of it is there once, and each act by another person', async () => {
    const day = theDay();
    const [row] = await university.portal.sql(
      `select a.status, a.candidate_name as name, a.total_amount as total, a.paid_amount as paid, c.state,
         a.received_by <> a.verified_by as others, s.outcome, b.state as blank
       from applications a join certificates c on c.application_id = a.id
       join sheets s on s.certificate_id = c.id join blanks b on b.id = s.blank_id`,
    );
    expect(row).toMatchObject({
      status: 'verified',
      name: day.candidate.name,
      total: day.candidate.total,
      paid: day.candidate.total,
      state: 'handed_over',
      others: true,
      outcome: 'good',
      blank: 'printed',
    });
  });

  test('7.1: its number is the first of the series that the pack gives to the type', () => {
    const day = theDay();
    const { pack } = readPack(firstPack());
    const { pattern, next } = seriesOf(pack, day.plan.type);
    expect(day.number).toBe(renderNumber(pattern, academicYear, next));
  });

  test("7.1: 'without demo mode': no sample data, no outbox for everybody, and the audit chain began empty", async () => {
    theDay();
    expect((await ask(university.portal, 'GET', '/api/demo/outbox')).status).toBeGreaterThanOrEqual(400);
    const events = await university.portal.sql<{ event: string }>(
      'select event from audit_events order by sequence',
    );
    expect(events.map(({ event }) => event).filter((event) => /demo/.test(event))).toEqual([]);
    const people = await university.portal.sql("select 1 from staff where email like '%@dikshant.example'");
    expect(people).toEqual([]);
  });

  // UNIVERSITY.md 5: "a fresh production database has one administrator and opens on a checklist, each line with its state
  // and its link".
  test('7.1 checklist: the portal opens on it, each line has a state and a link, and every state changes with the work', () => {
    const [atFirst, ...later] = theDay().checklists;
    const atLast = later.at(-1)!;
    for (const name of onTheChecklist) {
      const line = lineNamed(atFirst!, name);
      expect(line.hrefs.length, `a link in the line of ${name}: ${line.text}`).toBeGreaterThan(0);
      expect(line.isDone, `${name} at first: ${line.text}`).toBe(false);
      expect(lineNamed(atLast, name).isDone, `${name} in the end`).toBe(true);
    }
  });

  test('7.1 checklist: what a pack brings is done once it is imported, what it cannot bring is not', () => {
    const afterPack = theDay().checklists[1]!;
    for (const name of ['university', 'courses', 'certificate types', 'offices', 'fees', 'convocation'])
      expect(lineNamed(afterPack, name).isDone, name).toBe(true);
    // "It holds every master and no person", and a proof is signed by people.
    expect(lineNamed(afterPack, 'template proof').isDone, 'template proof').toBe(false);
  });

  test('7.1: the dry run on the Settings page named what it would bring, before anything was written', () => {
    const day = theDay();
    const { pack } = readPack(firstPack());
    const missing = universityNames(pack)
      .filter(({ tag }) => /^en/.test(tag))
      .filter(({ name }) => !day.dryRun.includes(name));
    expect(missing, day.dryRun.slice(0, 600)).toEqual([]);
    expect(day.dryRun).toMatch(/\d/);
  });

  // UNIVERSITY.md 1, University: "theme of portal, mails, papers, /verify and sheet".
  test("7.1: the stranger's page and the mails carry the university's own name", async () => {
    const day = theDay();
    const { pack } = readPack(firstPack());
    const english = universityNames(pack).find(({ tag }) => /^en/.test(tag))!.name;
    expect(day.verdict).toContain(english);
    const last = university.mails.received.at(-1)!;
    const names = universityNames(pack).map(({ name }) => name);
    expect(
      names.some((name) => last.text.includes(name)),
      `the newest mail names none of ${names.join(', ')}: ${last.text}`,
    ).toBe(true);
  });
});
