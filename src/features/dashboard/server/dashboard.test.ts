import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { actingAs } from '#dev/seed/acting.ts';
import { applicationEntry, draftEntry, studentEntry, withReceipt } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { correctApplication } from '#features/applications/server/commands/correct-application.ts';
import { receiveApplication } from '#features/applications/server/commands/receive-application.ts';
import { rejectApplication } from '#features/applications/server/commands/reject-application.ts';
import { reopenApplication } from '#features/applications/server/commands/reopen-application.ts';
import { returnApplication } from '#features/applications/server/commands/return-application.ts';
import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { replaceDraft } from '#features/fees/server/commands/replace-draft.ts';
import { returnDraft } from '#features/fees/server/commands/return-draft.ts';
import { addStudent } from '#features/students/server/commands/add-student.ts';
import type { Scope } from '#platform/server/db/database.ts';
import { inCollege } from '#platform/server/db/scope.ts';
import type { DayRange } from '#shared/fields.ts';
import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import { comparedDays } from '../rules.ts';
import { getApplicationFigures, getYearlyRevenue } from './queries.ts';

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker, colleague] = await portal.asEach(
  'admin',
  'receiver',
  'case_worker',
  'case_worker',
);

/** What plain SQL over the records says, in the shape that the portal answers in; `days` bound the values, not the trends. */
async function truth(scope: Scope, now: Date, days: DayRange = {}) {
  const { thisFrom, lastFrom, lastTo } = comparedDays(dayInIndia(now));
  const figure = async (rows: ReturnType<typeof sql>) => {
    const { rows: found } = await sql<Record<'value' | 'thisMonth' | 'lastMonth', string>>`
      with part as (${rows}), dated as (select *, (at at time zone 'Asia/Kolkata')::date as day from part)
      select coalesce(sum(amount) filter (where day between ${days.from ?? '1900-01-01'} and ${days.to ?? '2999-12-31'}), 0) as value,
             coalesce(sum(amount) filter (where day >= ${thisFrom}), 0) as "thisMonth",
             coalesce(sum(amount) filter (where day between ${lastFrom} and ${lastTo}), 0) as "lastMonth"
        from dated where ${scope.collegeId}::uuid is null or college_id = ${scope.collegeId}
    `.execute(portal.services.db);
    const { value, thisMonth, lastMonth } = found[0]!;
    return { value: Number(value), thisMonth: Number(thisMonth), lastMonth: Number(lastMonth) };
  };
  const applications = await figure(sql`select college_id, received_at as at, 1 as amount from applications`);
  const { value: approved } = await figure(
    sql`select college_id, received_at as at, 1 as amount from applications where status = 'verified'`,
  );
  return {
    students: await figure(sql`select college_id, created_at as at, 1 as amount from students`),
    applications,
    revenue: await figure(sql`
      select d.college_id, a.allocated_at as at, a.amount from allocations a
        join demand_drafts d on d.id = a.demand_draft_id where d.state <> 'returned_by_bank' and d.replaced_by is null`),
    pendingFee: await figure(
      sql`select college_id, received_at as at, pending_amount as amount from applications`,
    ),
    overview: { approved, pending: applications.value - approved },
  };
}

async function revenueByMonth(scope: Scope, year: number): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select (select coalesce(sum(a.amount), 0)::int from allocations a join demand_drafts d on d.id = a.demand_draft_id
             where d.state <> 'returned_by_bank' and d.replaced_by is null and (${scope.collegeId}::uuid is null or d.college_id = ${scope.collegeId})
               and to_char(a.allocated_at at time zone 'Asia/Kolkata', 'YYYY-FMMM') = ${year} || '-' || month) as amount
      from generate_series(1, 12) as month order by month
  `.execute(portal.services.db);
  return rows.map((row) => row.amount);
}

/** Told by a failure, so that it can be repeated. */
const seed = Number(process.env.DASHBOARD_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

/** From and to any day of the last fifteen months, or one of both; ends of months as often as others. */
function anyDays(): DayRange {
  const anyDay = () => {
    const day = addDays(dayInIndia(new Date()), -random(450));
    return pick(random, [day, `${day.slice(0, 8)}01`, addDays(`${day.slice(0, 8)}01`, -1)]);
  };
  const [one, other] = [anyDay(), anyDay()].sort();
  return pick(random, [{ from: one, to: other }, { from: one }, { to: other }]) as DayRange;
}

async function expectTruth(): Promise<void> {
  const now = new Date();
  const scopes = [{ collegeId: null }, { collegeId: office.collegeId }, { collegeId: office.otherCollegeId }];
  for (const scope of scopes) {
    const db = inCollege(portal.services.db, scope.collegeId);
    expect(await getApplicationFigures(db, now)).toEqual(await truth(scope, now));
    const days = anyDays();
    expect(await getApplicationFigures(db, now, days), JSON.stringify(days)).toEqual(
      await truth(scope, now, days),
    );
    const thisYear = Number(dayInIndia(now).slice(0, 4));
    for (const year of [thisYear, thisYear - 1]) {
      const { months, before } = await getYearlyRevenue(db, { chosen: year, now });
      expect(months).toEqual(await revenueByMonth(scope, year));
      expect(before).toEqual(await revenueByMonth(scope, year - 1));
    }
  }
}

describe('the figures', () => {
  test(`agree with plain SQL after random commands (seed ${seed})`, async () => {
    for (let round = 0; round < (process.env.LONG_FORMS ? 12 : 4); round += 1) {
      for (let step = 0; step < 5; step += 1) await anyCommand();
      await expectTruth();
    }
  });

  test('do not count what was rolled back', async () => {
    const before = await truth({ collegeId: null }, new Date());
    const entry = await applicationEntry(receiver, office);
    await receiver.api.applications.receiveApplication(entry);
    await expect(
      receiver.api.applications.receiveApplication({
        ...(await applicationEntry(receiver, office)),
        registrationNumber: entry.registrationNumber,
        examRollNumber: entry.examRollNumber,
      }),
    ).rejects.toThrow();
    const figures = await getApplicationFigures(portal.services.db, new Date());
    expect(figures.applications.value).toBe(before.applications.value + 1);
    await expectTruth();
  });

  test('take back the revenue of a draft that the bank returned', async () => {
    const draft = draftEntry({ amount: 500 });
    await receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office, { drafts: [draft] }),
    );
    const { revenue } = await getApplicationFigures(portal.services.db, new Date());
    const { rows } = await admin.api.demandDrafts.listDrafts({ search: draft.number });
    const { id, version } = rows[0]!;
    await admin.api.fees.returnDraft({ id, version, reason: 'signature', remark: '' });
    const after = await getApplicationFigures(portal.services.db, new Date());
    expect(after.revenue.value).toBe(revenue.value - 500);
    await expectTruth();
    const brought = await withReceipt(admin, draftEntry({ amount: 300 }));
    await admin.api.fees.replaceDraft({ id, version: version + 1, draft: brought });
    const replaced = await getApplicationFigures(portal.services.db, new Date());
    expect(replaced.revenue.value).toBe(revenue.value - 200);
    await expectTruth();
  });

  /** At any hour of the last fourteen months, so that every kind of month and both ends of a day in India come up. */
  function anyMoment(): Date {
    return new Date(Date.now() - random(2) * random(425 * 24) * 3_600_000 - random(40 * 24) * 3_600_000);
  }

  async function anyCommand(): Promise<void> {
    const now = anyMoment();
    const counter = actingAs(portal.services, receiver.actor, { now });
    const desk = actingAs(portal.services, caseWorker.actor, { now });
    const row = await anyApplication();
    const collegeId = random(2) === 0 ? office.collegeId : office.otherCollegeId;
    if (!row || random(3) === 0) {
      await receiveApplication(
        counter,
        await entryAt(now, { collegeId, amount: random(2) === 0 ? 700 : 500 }),
      );
    } else if (random(5) === 0) {
      await addStudentAt(collegeId, now);
    } else if (random(4) === 0) {
      await takeDraftBack();
    } else if (row.is_frozen && (row.status !== 'rejected' || random(2) === 0)) {
      const second = actingAs(portal.services, colleague.actor, { now });
      await reopenApplication(second, { ...versionOf(row), reason: 'college', remark: '' });
    } else if (row.status === 'received' && row.pending_amount === 0) {
      if (random(3) > 0) await verifyApplication(desk, { id: row.id, version: row.version });
      else
        await returnApplication(desk, { ...versionOf(row), reasons: ['college'], remark: 'Other college.' });
    } else if (row.status === 'received') {
      await rejectApplication(desk, {
        ...versionOf(row),
        reason: 'short_fee',
        remark: 'The fee is short.',
      });
    } else if (row.status !== 'verified' && !row.is_frozen) {
      const entry = await entryAt(now, { collegeId, amount: 200 });
      await correctApplication(counter, {
        ...entry,
        ...versionOf(row),
        drafts: row.pending_amount > 0 ? entry.drafts : [],
        replacedReceipts: [],
        answers: leaving('college'),
      });
    }
  }

  /** The bank returns a draft, or another takes the place of one that it returned. */
  async function takeDraftBack(): Promise<void> {
    const drafts = await portal.services.db
      .selectFrom('demand_drafts')
      .select(['id', 'version', 'state', 'amount'])
      .where('replaced_by', 'is', null)
      .orderBy('number')
      .execute();
    const draft = drafts[random(drafts.length)]!;
    const desk = actingAs(portal.services, admin.actor);
    if (draft.state === 'returned_by_bank')
      await replaceDraft(desk, {
        ...versionOf(draft),
        draft: await withReceipt(admin, draftEntry({ amount: draft.amount })),
      });
    else await returnDraft(desk, { ...versionOf(draft), reason: 'signature', remark: '' });
  }

  function versionOf({ id, version }: { id: string; version: number }) {
    return { id, version };
  }

  async function entryAt(now: Date, { collegeId, amount }: { collegeId: string; amount: number }) {
    return applicationEntry(receiver, office, {
      collegeId,
      drafts: [draftEntry({ amount, drawnOn: addMonths(dayInIndia(now), -1) })],
    });
  }

  async function anyApplication() {
    const rows = await portal.services.db
      .selectFrom('applications')
      .selectAll()
      .select(sql<boolean>`application_is_frozen(id)`.as('is_frozen'))
      .orderBy('acknowledgement_number')
      .execute();
    return rows[random(rows.length)];
  }
});

async function addStudentAt(collegeId: string, at: Date): Promise<string> {
  const entry = studentEntry(office, { collegeId });
  const { id } = await addStudent(actingAs(portal.services, admin.actor, { now: at }), entry);
  return id;
}

test('the lists behind the tiles have as many rows and rupees, of any days and either college', async () => {
  const { dashboard, students, applications, collections } = admin.api;
  for (const collegeId of [undefined, office.collegeId, office.otherCollegeId]) {
    const narrowed = { ...anyDays(), ...(collegeId && { collegeId }) };
    const figures = await dashboard.getApplicationFigures(narrowed);
    expect((await students.countStudents(narrowed)).count).toBe(figures.students.value);
    expect((await applications.countApplications(narrowed)).count).toBe(figures.applications.value);
    expect((await collections.sumCollections(narrowed)).amount).toBe(figures.revenue.value);
    const pending = await applications.sumApplications({ ...narrowed, show: 'fee_pending' });
    expect(pending.pendingAmount).toBe(figures.pendingFee.value);
    const { overview } = figures;
    expect(await applications.countApplications({ ...narrowed, show: 'not_verified' })).toEqual({
      count: overview.pending,
    });
    expect(await applications.countApplications({ ...narrowed, status: 'verified' })).toEqual({
      count: overview.approved,
    });
  }
});

test('a person of one college has nothing of another that is asked for', async () => {
  const auditor = await portal.as('auditor', { collegeId: office.collegeId });
  const figures = await auditor.api.dashboard.getApplicationFigures({ collegeId: office.otherCollegeId });
  expect(figures.applications.value).toBe(0);
  const { months } = await auditor.api.dashboard.getYearlyRevenue({ collegeId: office.otherCollegeId });
  expect(months).toEqual(Array.from({ length: 12 }, () => 0));
  expect((await auditor.api.collections.countCollections({ collegeId: office.otherCollegeId })).count).toBe(
    0,
  );
});

test('a student who changes college or is removed changes the figures of both', async () => {
  const entry = studentEntry(office);
  const { id } = await admin.api.students.addStudent(entry);
  await expectTruth();
  await admin.api.students.editStudent({ ...entry, id, version: 1, collegeId: office.otherCollegeId });
  await expectTruth();
  await admin.api.students.deleteStudent({ id, version: 2 });
  await expectTruth();
});

describe('over the API', () => {
  test('an auditor of one college gets that college’s figures only', async () => {
    const auditor = await portal.as('auditor', { collegeId: office.otherCollegeId });
    const figures = await auditor.api.dashboard.getApplicationFigures({});
    expect(figures).toEqual(await truth({ collegeId: office.otherCollegeId }, new Date()));
    expect(figures.applications.value).toBeLessThan(
      (await truth({ collegeId: null }, new Date())).applications.value,
    );
    expect((await auditor.api.dashboard.getStaffFigures()).users.value).toBe(1);
  });

  test('the years to choose are those since the first revenue, newest first', async () => {
    const { year, years, months } = await admin.api.dashboard.getYearlyRevenue({});
    expect(year).toBe(Number(dayInIndia(new Date()).slice(0, 4)));
    expect(years).toEqual(Array.from({ length: year - years.at(-1)! + 1 }, (_, index) => year - index));
    expect(years).toContain(2024);
    expect(months).toHaveLength(12);
    expect((await admin.api.dashboard.getYearlyRevenue({ year: 2001 })).months).toEqual(Array(12).fill(0));
  });

  test('staff are counted while they may sign in, by what they do', async () => {
    const before = await admin.api.dashboard.getStaffFigures();
    const printer = await portal.as('printer');
    const added = await admin.api.dashboard.getStaffFigures();
    expect(added.printers).toEqual({
      value: before.printers.value + 1,
      thisMonth: before.printers.thisMonth + 1,
      lastMonth: 0,
    });
    expect(added.users.value).toBe(before.users.value + 1);
    await portal.services.db
      .updateTable('staff')
      .set({ disabled_at: new Date() })
      .where('id', '=', printer.actor.id)
      .execute();
    expect((await admin.api.dashboard.getStaffFigures()).printers.value).toBe(before.printers.value);
  });
});
