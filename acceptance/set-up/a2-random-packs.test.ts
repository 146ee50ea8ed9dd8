import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { pick, seed } from '../harness/random.ts';
import { fieldOf, keys, rowsOf, universityNames } from './a-names.ts';
import { applicationCharge, renderNumber, seriesOf } from './a-oracle.ts';
import { checkPack, exportPack, importPack, zip } from './a-packs.ts';
import { randomPack } from './a-random-packs.ts';
import { changesBetween, employAll, emptyUniversity, snapshot, type University } from './a-university.ts';
import { choicesOf, completeMasters, receiveAt, typeNames, verifyAt, walk } from './a-walk.ts';

// The issue, done when 2: "twenty randomly generated packs (scripts, patterns, fee rows, types) run it through the API": from
// an empty production database to a sheet that a stranger verifies. What a pack means is told by a-oracle.ts.
// ACCEPTANCE_SEED repeats a run; each pack depends on all before it.

let university: University | undefined;
afterEach(async () => {
  await university?.remove();
  university = undefined;
});

describe('twenty random packs', { timeout: 240_000 }, () => {
  for (let number = 1; number <= 20; number += 1) {
    test(`7.2: random pack ${number}: from the empty database to a verified sheet`, async () => {
      const { pack, files, base } = randomPack();
      const names = universityNames(pack);
      console.log(
        `seed ${seed}, pack ${number} of ${base.split('/').at(-1)}: ${names.map(({ tag }) => tag).join(' ')}`,
      );
      const bytes = zip(new Map([...files, ['pack.json', Buffer.from(JSON.stringify(pack))]]));

      university = await emptyUniversity();
      const { portal, admin } = university;
      const imported = await importPack(portal, admin, bytes);
      expect(imported.status, imported.text).toBe(200);
      await completeMasters(admin);
      const office = await employAll(university);

      // The counter offers exactly what the pack has.
      const choices = await choicesOf(office.receiver);
      const codes = rowsOf(pack, 'courses').rows.map((row) => fieldOf(row, keys.code));
      expect(choices.courses.map((one: Json) => one.code ?? one.name).sort()).toEqual([...codes].sort());
      const types = rowsOf(pack, 'types').rows.map(
        (row) => fieldOf(row, /^name$/i) ?? fieldOf(row, keys.code),
      );
      expect(typeNames(choices).sort()).toEqual([...types].sort());

      // Several candidates: what each costs, and numbers without gaps within each series and year.
      const years = choices.academicYears.filter((year: string) => /^20(2[2-5])-/.test(year));
      const counted = new Map<string, number>();
      const next = (type: string, year: string) => {
        const series = seriesOf(pack, type);
        const key = `${series.pattern} ${year}`;
        const n = counted.get(key) ?? series.next;
        counted.set(key, n + 1);
        return renderNumber(series.pattern, year, n);
      };
      for (let count = 0; count < 3; count += 1) {
        const wanted = wish(pack, choices, years);
        const application = await receiveAt(portal, office.receiver, wanted);
        const [row] = await portal.sql('select total_amount as total from applications where id = $1', [
          application.id,
        ]);
        expect(row!.total, JSON.stringify(wanted)).toBe(wanted.total);
        const given = await verifyAt(office.caseWorker, application.id);
        expect(given, JSON.stringify(wanted)).toBe(next(wanted.certificateType, wanted.academicYear));
      }

      const wanted = wish(pack, choices, years);
      // What waits already must not come into the run of the one that is printed.
      await portal.sql(
        "update certificates set waiting_since = now() + interval '1 hour' where state = 'to_print'",
      );
      const { number: convocationNumber, verdict, printed } = await walk(university, office, wanted);
      expect(convocationNumber).toBe(next(wanted.certificateType, wanted.academicYear));
      expect(verdict.body.verdict, verdict.text).toBe('genuine');
      expect(verdict.body.convocationNumber).toBe(convocationNumber);
      expect(names.map(({ name }) => name)).toContain(verdict.body.university);
      expect(printed.text).toContain(convocationNumber);
      const latin = names.find(({ tag }) => /^en/.test(tag));
      if (latin) expect(printed.text).toContain(latin.name);

      // "Importing a pack twice changes nothing; export followed by import is the identity."
      const before = await snapshot(portal);
      const exported = await exportPack(portal, admin);
      expect((await checkPack(portal, admin, exported)).status).toBe(200);
      const again = await importPack(portal, admin, exported);
      expect(again.status, again.text).toBe(200);
      expect(changesBetween(before, await snapshot(portal))).toEqual({});
    });
  }
});

/** What a candidate of this university applies for, and what that costs by the pack. */
function wish(pack: Json, choices: Json, years: string[]) {
  const course = pick(choices.courses) as Json;
  const college = pick(choices.colleges) as Json;
  const certificateType = pick(typeNames(choices));
  const academicYear = pick(years);
  const code = course.code ?? course.name;
  const row = rowsOf(pack, 'courses').rows.find((one) => fieldOf(one, keys.code) === code);
  const total = applicationCharge(pack, {
    college: college.code,
    course: code,
    level: fieldOf(row, keys.level),
    type: certificateType,
    year: academicYear,
  });
  return {
    courseId: course.id as string,
    collegeId: college.id as string,
    certificateType,
    academicYear,
    total,
  };
}
