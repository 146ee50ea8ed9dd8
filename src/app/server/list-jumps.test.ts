import { expect, test } from 'vitest';
import { seedLarge } from '#dev/seed/large.ts';
import { studentEntry } from '#dev/testing/factories.ts';
import { fileClient, filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';

const seed = Number(process.env.JUMPS_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);
const rows = process.env.LONG_FORMS ? 20_000 : 2_000;
const rounds = process.env.LONG_FORMS ? 100 : 15;

const portal = await filePortal();
await seedLarge(portal.ownerUrl, rows);
const owner = await fileClient(portal.ownerUrl);
const collegeIds = (await owner.query('select id from colleges order by code limit 5')).rows.map(
  ({ id }) => id,
);
const admin = await portal.as('admin');
const bounded = await portal.as('auditor', { collegeId: collegeIds[0]! });

type Condition = { given: Record<string, string>; sql: string };
type List = { path: string; from: string; sorts: Record<string, string>; conditions: Condition[] };

const given = (name: string, value: string, sql: string) => ({ given: { [name]: value }, sql });
const inColleges = (table: string) =>
  collegeIds.map((id) => given('collegeId', id, `${table}.college_id = '${id}'`));
const searches = (terms: string[], columns: string[]) =>
  terms.map((term) =>
    given(
      'search',
      term,
      columns.map((column) => `search_form(${column}) like '%${term.toLowerCase()}%'`).join(' or '),
    ),
  );

const lists = (): List[] => [
  {
    path: '/api/applications',
    from: 'applications join colleges on colleges.id = college_id join courses on courses.id = course_id',
    sorts: {
      receivedAt: 'received_at',
      registrationNumber: 'registration_number',
      examRollNumber: 'exam_roll_number',
      candidateName: 'candidate_name collate name_order',
    },
    conditions: [
      ...inColleges('applications'),
      ...['verified', 'rejected', 'received'].map((one) => given('status', one, `status = '${one}'`)),
      given('show', 'fee_pending', 'pending_amount > 0'),
      given('academicYear', '2019-20', `academic_year = '2019-20'`),
      ...searches(['Rao', 'sha', 'MECH'], ['candidate_name', 'colleges.name', 'courses.name']),
    ],
  },
  {
    path: '/api/students',
    from: 'students join colleges on colleges.id = college_id',
    sorts: { createdAt: 'students.created_at', name: 'students.name collate name_order' },
    conditions: [...inColleges('students'), ...searches(['Rao', 'sha'], ['students.name', 'colleges.name'])],
  },
  {
    path: '/api/certificates',
    from: 'certificates',
    sorts: { createdAt: 'created_at', convocationNumber: 'convocation_number' },
    conditions: [],
  },
];

type Page = { rows: { id: string; name?: string }[]; nextCursor: string | null };

async function ask(caller: StaffCaller, path: string, query: Record<string, string>): Promise<Page> {
  const response = await caller.fetch(`${path}?${new URLSearchParams(query)}`);
  expect(response.status, `${path} ${JSON.stringify(query)}`).toBe(200);
  return (await response.json()) as Page;
}

/** A list, an order and up to two filters, with the ids of all their rows by plain SQL. */
async function anyView() {
  const { path, from, sorts, conditions } = pick(random, lists());
  const sort = pick(random, Object.keys(sorts));
  const isDescending = random(2) === 0;
  const caller = pick(random, [admin, admin, bounded]);
  const chosen =
    conditions.length === 0 ? [] : Array.from({ length: random(3) }, () => pick(random, conditions));
  // Of two values of one filter the later one counts.
  const kept = Object.values(Object.fromEntries(chosen.map((one) => [Object.keys(one.given).join(), one])));
  const query: Record<string, string> = Object.assign({}, ...kept.map((one) => one.given));
  const table = from.split(' ')[0];
  const own = caller === bounded ? [`${table}.college_id = '${collegeIds[0]}'`] : [];
  const where = ['true', ...own, ...kept.map((one) => one.sql)].map((sql) => `(${sql})`).join(' and ');
  const order = isDescending ? 'desc' : 'asc';
  const text = `select ${table}.id from ${from} where ${where} order by ${sorts[sort]} ${order}, ${table}.id ${order}`;
  const { rows: found } = await owner.query<{ id: string }>(text);
  const all = found.map(({ id }) => id);
  return { caller, path, query, sort: `${isDescending ? '-' : ''}${sort}`, all };
}

const idsOf = ({ rows: found }: Page) => found.map(({ id }) => id);

test(`a jump finds the rows at exactly that position (JUMPS_SEED=${seed})`, async () => {
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { caller, path, query, sort, all } = await anyView();
    const count = all.length;
    most = Math.max(most, count);
    const limit = 1 + random(40);
    const page = (offset: number, cursor = {}) =>
      ask(caller, path, { ...query, ...cursor, sort, offset: String(offset), limit: String(limit) });
    for (const offset of [0, random(count + 1), random(count + 1), Math.max(0, count - limit), count + 3]) {
      const what = `${path} ${JSON.stringify(query)} by ${sort} at ${offset} of ${count}`;
      const jumped = await page(offset);
      expect(idsOf(jumped), what).toEqual(all.slice(offset, offset + limit));
      expect(jumped.nextCursor === null, what).toBe(offset + limit >= count);
      if (jumped.nextCursor === null) continue;
      const next = await page(offset + limit, { cursor: jumped.nextCursor });
      expect(idsOf(next), `the next page, ${what}`).toEqual(all.slice(offset + limit, offset + 2 * limit));
    }
    const counted = await caller.fetch(`${path}/count?${new URLSearchParams(query)}`);
    expect(await counted.json()).toEqual({ count });
  }
  expect(most).toBeGreaterThan(rows / 2);
});

test('while colleagues add rows, jumps answer pages in order and without a row twice', async () => {
  let isOver = false;
  const adding = (async () => {
    for (let at = 0; at < 15; at += 1) {
      const entry = studentEntry(
        { collegeId: collegeIds[at % 5]! },
        { name: `${'KDSAR'[at % 5]}umar Added` },
      );
      await admin.api.students.addStudent(entry);
    }
  })().finally(() => {
    isOver = true;
  });
  let jumps = 0;
  for (; !isOver || jumps < 20; jumps += 1) {
    const query = { sort: 'name', offset: String(random(rows)), limit: '50' };
    const found = await ask(admin, '/api/students', query);
    const names = found.rows.map(({ name }) => name!);
    expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : Number(one > other))));
    expect(new Set(found.rows.map(({ id }) => id)).size).toBe(found.rows.length);
  }
  await adding;
});
