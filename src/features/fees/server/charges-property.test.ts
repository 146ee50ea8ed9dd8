import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { draftEntry, reprintEntry } from '#dev/testing/factories.ts';
import { addFileRow } from '#dev/testing/file-rows.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { correct, verify } from '#dev/testing/reopening.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { unique } from '#dev/testing/unique.ts';
import type { DraftEntry } from '#features/demand-drafts/contract.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { checkLedger } from './ledger-check.testing.ts';

// `CHARGES_ROWS=300 CHARGES_APPLICATIONS=1000` is a larger form.
const rowCount = Number(process.env.CHARGES_ROWS ?? 50);
const applicationCount = Number(process.env.CHARGES_APPLICATIONS ?? (process.env.LONG_FORMS ? 36 : 12));
const reprintCount = 2;
const seed = Number(process.env.CHARGES_SEED ?? Math.floor(Math.random() * 1e9));
const random = seeded(seed);
const oneOf = <Value>(list: readonly Value[]): Value => pick(random, list);
const chance = (percent: number): boolean => random(100) < percent;

const today = dayInIndia(new Date());
const levels: Record<string, string> = { ECE: 'undergraduate', MECH: 'undergraduate', PhD: 'doctorate' };
const values = {
  college: ['COL001', 'COL002'],
  course: ['ECE', 'MECH', 'PhD'],
  level: ['undergraduate', 'doctorate'],
  certificateType: ['Degree', 'Rank'],
  category: ['SC', 'GM', 'OBC'],
  attendance: ['in_person', 'in_absentia'],
  academicYear: ['2023-24', '2024-25'],
} as const;
type Facts = Record<keyof typeof values, string>;
/** What an application is of; what it owes by SQL; and what it pays less. */
type Case = { id: string; facts: Facts; conceded: number };
type Row = Facts & { charge: string; amount: number; activeFrom: string; activeUntil: string };

const collegeIds: Record<string, string> = {};
const courseIds: Record<string, string> = {};
const rows: Row[] = [];

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');
const { db } = portal.services;
await db.insertInto('certificate_types').values({ name: 'Rank', number_series: 'Certificates' }).execute();
for (const name of ['MECH', 'PhD'])
  await db.insertInto('courses').values({ id: uuid(), name, level: levels[name]! }).execute();
Object.assign(collegeIds, { COL001: office.collegeId, COL002: office.otherCollegeId });
const courses = await db.selectFrom('courses').select(['id', 'name']).execute();
Object.assign(courseIds, Object.fromEntries(courses.map(({ id, name }) => [name, id])));

/** A random row of the schedule; one that another one equals is refused and none of it. */
async function addRow(): Promise<void> {
  const given = Object.entries(values).map(([fact, of]) => {
    // Application rows without a college never apply: each college has its own fee.
    const isGiven = chance(fact === 'college' ? 75 : 35);
    return [fact, isGiven ? oneOf<string>(of) : ''];
  });
  const [activeFrom, activeUntil] = oneOf([
    ['', ''],
    ['', ''],
    [today, ''],
    ['', today],
    [addDays(today, 1), ''],
    ['', addDays(today, -1)],
  ] as const);
  const row: Row = {
    ...(Object.fromEntries(given) as Facts),
    charge: oneOf(['application', 'application', 'late', 'reprint']),
    amount: chance(20) ? 0 : 1 + random(2_000),
    activeFrom,
    activeUntil,
  };
  // A row that overlaps another is refused; the others are what is asked about.
  const added = await admin.api.fee_schedule.addEntry(row).catch(() => null);
  if (added) rows.push(row);
}

/**
 * What each combination owes, told by SQL over the rows that this test entered: of those that fit, the one whose given
 * fields, read as binary digits with the college first, are the largest number. It shares nothing with the product.
 */
async function priced(combinations: readonly Facts[]): Promise<Record<string, number>[]> {
  const colleges = await portal.services.db
    .selectFrom('colleges')
    .select(['code as college', 'convocation_fee as amount'])
    .execute();
  const own = colleges.map((one) => ({ ...one, charge: 'application' }));
  return withClient(portal.ownerUrl, 'backup', async (client) => {
    const { rows: found } = await client.query<{ number: number; charge: string; amount: number }>(
      `with entered as (
         select * from jsonb_to_recordset($1) as r (charge text, college text, course text, level text, "certificateType" text,
           category text, attendance text, "academicYear" text, amount int, "activeFrom" text, "activeUntil" text)
       ), asked as (
         select number::int, o.* from jsonb_array_elements($2) with ordinality as one (facts, number),
           jsonb_to_record(facts) as o (college text, course text, level text, "certificateType" text, category text,
             attendance text, "academicYear" text)
       ), fitting as (
         select number, charge, amount, (
             case when e.college = a.college then 64 else 0 end + case when e.course = a.course then 32 else 0 end
             + case when e.level = a.level then 16 else 0 end + case when e."certificateType" = a."certificateType" then 8 else 0 end
             + case when e.category = a.category then 4 else 0 end + case when e.attendance = a.attendance then 2 else 0 end
             + case when e."academicYear" = a."academicYear" then 1 else 0 end) as rank
           from asked a, entered e
          where coalesce(e.college, '') in ('', a.college) and coalesce(e.course, '') in ('', a.course)
            and coalesce(e.level, '') in ('', a.level) and coalesce(e."certificateType", '') in ('', a."certificateType")
            and coalesce(e.category, '') in ('', a.category) and coalesce(e.attendance, '') in ('', a.attendance)
            and coalesce(e."academicYear", '') in ('', a."academicYear")
            and coalesce(nullif(e."activeFrom", ''), $3) <= $3 and coalesce(nullif(e."activeUntil", ''), $3) >= $3
       )
       select number, charge, amount from fitting f
        where rank = (select max(rank) from fitting where number = f.number and charge = f.charge)`,
      [JSON.stringify([...rows, ...own]), JSON.stringify(combinations), today],
    );
    return combinations.map((_, index) =>
      Object.fromEntries(
        found.filter(({ number }) => number === index + 1).map(({ charge, amount }) => [charge, amount]),
      ),
    );
  });
}

function anyFacts(): Facts {
  const course = oneOf(values.course);
  const chosen = Object.entries(values).map(([fact, of]) => [fact, oneOf<string>(of)]);
  return { ...(Object.fromEntries(chosen) as Facts), course, level: levels[course]! };
}

/** As the counter sends them. */
function entryOf({ college, course, certificateType, academicYear, category, attendance }: Facts) {
  return {
    collegeId: collegeIds[college]!,
    courseId: courseIds[course]!,
    certificateType,
    academicYear,
    category: chance(50) ? category : category.toLowerCase(),
    attendance,
  };
}

/** A part of the fee, all of it, or nothing. */
function concededOf(fee: number): number {
  return fee === 0 || chance(50) ? 0 : chance(40) ? fee : 1 + random(fee);
}

function concession(amount: number) {
  return amount === 0 ? null : { amount, reason: 'merit' as const, authority: `Order ${unique()}` };
}

/** One draft or two that pay so much; none for nothing. */
async function draftsOf(amount: number): Promise<DraftEntry[]> {
  if (amount === 0) return [];
  const first = amount > 1 && chance(30) ? 1 + random(amount - 1) : amount;
  const amounts = first === amount ? [amount] : [first, amount - first];
  return Promise.all(
    amounts.map(async (part) => ({
      ...draftEntry({ amount: part }),
      receiptFileId: await addFileRow(portal, receiver, 'receipt'),
    })),
  );
}

async function receive(facts: Facts, due: Record<string, number>): Promise<Case> {
  const fee = due.application! + (due.late ?? 0);
  const conceded = concededOf(fee);
  const total = fee - conceded;
  const number = String(unique());
  const { id } = await receiver.api.applications.receiveApplication({
    ...entryOf(facts),
    registrationNumber: `REG${number.padStart(6, '0')}`,
    examRollNumber: `24${number.padStart(6, '0')}`,
    candidateName: 'Asha Rao',
    candidateNameNative: '',
    guideName: '',
    modeOfStudy: 'Regular',
    paperId: office.paperId,
    photoFileId: await addFileRow(portal, receiver, 'photo'),
    concession: concession(conceded),
    totalAmount: total,
    // One of five brings less than is owed.
    drafts: await draftsOf(total > 1 && chance(20) ? 1 + random(total - 1) : total),
  });
  return { id, facts, conceded };
}

/** Returned because of what it is charged by, and corrected. */
async function change({ id }: Case, facts: Facts, due: Record<string, number>): Promise<Case> {
  const { version, paidAmount } = await receiver.api.applications.getApplication({ id });
  await caseWorker.api.applications.returnApplication({ id, version, reasons: ['course'] });
  const fee = due.application! + (due.late ?? 0);
  const conceded = concededOf(fee);
  const totalAmount = fee - conceded;
  const drafts = await draftsOf(Math.max(0, totalAmount - paidAmount));
  await correct(receiver, id, { ...entryOf(facts), totalAmount, concession: concession(conceded), drafts });
  return { id, facts, conceded };
}

/** A printed certificate of which a reprint is asked for. */
async function reprint(facts: Facts, due: Record<string, number>): Promise<{ request: string } & Case> {
  const totalAmount = due.application! + (due.late ?? 0);
  const people = { receiver, caseWorker, printer: await portal.as('printer') };
  const entry = { ...entryOf(facts), totalAmount, drafts: await draftsOf(totalAmount) };
  const { applicationId, certificateId } = await printedCertificate(portal, people, office, entry);
  const asked = await reprintEntry(receiver, certificateId);
  const { id, due: owed } = await receiver.api.reprints.requestReprint(asked);
  expect(owed).toBe(due.reprint ?? 0);
  return { id: applicationId, facts, conceded: 0, request: id };
}

test(`of random schedules every charge is what SQL says, to the rupee (CHARGES_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  for (let index = 0; index < rowCount; index += 1) await addRow();
  const first = Array.from({ length: applicationCount + reprintCount }, anyFacts);
  const certificate = { certificateType: 'Degree' };
  const ofReprints = first.slice(0, reprintCount).map((facts) => ({ ...facts, ...certificate }));
  const ofApplications = first.slice(reprintCount);
  const due = await priced(ofApplications);
  let cases: Case[] = [];
  for (const [index, facts] of ofApplications.entries()) cases.push(await receive(facts, due[index]!));

  const changed = cases.filter(() => chance(30)).map((one) => ({ one, facts: anyFacts() }));
  const dueAfter = await priced(changed.map(({ facts }) => facts));
  for (const [index, { one, facts }] of changed.entries()) {
    const corrected = await change(one, facts, dueAfter[index]!);
    cases = cases.map((other) => (other.id === one.id ? corrected : other));
  }
  for (const { id } of cases.filter(() => chance(50))) {
    const { pendingAmount } = await receiver.api.applications.getApplication({ id });
    if (pendingAmount === 0) await verify(caseWorker, id);
  }
  const dueOfReprints = await priced(ofReprints);
  for (const [index, facts] of ofReprints.entries()) cases.push(await reprint(facts, dueOfReprints[index]!));

  const wanted = await priced(cases.map(({ facts }) => facts));
  await withClient(portal.ownerUrl, 'backup', async (client) => {
    const { rows: charges } = await client.query<{ id: string; kind: string; amount: number }>(
      'select application_id as id, kind, scheduled_amount as amount from charges',
    );
    for (const [index, { id, facts }] of cases.entries()) {
      const recorded = charges.filter((charge) => charge.id === id);
      const { application, late = 0, reprint: again = 0 } = wanted[index]!;
      const of = (kind: string) => recorded.find((charge) => charge.kind === kind)?.amount ?? 0;
      const isReprinted = recorded.some(({ kind }) => kind === 'reprint');
      expect([of('application'), of('late'), of('reprint')], JSON.stringify(facts)).toEqual([
        application,
        late,
        isReprinted ? again : 0,
      ]);
    }
    const { rows: sums } = await client.query<Record<'scheduled' | 'conceded' | 'total' | 'paid', number>>(
      `select (select sum(scheduled_amount)::int from charges where kind <> 'reprint') as scheduled,
              (select coalesce(sum(amount), 0)::int from concessions) as conceded,
              sum(total_amount)::int as total, sum(paid_amount)::int as paid from applications`,
    );
    const { scheduled, conceded, total, paid } = sums[0]!;
    const owed = wanted.reduce((sum, { application, late = 0 }) => sum + application! + late, 0);
    expect(scheduled).toBe(owed);
    expect(conceded).toBe(cases.reduce((sum, one) => sum + one.conceded, 0));
    expect(scheduled - total).toBe(conceded);
    await checkLedger(client);
    const totals = await admin.api.feeTotals.listFeeTotals({ by: 'charge' });
    expect(totals.at(-1)).toMatchObject({
      applications: cases.length,
      generated: total,
      concessions: conceded,
      collected: paid,
    });
    const ofKind = (key: string) => totals.find((row) => row.key === key)!;
    expect(ofKind('application').generated + ofKind('late').generated).toBe(total);
    expect(ofKind('application').collected + ofKind('late').collected).toBe(paid);
  });
});
