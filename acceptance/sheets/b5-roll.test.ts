import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { between, personName, shuffled } from '../harness/random.ts';
import { once } from '../set-up/a-university.ts';
import { lastEvent, verifyBy } from '../set-up/c-office.ts';
import { apply, applyVerified, type Convened, convene } from './b-convene.ts';
import { isDomainNo } from './b-find.ts';
import { pagesOf, plain } from './b-pdf.ts';
import {
  eitherResolves,
  entriesOf,
  membersOf,
  must,
  openRoll,
  type Roll,
  resolution,
  resolveWithout,
  rollDocument,
  rollsOf,
  tryClose,
  tryResolve,
} from './b-rolls.ts';

// UNIVERSITY.md 3: "A convocation's roll gathers the verified applications of its courses and years; it is closed, printed for
// the meeting (by college, course, merit order, with totals), and given the number and date of the resolution that approves
// it." The issue, bullet: "Roll with resolution, supplements and struck entries".

let convened: Convened;
let verified: Json[];
let waiting: Json;
let roll: Roll;

beforeEach(
  once(async () => {
    convened = await convene();
    verified = await candidates(convened);
    waiting = await apply(convened);
    roll = await openRoll(convened, convened.office.desks.admin);
  }),
  240_000,
);
afterAll(() => convened?.office.portal.remove());

/** Two colleges, two courses, two in each, of different merit, received in a random order. */
async function candidates(own: Convened): Promise<Json[]> {
  const choices = (await own.office.desks.receiver.get('/api/application-choices')).body;
  const merits = shuffled(Array.from({ length: 8 }, (_, index) => 45 + index * 6 + between(0, 400) / 100));
  const places = choices.colleges
    .filter(({ convocationFee }: Json) => convocationFee < 5_000)
    .slice(0, 2)
    .flatMap((college: Json) => choices.courses.slice(0, 2).map((course: Json) => ({ college, course })));
  const made: Json[] = [];
  for (const [index, { college, course }] of shuffled([...places, ...places]).entries()) {
    const percentage = Number(merits[index]!.toFixed(2));
    const application = await applyVerified(own, {
      collegeId: college.id,
      courseId: course.id,
      percentage,
      candidateName: personName(),
    });
    made.push({ ...application, college, course, percentage });
  }
  return made;
}

describe('the roll of a convocation', { timeout: 120_000 }, () => {
  test('5 roll: it gathers the verified applications of its years, each once, and nobody else', async () => {
    const standing = await membersOf(convened, convened.office.desks.auditor, roll);
    const [{ ids }] = (await convened.office.portal.sql(
      "select array_agg(id::text) as ids from applications where academic_year = $1 and status = 'verified'",
      [convened.year],
    )) as [{ ids: string[] }];
    expect(standing.sort(), 'on the roll').toEqual(ids.sort());
    expect(standing).not.toContain(waiting.id);
  });

  test('5 roll: while it is open, who is verified joins it', async () => {
    const late = await applyVerified(convened);
    const isThere = async () =>
      (await entriesOf(convened, roll)).some(({ applicationId }) => applicationId === late.id);
    // Gathering may be an act of closing; before that the roll is what is asked for on its page.
    if (!(await isThere())) must(await tryClose(convened, convened.office.desks.admin, roll), 'closing');
    expect(await isThere(), 'who was verified before closing stands on the closed roll').toBe(true);
  });

  test('5 roll: a desk, a printer and an auditor neither close nor resolve it; an open roll takes no resolution', async () => {
    const { caseWorker, receiver, printer, auditor, admin, otherAdmin } = convened.office.desks;
    const [row] = await rollsOf(convened);
    for (const person of [caseWorker, receiver, printer, auditor]) {
      expect((await tryClose(convened, person, roll)).status, `closing as ${person.role}`).toBe(403);
      expect((await tryResolve(convened, person, roll)).status, `resolving as ${person.role}`).toBe(403);
    }
    const other = await convene({ office: convened.office });
    await applyVerified(other);
    const open = await openRoll(other, admin);
    for (const person of [admin, otherAdmin]) {
      const answer = await tryResolve(other, person, open);
      expect(isDomainNo(answer), `an open roll: ${answer.status} ${answer.text}`).toBe(true);
    }
    expect((await rollsOf(convened))[0], 'nothing changed').toEqual(row);
  });

  test('5 roll: closed, nobody joins it any more, and it is not closed twice', async () => {
    const { admin, otherAdmin } = convened.office.desks;
    const first = await tryClose(convened, admin, roll);
    expect([200, 409], first.text).toContain(first.status);
    const before = await entriesOf(convened, roll);
    expect(before.length).toBeGreaterThanOrEqual(verified.length);
    await verifyBy(convened.office.caseWorkers[0], waiting.id);
    expect(await entriesOf(convened, roll), 'after somebody else was verified').toEqual(before);
    expect(isDomainNo(await tryClose(convened, otherAdmin, roll)), 'closing it again').toBe(true);
  });

  test('5 roll: the resolution needs its number and its date, and neither is a day to come', async () => {
    const { admin, otherAdmin } = convened.office.desks;
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const person of [admin, otherAdmin]) {
      for (const missing of [/\bnumber\b/, /\bdate\b|\bon$/]) {
        const answer = await resolveWithout(convened, person, roll, missing);
        expect([403, 422], `without ${missing}: ${answer.text}`).toContain(answer.status);
      }
      for (const wrong of [{ number: ' ' }, { date: tomorrow }, { date: '2025-02-30' }]) {
        const answer = await tryResolve(convened, person, roll, { ...resolution(), ...wrong });
        expect([403, 422], `${JSON.stringify(wrong)}: ${answer.text}`).toContain(answer.status);
      }
    }
  });

  test('5 roll: printed for the meeting by college, course and merit, with totals that own SQL has as well', async () => {
    const pages = pagesOf(await rollDocument(convened, convened.office.desks.admin, roll), { layout: true });
    const text = plain(pages.join('\n'));
    const at = (name: string) => {
      const found = text.indexOf(plain(name));
      expect(found, `${name} in the printed roll`).toBeGreaterThanOrEqual(0);
      return found;
    };
    const groups = new Map<string, Json[]>();
    for (const one of verified) {
      const key = `${one.college.id} ${one.course.id}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    const spans = [...groups.values()].map((group) => {
      const byMerit = [...group].sort((a, b) => b.percentage - a.percentage);
      const places = byMerit.map(({ candidateName }) => at(candidateName));
      expect(places, `merit order of ${byMerit.map(({ percentage }) => percentage)}`).toEqual(
        [...places].sort((a, b) => a - b),
      );
      const [{ college, course }] = group as [Json];
      return { college: college.name, course: course.name, from: places[0]!, to: places.at(-1)! };
    });
    // Courses of a college stand together, and so do colleges.
    spans.sort((a, b) => a.from - b.from);
    for (const [index, span] of spans.entries())
      if (index) expect(span.from, 'groups do not mix').toBeGreaterThan(spans[index - 1]!.to);
    const colleges = spans.map(({ college }) => college).filter((one, index, all) => one !== all[index - 1]);
    expect(colleges.length, `each college once: ${colleges}`).toBe(new Set(colleges).size);
    for (const college of colleges) expect(text).toContain(plain(college));

    const entries = await entriesOf(convened, roll);
    const totals = text.match(/totals?\b[^0-9]{0,40}\d+/gi) ?? [];
    expect(
      totals.some((one) => Number(/\d+$/.exec(one)![0]) === entries.length),
      `the total of ${entries.length} among ${totals.join(' | ') || 'no totals'}`,
    ).toBe(true);
    const counts = await convened.office.portal.sql(
      'select count(*)::int as count from applications where id = any($1) group by college_id',
      [entries.map(({ applicationId }) => applicationId)],
    );
    for (const { count } of counts)
      expect(
        totals.some((one) => Number(/\d+$/.exec(one)![0]) === count),
        `a college's total of ${count} among ${totals.join(' | ')}`,
      ).toBe(true);
  });

  test('5 roll: resolved once, with number and date as they were entered, and the log says so', async () => {
    const { admin, otherAdmin, auditor } = convened.office.desks;
    const last = await lastEvent(convened.office);
    const given = resolution();
    const done = await eitherResolves(convened, [admin, otherAdmin], roll, given);
    expect(done.status, done.text).toBe(200);
    const [row] = (await rollsOf(convened)).filter(({ id }) => id === roll.id);
    expect(Object.values(row).map(String)).toContain(given.number);
    expect(Object.values(row).map((one) => String(one).slice(0, 10))).toContain(given.date);
    const again = await eitherResolves(convened, [admin, otherAdmin], roll, resolution());
    expect(isDomainNo(again), `a second resolution: ${again.text}`).toBe(true);
    expect((await rollsOf(convened)).find(({ id }) => id === roll.id)).toEqual(row);
    const events = await convened.office.portal.sql(
      'select event, after::text as after from audit_events where sequence > $1',
      [last],
    );
    expect(
      events.some(({ event, after }) => /roll/.test(event) && String(after).includes(given.number)),
      `an event of the roll with ${given.number}: ${events.map(({ event }) => event).join(', ')}`,
    ).toBe(true);
    const text = plain(pagesOf(await rollDocument(convened, auditor, roll)).join('\n'));
    expect(text, 'the auditor reads the resolved roll').toContain(given.number);
  });
});
