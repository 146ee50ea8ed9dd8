import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOffice,
  draftEntry,
  type Office,
  receiveApplication,
  studentEntry,
  withReceipt,
} from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { openClient } from '#platform/server/db/connections.ts';
import type { Role } from '#shared/roles.ts';

const seed = Number(process.env.TILES_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

let portal: Portal;
let office: Office;
let owner: pg.Client;
let people: Record<Role, StaffCaller>;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  owner = await openClient(portal.ownerUrl, 'backup');
  const roles = ['admin', 'receiver', 'case_worker', 'auditor', 'printer'] as const;
  const all = await Promise.all(roles.map(async (role) => [role, await portal.as(role)] as const));
  people = Object.fromEntries(all) as Record<Role, StaffCaller>;
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

const anyCollege = () => pick(random, [office.collegeId, office.otherCollegeId]);

async function anyOf(query: string): Promise<{ id: string; version: number } | undefined> {
  const { rows } = await owner.query(`${query} order by id`);
  return rows[random(rows.length)];
}

/** Each does something where there is something to do it to. */
const acts: (() => Promise<unknown>)[] = [
  () => receiveApplication(people.receiver, office, { collegeId: anyCollege() }),
  () =>
    receiveApplication(people.receiver, office, {
      collegeId: anyCollege(),
      drafts: [draftEntry({ amount: 100 + random(500) })],
    }),
  () => people.admin.api.students.addStudent(studentEntry({ collegeId: anyCollege() })),
  async () => {
    const row = await anyOf('select id, version from students');
    return row && people.admin.api.students.deleteStudent(row);
  },
  async () => {
    const row = await anyOf(
      `select id, version from applications where status = 'received' and pending_amount = 0`,
    );
    return row && people.case_worker.api.applications.verifyApplication(row);
  },
  async () => {
    const row = await anyOf(
      `select id, version from applications where status = 'received' and pending_amount > 0`,
    );
    return (
      row && people.case_worker.api.applications.rejectApplication({ ...row, remark: 'The fee is short.' })
    );
  },
  async () => {
    const row = await anyOf(`select id, version from demand_drafts where state = 'received'`);
    return row && people.admin.api.fees.returnDraft({ ...row, reason: 'signature', remark: '' });
  },
  async () => {
    const row = await anyOf(
      `select id, version from demand_drafts where state = 'returned_by_bank' and replaced_by is null`,
    );
    const draft = await withReceipt(people.admin, draftEntry({ amount: 300 + random(600) }));
    return row && people.admin.api.fees.replaceDraft({ ...row, draft });
  },
  () => portal.as(pick(random, ['case_worker', 'receiver', 'printer']), { collegeId: anyCollege() }),
  async () => {
    const row = await anyOf(
      `select id, version from staff where role <> 'auditor' and college_id is not null and disabled_at is null`,
    );
    return row && people.admin.api.staff.disableStaff(row);
  },
];

const pays = `d.state <> 'returned_by_bank' and d.replaced_by is null`;
const allocated = `allocations a join demand_drafts d on d.id = a.demand_draft_id and ${pays}`;

/** What each tile counts, by plain SQL over rows that nothing sums: its amount, its college and its moment. */
const tiles: Record<string, string> = {
  students: 'select 1 as amount, college_id, created_at as at from students',
  applications: 'select 1 as amount, college_id, received_at as at from applications',
  revenue: `select a.amount, d.college_id, a.allocated_at as at from ${allocated}`,
  pendingFee: `
    select p.total_amount - coalesce((select sum(a.amount) from ${allocated} where a.application_id = p.id), 0) as amount,
           college_id, received_at as at from applications p`,
  approved: `select 1 as amount, college_id, received_at as at from applications where status = 'verified'`,
  generated: 'select total_amount as amount, college_id, received_at as at from applications',
  undeposited: `select 1 as amount, college_id, received_at as at from demand_drafts where state = 'received'`,
  users: 'select 1 as amount, college_id, created_at as at from staff where disabled_at is null',
  caseWorkers: `select 1 as amount, college_id, created_at as at from staff where disabled_at is null and role = 'case_worker'`,
  receivers: `select 1 as amount, college_id, created_at as at from staff where disabled_at is null and role = 'receiver'`,
  printers: `select 1 as amount, college_id, created_at as at from staff where disabled_at is null and role = 'printer'`,
};

async function truth(collegeId: string | null): Promise<Record<string, number>> {
  const sums = Object.entries(tiles).map(
    ([tile, rows]) =>
      `(select coalesce(sum(amount), 0)::int from (${rows}) as counted where $1::uuid is null or college_id = $1) as "${tile}"`,
  );
  return (await owner.query(`select ${sums.join(', ')}`, [collegeId])).rows[0];
}

async function shown({ api }: StaffCaller, filters: { collegeId?: string } = {}) {
  const { students, applications, revenue, pendingFee, overview } =
    await api.dashboard.getApplicationFigures(filters);
  const { months } = await api.dashboard.getYearlyRevenue(filters);
  expect(overview.pending, 'both slices are all applications').toBe(applications.value - overview.approved);
  expect(
    months.reduce((sum, month) => sum + month, 0),
    'all was paid this year',
  ).toBe(revenue.value);
  expect([students.lastMonth, applications.lastMonth], 'nothing happened last month').toEqual([0, 0]);
  expect(applications.thisMonth).toBe(applications.value);
  return {
    students: students.value,
    applications: applications.value,
    revenue: revenue.value,
    pendingFee: pendingFee.value,
    approved: overview.approved,
  };
}

async function shownOfScope(caller: StaffCaller) {
  const { generated, collected, pending, undeposited } = await caller.api.dashboard.getFeeFigures();
  const { users, caseWorkers, receivers, printers } = await caller.api.dashboard.getStaffFigures();
  const own = await shown(caller);
  expect([collected.value, pending.value]).toEqual([own.revenue, own.pendingFee]);
  return {
    ...own,
    generated: generated.value,
    undeposited: undeposited.value,
    users: users.value,
    caseWorkers: caseWorkers.value,
    receivers: receivers.value,
    printers: printers.value,
  };
}

test(`every tile is what plain SQL counts after random acts, for the university and each college (TILES_SEED=${seed})`, async () => {
  const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
  for (let round = 0; round < (process.env.LONG_FORMS ? 12 : 3); round += 1) {
    for (let count = 0; count < 12; count += 1) await pick(random, acts)();
    // Each at least once in the first round.
    if (round === 0) for (const act of acts) await act();
    const whole = await truth(null);
    expect(await shownOfScope(people.admin)).toEqual(whole);
    expect(await shownOfScope(people.auditor)).toEqual(whole);
    expect(await shownOfScope(ofCollege)).toEqual(await truth(office.collegeId));
    for (const collegeId of [office.collegeId, office.otherCollegeId])
      expect(await truth(collegeId)).toMatchObject(await shown(people.admin, { collegeId }));
  }
});
