import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import { gridOf, waitForList } from '../harness/list-page.ts';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { between, shuffled } from '../harness/random.ts';
import { versionOf } from '../harness/records.ts';
import { homes } from '../harness/screens.ts';
import { finish, printSheets } from '../sheets/a-sheets.ts';
import { footerCount, indiaDay, type Office, openOffice, personAt, receiveAt } from './w-office.ts';
import { fitsAge, overdue, type Waiting, waitsOn } from './w-waits.ts';

// Stage 10: "including 'older than 150 days from result' (UGC: 180)". The result is the award record's `result date`
// (UNIVERSITY.md 2). Checked by differences: what the sentence leaves open (whether one whose fee is short is counted) is
// the same before and after.

let office: Office;
let browser: Browser;
const made: Record<'old' | 'young' | 'none', Json[]> = { old: [], young: [], none: [] };
const before = new Map<string, number>();
const bounded = () => personAt(office, 'case_worker', 'COL002');

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 0 });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

async function lineOf(person: Person): Promise<Waiting | undefined> {
  const page = await openPage(browser, office.portal, person, '/');
  try {
    await eventually(() => Object.values(homes).some(({ prefix }) => page.url().includes(`${prefix}/`)));
    return (await waitsOn(page))!.find(({ text }) => overdue.like.test(text));
  } finally {
    await page.context().close();
  }
}

const countOf = async (person: Person) => (await lineOf(person))?.count ?? 0;

describe('1 older than 150 days from result', { timeout: 300_000 }, () => {
  test("1 'older than 150 days from result' counts what is older, not what is not, in the person's scope", async () => {
    const people: [string, Person][] = [
      ...overdue.desks
        .filter((desk) => desk !== 'printer')
        .map((desk): [string, Person] => [desk, office.desks[desk]]),
      ['COL002', await bounded()],
    ];
    for (const [name, person] of people) before.set(name, await countOf(person));
    const wanted = shuffled([
      ...Array.from({ length: between(2, 4) }, () => ({ days: between(152, 900), code: 'COL002' })),
      ...Array.from({ length: between(1, 3) }, () => ({ days: between(152, 900), code: 'COL001' })),
      // The last day that is older, and the first that is not: day 150 itself is not "older than 150 days".
      { days: 151, code: 'COL002' },
      { days: 150, code: 'COL002' },
      { days: between(1, 149), code: 'COL001' },
      { days: 0, code: 'COL003' },
    ]);
    for (const { days, code } of wanted) {
      const application = await receiveAt(office, code, { resultDate: indiaDay(days) });
      made[days > 150 ? 'old' : 'young'].push({ ...application, code, days });
    }
    made.none.push(await receiveAt(office, 'COL002'));
    for (const [name, person] of people) {
      const added = made.old.filter(({ code }) => name !== 'COL002' || code === 'COL002').length;
      expect(await countOf(person), `${name}: ${before.get(name)} and ${added} more`).toBe(
        before.get(name)! + added,
      );
    }
  });

  test('1 its link leads to exactly those rows, and its age is that of the oldest result', async () => {
    expect(made.old.length, 'applications of the test before').toBeGreaterThan(0);
    const person = await bounded();
    const line = (await lineOf(person))!;
    expect(line, 'the line of what is older than 150 days').toBeDefined();
    // Open: whether the age is counted from the result or from the receipt.
    const [oldest] = await office.portal.sql<{ result: Date; received: Date }>(
      "select min(r.result_date)::timestamptz as result, min(a.received_at) as received from applications a join award_records r on r.application_id = a.id left join certificates c on c.application_id = a.id where a.college_id = $1 and r.result_date < (now() at time zone 'Asia/Kolkata')::date - 150 and coalesce(c.state not in ('handed_over', 'revoked'), true)",
      [office.colleges.find(({ code }) => code === 'COL002')!.id],
    );
    expect(fitsAge(line.age, [oldest!.result, oldest!.received]), `${line.text}: ${oldest!.result}`).toBe(
      true,
    );
    const page = await openPage(browser, office.portal, person, line.href);
    await waitForList(page);
    await eventually(async () => (await footerCount(page)) === line.count, { what: `${line.count} entries` });
    const text = JSON.stringify(await gridOf(page));
    for (const { registrationNumber, code } of made.old)
      expect(text.includes(registrationNumber), `${registrationNumber} of ${code}`).toBe(code === 'COL002');
    for (const { registrationNumber } of [...made.young, ...made.none])
      expect(text).not.toContain(registrationNumber);
    await page.context().close();
  });

  test('1 who holds the certificate waits no longer', async () => {
    expect(await lineOf(office.desks.admin), 'the line of what is older than 150 days').toBeDefined();
    const [type] = (await office.desks.receiver.get('/api/application-choices')).body.certificateTypes;
    // Open: whether one that is printed and lies ready still waits for its result.
    const waiting = await countOf(office.desks.receiver);
    const run = await printSheets(office, type, [{ resultDate: indiaDay(between(200, 400)) }]);
    await finish(office, run);
    const certificate = `/api/certificates/${run.sheets[0]!.certificateId}`;
    await office.desks.receiver.act('POST', `${certificate}/hand-over`, {
      version: await versionOf(office.desks.receiver, certificate),
      collectedBy: 'The candidate',
      identitySeen: 'College identity card',
    });
    expect(await countOf(office.desks.receiver)).toBe(waiting);
  });
});
