import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters, pick, random, shuffled } from '../harness/random.ts';
import { verify, versionOf } from '../harness/records.ts';
import {
  addCollege,
  addRule,
  anyRule,
  type Combination,
  concessionOf,
  indianDay,
  type Kind,
  type Option,
  type Pools,
  poolsOf,
  type Rule,
  receiveOf,
} from './b-charges.ts';
import { brokenLedger, concededOn } from './b-database.ts';
import { chargesOf } from './b-discovery.ts';

// Done when 3: "A property test over random schedules (precedence as UNIVERSITY.md defines it, concessions, full waivers)
// against independent SQL: every charge correct to the rupee; sum of concessions = schedule − totals; ledger invariants
// hold." The SQL below knows the rows that the test itself entered, and nothing of the product's tables.

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(() => portal?.remove());

type College = Option & { fee: number; late: number | null };
type Case = Combination & {
  college: College;
  application: number;
  late: number;
  total: number;
  conceded: number;
};

const rounds = 3;
const casesOfRound = 24;

describe('7.3 random schedules', { timeout: 600_000 }, () => {
  for (let round = 1; round <= rounds; round += 1) {
    test(`7.3: round ${round}: every charge is correct to the rupee, and the ledger holds`, async () => {
      const pools = await poolsOf(portal, desks);
      const { colleges, rules } = await randomSchedule(pools);
      const cases = await priceBySql(rules, randomCases(pools, colleges, rules));
      expect(new Set(cases.map(({ total }) => total)).size, 'totals of many kinds').toBeGreaterThan(5);
      const received: { id: string; one: Case; paid: number }[] = [];
      for (const one of cases) {
        const authority = `Order ${letters(8)} ${between(100, 999)}`;
        const concession = one.conceded ? await concessionOf(portal, desks, one.conceded, authority) : null;
        const total = one.total - one.conceded;
        // One of six brings less than is owed.
        const paid = total > 1 && random() < 1 / 6 ? between(1, total - 1) : total;
        const { id } = await receiveOf(portal, desks, pools, one, { total, concession, paid });
        received.push({ id, one, paid });
      }

      for (const { id, one } of received) {
        const charges = await chargesOf(portal, id);
        const due = (kind: Kind) =>
          charges.filter((charge) => charge.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
        const of = `${one.college.text}, ${one.course.text}, ${one.type.text}, ${one.category.text}, ${one.attendance.text}, ${one.year}`;
        expect(due('application'), `application charge of ${of}`).toBe(one.application);
        expect(due('late'), `late charge of ${of}`).toBe(one.late);
        expect(due('reprint')).toBe(0);
      }

      const ids = received.map(({ id }) => id);
      const scheduled = cases.reduce((sum, one) => sum + one.application + one.late, 0);
      const conceded = cases.reduce((sum, one) => sum + one.conceded, 0);
      const [totals] = await portal.sql(
        'select sum(total_amount)::int as total, sum(paid_amount)::int as paid, sum(pending_amount)::int as pending from applications where id = any($1)',
        [ids],
      );
      expect(conceded, 'some concessions').toBeGreaterThan(0);
      expect(await concededOn(portal, ids), 'concessions of the database').toBe(conceded);
      expect(scheduled - totals!.total, 'sum of concessions = schedule − totals').toBe(conceded);
      expect(totals!.paid).toBe(received.reduce((sum, { paid }) => sum + paid, 0));
      expect(totals!.pending).toBe(totals!.total - totals!.paid);

      await decide(received);
      expect(await brokenLedger(portal)).toEqual([]);
      await expectFeeTotals(colleges, received);
    });
  }
});

/** Full waivers and what is paid in full are verified, what is short is rejected; half of them stay as they are. */
async function decide(received: { id: string; one: Case; paid: number }[]): Promise<void> {
  for (const { id, one, paid } of shuffled(received).slice(0, Math.ceil(received.length / 2))) {
    if (paid === one.total - one.conceded) {
      await verify(desks.caseWorker, id);
      continue;
    }
    const version = await versionOf(desks.caseWorker, `/api/applications/${id}`);
    const refused = await desks.caseWorker.ask('POST', `/api/applications/${id}/verify`, {
      body: { version },
    });
    expect(refused.status, `short by ${one.total - one.conceded - paid}: ${refused.text}`).toBe(409);
  }
}

/** Fee totals of the colleges of this round, as the admin reads them. */
async function expectFeeTotals(colleges: College[], received: { one: Case; paid: number }[]): Promise<void> {
  const rows = (await desks.admin.get('/api/fee-totals?by=college')).body as Json[];
  for (const college of colleges) {
    const own = received.filter(({ one }) => one.college.id === college.id);
    if (!own.length) continue;
    const row = rows.find(({ key }) => key === college.id);
    const sum = (of: (one: { one: Case; paid: number }) => number) =>
      own.reduce((total, one) => total + of(one), 0);
    expect(row, college.text).toMatchObject({
      applications: own.length,
      generated: sum(({ one }) => one.total - one.conceded),
      concessions: sum(({ one }) => one.conceded),
      collected: sum(({ paid }) => paid),
      pending: sum(({ one, paid }) => one.total - one.conceded - paid),
    });
  }
}

const given = ['course', 'level', 'type', 'category', 'attendance', 'year'] as const;

/** Colleges of this round with rows of theirs, and rows of any college that only full combinations can reach. */
async function randomSchedule(pools: Pools): Promise<{ colleges: College[]; rules: Rule[] }> {
  const colleges: College[] = [];
  const rules: Rule[] = [];
  for (let index = 0; index < 4; index += 1) {
    const fee = between(0, 4) === 0 ? 1 : between(200, 9_000);
    // The last college has no late row of its own: rows of any college decide.
    const late = index === 3 ? null : pick([0, between(50, 500)]);
    const college = { ...(await addCollege(portal, desks, fee, late)), fee, late };
    colleges.push(college);
    rules.push({ ...anyRule('application', fee), college });
    if (late !== null) rules.push({ ...anyRule('late', late), college });
  }
  const keys = new Set(rules.map(keyOf));
  const add = async (rule: Rule): Promise<boolean> => {
    const isNew = !keys.has(keyOf(rule));
    if (isNew) {
      keys.add(keyOf(rule));
      await addRule(portal, desks, rule);
      rules.push(rule);
    }
    return isNew;
  };
  for (let count = 0; count < 22; count += 1) {
    const rule = randomRule(
      pools,
      pick(['application', 'application', 'late'] as const),
      pick(colleges.slice(0, 3)),
    );
    // Some rows do not hold yet, some give way to the same row of another amount in a month.
    const from = pick([null, indianDay(0), indianDay(0), indianDay(1)]);
    const until = from !== indianDay(1) && random() < 0.3 ? indianDay(30) : null;
    if ((await add({ ...rule, from, until })) && until) {
      const later = { ...rule, amount: between(0, 9_000), from: indianDay(32), until: null };
      await addRule(portal, desks, later);
      rules.push(later);
    }
  }
  for (let count = 0; count < 4; count += 1) {
    const course = pick(pools.courses.filter(({ level }) => level));
    const full = { ...anyRule('late', between(50, 500)), course, level: course.level! };
    await add({
      ...full,
      type: pick(pools.types),
      category: pick(pools.categories),
      attendance: pick(pools.attendances),
      year: pick(pools.years),
    });
  }
  return { colleges, rules };
}

function keyOf({ charge, college, course, level, type, category, attendance, year }: Rule): string {
  return [charge, college?.id, course?.id, level, type?.text, category?.text, attendance?.text, year].join(
    '|',
  );
}

function randomRule(pools: Pools, charge: Kind, college: Option): Rule {
  const maybe = <Value>(values: readonly Value[]): Value | null => (random() < 0.4 ? pick(values) : null);
  const levels = [...new Set(pools.courses.flatMap(({ level }) => level ?? []))];
  return {
    charge,
    college,
    course: maybe(pools.courses),
    level: maybe(levels),
    type: maybe(pools.types),
    category: maybe(pools.categories),
    attendance: maybe(pools.attendances),
    year: maybe(pools.years.slice(0, 5)),
    amount: random() < 0.15 ? 0 : between(1, 9_000),
    from: null,
    until: null,
  };
}

/** Combinations, most of them such that some row of their college gives what they have. */
function randomCases(pools: Pools, colleges: College[], rules: Rule[]): Combination[] {
  return Array.from({ length: casesOfRound }, () => {
    // The last college is asked about only what a row of any college gives in full: other late rows are not ours.
    const isBare = random() < 0.2;
    const last = colleges.at(-1)!;
    const rule = pick(rules.filter(({ college }) => (isBare ? !college : college && college.id !== last.id)));
    const free: Combination = {
      college: isBare ? last : rule.college!,
      course: pick(pools.courses),
      type: pick(pools.types),
      category: pick(pools.categories),
      attendance: pick(pools.attendances),
      year: pick(pools.years.slice(0, 5)),
    };
    if (rule.level && !rule.course) {
      free.course = pick(pools.courses.filter(({ level }) => level === rule.level));
    }
    for (const field of given) {
      if (field !== 'level' && rule[field] !== null) Object.assign(free, { [field]: rule[field] });
    }
    return free;
  });
}

/** What each combination owes, by SQL over the rows that were entered: 'given before any', field by field in their order. */
async function priceBySql(rules: Rule[], combinations: Combination[]): Promise<Case[]> {
  const client = await portal.connect();
  try {
    await client.query(
      'create temp table rule (charge text, college text, course text, level text, type text, category text, attendance text, year text, amount int, first_day date, last_day date)',
    );
    await client.query(
      'create temp table one (number int, college text, course text, level text, type text, category text, attendance text, year text)',
    );
    for (const rule of rules) {
      await client.query('insert into rule values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
        ...[rule.charge, rule.college?.id, rule.course?.id, rule.level, rule.type?.text, rule.category?.text],
        ...[rule.attendance?.text, rule.year, rule.amount, rule.from, rule.until],
      ]);
    }
    for (const [number, one] of combinations.entries()) {
      await client.query('insert into one values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[number, one.college.id, one.course.id, one.course.level ?? null],
        ...[one.type.text, one.category.text, one.attendance.text, one.year],
      ]);
    }
    const { rows } = await client.query<{ number: number; charge: Kind; amount: number }>(
      `select distinct on (one.number, rule.charge) one.number, rule.charge, rule.amount
       from one join rule on
         (rule.college is null or rule.college = one.college) and (rule.course is null or rule.course = one.course)
         and (rule.level is null or rule.level = one.level) and (rule.type is null or rule.type = one.type)
         and (rule.category is null or rule.category = one.category)
         and (rule.attendance is null or rule.attendance = one.attendance) and (rule.year is null or rule.year = one.year)
         and $1::date between coalesce(rule.first_day, '-infinity') and coalesce(rule.last_day, 'infinity')
       order by one.number, rule.charge, rule.college is null, rule.course is null, rule.level is null, rule.type is null,
         rule.category is null, rule.attendance is null, rule.year is null`,
      [indianDay(0)],
    );
    return combinations.map((one, number) => {
      const amount = (kind: Kind) =>
        rows.find((row) => row.number === number && row.charge === kind)?.amount ?? 0;
      const application = amount('application');
      const late = amount('late');
      // A full waiver where nothing is late, otherwise a part of the application charge.
      const isFull = late === 0 && random() < 0.4;
      const isConceded = application > 1 && random() < 0.5;
      const conceded = isConceded ? (isFull ? application : between(1, application - 1)) : 0;
      return {
        ...one,
        college: one.college as College,
        application,
        late,
        total: application + late,
        conceded,
      };
    });
  } finally {
    await client.end();
  }
}
