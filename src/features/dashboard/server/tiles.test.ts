import { expect, test } from 'vitest';
import { draftEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';

const seed = Number(process.env.TILES_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');

const anyCollege = () => pick(random, [office.collegeId, office.otherCollegeId]);

/** Does something to any row of a query, if it has one. */
const toAny =
  (query: string, act: (row: { id: string; version: number }) => Promise<unknown>) => async () => {
    const { rows } = await owner.query(`select id, version from ${query} order by id`);
    if (rows.length > 0) await act(rows[random(rows.length)]);
  };

const acts: (() => Promise<unknown>)[] = [
  () => receiveApplication(receiver, office, { collegeId: anyCollege() }),
  () => {
    const drafts = [draftEntry({ amount: 100 + random(500) })];
    return receiveApplication(receiver, office, { collegeId: anyCollege(), drafts });
  },
  () => admin.api.students.addStudent(studentEntry({ collegeId: anyCollege() })),
  () => portal.as(pick(random, ['case_worker', 'receiver', 'printer']), { collegeId: anyCollege() }),
  toAny('students', (row) => admin.api.students.deleteStudent(row)),
  toAny(`applications where status = 'received' and pending_amount = 0`, (row) =>
    caseWorker.api.applications.verifyApplication(row),
  ),
  toAny(`demand_drafts where state = 'received'`, (row) =>
    admin.api.fees.returnDraft({ ...row, reason: 'signature', remark: '' }),
  ),
  toAny(`staff where role <> 'auditor' and college_id is not null and disabled_at is null`, (row) =>
    admin.api.staff.disableStaff(row),
  ),
];

const allocated = `allocations a join demand_drafts d on d.id = a.demand_draft_id
  and d.state <> 'returned_by_bank' and d.replaced_by is null`;
const staff = (of: string) => `select 1 as amount, college_id from staff where disabled_at is null ${of}`;

/** What each tile adds up, from rows that nothing sums. */
const tiles: Record<string, string> = {
  students: 'select 1 as amount, college_id from students',
  applications: 'select 1 as amount, college_id from applications',
  approved: `select 1 as amount, college_id from applications where status = 'verified'`,
  revenue: `select a.amount, d.college_id from ${allocated}`,
  pendingFee: `select p.total_amount - coalesce((select sum(a.amount) from ${allocated} where a.application_id = p.id), 0)
                 as amount, college_id from applications p`,
  generated: 'select total_amount as amount, college_id from applications',
  undeposited: `select 1 as amount, college_id from demand_drafts where state = 'received'`,
  users: staff(''),
  caseWorkers: staff(`and role = 'case_worker'`),
  receivers: staff(`and role = 'receiver'`),
  printers: staff(`and role = 'printer'`),
};

async function truth(collegeId: string | null): Promise<Record<string, number>> {
  const sums = Object.entries(tiles).map(
    ([tile, rows]) =>
      `(select coalesce(sum(amount), 0)::int from (${rows}) as one where $1::uuid is null or college_id = $1) as "${tile}"`,
  );
  return (await owner.query(`select ${sums.join(', ')}`, [collegeId])).rows[0];
}

async function shown({ api }: StaffCaller, filters: { collegeId?: string } = {}) {
  const { overview, ...figures } = await api.dashboard.getApplicationFigures(filters);
  expect(overview.pending, 'both slices are all applications').toBe(
    figures.applications.value - overview.approved,
  );
  return { ...valuesOf(figures), approved: overview.approved };
}

async function shownOfScope(caller: StaffCaller) {
  const { collected, pending, ...fees } = await caller.api.dashboard.getFeeFigures();
  const own: Record<string, number> = await shown(caller);
  expect([collected.value, pending.value]).toEqual([own.revenue, own.pendingFee]);
  return { ...own, ...valuesOf(fees), ...valuesOf(await caller.api.dashboard.getStaffFigures()) };
}

function valuesOf(figures: Record<string, { value: number }>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([tile, { value }]) => [tile, value]));
}

test(`after random acts every tile is the sum of its rows, in each scope (TILES_SEED=${seed})`, async () => {
  const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
  for (let round = 0; round < (process.env.LONG_FORMS ? 12 : 2); round += 1) {
    for (const act of acts) await act();
    for (let count = 0; count < 8; count += 1) await pick(random, acts)();
    expect(await shownOfScope(admin)).toEqual(await truth(null));
    expect(await shownOfScope(ofCollege)).toEqual(await truth(office.collegeId));
    for (const collegeId of [office.collegeId, office.otherCollegeId])
      expect(await truth(collegeId)).toMatchObject(await shown(admin, { collegeId }));
  }
});
