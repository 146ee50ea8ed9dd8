import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { anyFee } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { addDays } from '#shared/format.ts';

const portal = await filePortal();
await createOffice(portal);
const admin = await portal.as('admin');

type Row = typeof anyFee;
const values = {
  college: ['COL001', 'COL002'],
  course: ['ECE', 'PhD'],
  level: ['undergraduate', 'doctorate'],
  certificateType: ['Degree', 'Rank'],
  category: ['SC', 'GM'],
  attendance: ['in_person', 'in_absentia'],
  academicYear: ['2023-24', '2024-25'],
} as const;
type Fact = keyof typeof values;
const facts = Object.keys(values) as Fact[];
const days = Array.from({ length: 5 }, (_, index) => addDays('2026-06-30', -30 * index));

test('of random schedules the row that goes first by its fields holds, to the rupee', {
  timeout: 120_000,
}, async () => {
  const seed = Number(process.env.FEE_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`FEE_SEED=${seed}`);
  const random = seeded(seed);
  const oneOf = <Value>(list: readonly Value[]): Value => pick(random, list);
  const { db } = portal.services;
  await db.insertInto('courses').values({ id: uuid(), name: 'PhD', level: 'doctorate' }).execute();
  await db.insertInto('certificate_types').values({ name: 'Rank' }).execute();
  const courses = await db.selectFrom('courses').select(['id', 'name', 'level']).execute();
  const colleges = await db.selectFrom('colleges').select(['id', 'code', 'convocation_fee']).execute();

  const rows: Row[] = [];
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const given = facts.map((fact) => [fact, random(10) < 6 ? '' : oneOf(values[fact])] as const);
    const isBounded = random(10) < 3;
    const row: Row = {
      ...anyFee,
      ...Object.fromEntries(given),
      charge: oneOf(['application', 'late', 'reprint']),
      amount: oneOf([0, 100, 250, 700, 1_200]),
      activeFrom: isBounded ? days[3]! : '',
      activeUntil: isBounded ? days[1]! : '',
    };
    // A row that overlaps another is refused; the others are what is asked about.
    const added = await admin.api.fee_schedule.addEntry(row).catch(() => null);
    if (added) rows.push(row);
  }
  expect(rows.length).toBeGreaterThan(50);

  for (let turn = 0; turn < 400; turn += 1) {
    const course = oneOf(courses);
    const college = oneOf(colleges);
    const asked: Record<Fact, string> = {
      college: college.code,
      course: course.name,
      level: course.level,
      certificateType: oneOf(values.certificateType),
      category: oneOf(values.category),
      attendance: oneOf(values.attendance),
      academicYear: oneOf(values.academicYear),
    };
    const charge = oneOf(['application', 'late', 'reprint']);
    const day = oneOf(days);
    const fits = (row: Row) =>
      row.charge === charge &&
      facts.every((fact) => row[fact] === '' || row[fact] === asked[fact]) &&
      (row.activeFrom === '' || (row.activeFrom <= day && day <= row.activeUntil));
    const own: Row = { ...anyFee, college: college.code, amount: college.convocation_fee };
    // '1' for a value that is given; the larger text goes first.
    const rankOf = (row: Row) => facts.map((fact) => (row[fact] === '' ? '0' : '1')).join('');
    const [first] = [...rows, own].filter(fits).toSorted((a, b) => rankOf(b).localeCompare(rankOf(a)));
    const found = await sql<{ amount: number }>`
      select amount from charge_by_schedule(${charge}, ${college.id}, ${course.id}, ${asked.certificateType},
        ${asked.category}, ${asked.attendance}, ${asked.academicYear}, ${day}::date)`.execute(db);
    expect(
      found.rows.map(({ amount }) => amount),
      JSON.stringify({ charge, day, asked }),
    ).toEqual(first ? [first.amount] : []);
  }
});

test('two rows for the same in the same time are refused, one after the other is not', async () => {
  const row = { ...anyFee, charge: 'late', level: 'diploma', amount: 100 };
  await admin.api.fee_schedule.addEntry({ ...row, activeUntil: '2026-03-31' });
  await expectDomainError(
    admin.api.fee_schedule.addEntry({ ...row, amount: 200, activeFrom: '2026-03-31' }),
    'request.invalid',
  );
  await admin.api.fee_schedule.addEntry({ ...row, amount: 200, activeFrom: '2026-04-01' });
});

test('the application fee of a college alone stays its convocation fee', async () => {
  const refused = admin.api.fee_schedule.addEntry({ ...anyFee, college: 'COL001', amount: 900 });
  await expectDomainError(refused, 'request.invalid');
  await expectDomainError(
    admin.api.fee_schedule.addEntry({ ...anyFee, course: 'none such', amount: 900 }),
    'request.invalid',
  );
});
