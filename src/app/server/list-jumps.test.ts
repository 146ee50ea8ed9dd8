import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLarge } from '#dev/seed/large.ts';
import { studentEntry } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { openClient } from '#platform/server/db/connections.ts';

const seed = Number(process.env.JUMPS_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);
const rows = process.env.LONG_FORMS ? 20_000 : 2_000;
const rounds = process.env.LONG_FORMS ? 100 : 25;

let portal: Portal;
let admin: StaffCaller;
let bounded: StaffCaller;
let owner: pg.Client;
let collegeIds: string[];

beforeAll(async () => {
  portal = await startPortal();
  await seedLarge(portal.ownerUrl, rows);
  owner = await openClient(portal.ownerUrl, 'backup');
  collegeIds = (await owner.query('select id from colleges order by code limit 5')).rows.map(({ id }) => id);
  admin = await portal.as('admin');
  bounded = await portal.as('auditor', { collegeId: collegeIds[0]! });
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

type Condition = { given: Record<string, string>; sql: string };
type List = {
  path: string;
  from: string;
  id: string;
  sorts: Record<string, string>;
  conditions: Condition[];
};

const like = (term: string, ...columns: string[]) =>
  `(${columns.map((column) => `${column} ilike '%${term}%'`).join(' or ')})`;
const inColleges = (table: string) =>
  collegeIds.map((id) => ({ given: { collegeId: id }, sql: `${table}.college_id = '${id}'` }));
const searched = (term: string, ...columns: string[]) => ({
  given: { search: term },
  sql: like(term, ...columns),
});

function lists(): List[] {
  const named = ['candidate_name', 'colleges.name', 'courses.name'];
  return [
    {
      path: '/api/applications',
      from: 'applications join colleges on colleges.id = college_id join courses on courses.id = course_id',
      id: 'applications.id',
      sorts: {
        receivedAt: 'received_at',
        registrationNumber: 'registration_number',
        examRollNumber: 'exam_roll_number',
        candidateName: 'candidate_name',
      },
      conditions: [
        ...inColleges('applications'),
        ...['verified', 'rejected', 'received'].map((status) => ({
          given: { status },
          sql: `status = '${status}'`,
        })),
        { given: { show: 'fee_pending' }, sql: 'pending_amount > 0' },
        { given: { academicYear: '2019-20' }, sql: `academic_year = '2019-20'` },
        ...['Rao', 'sha', 'MECH'].map((term) => searched(term, ...named)),
      ],
    },
    {
      path: '/api/students',
      from: 'students join colleges on colleges.id = college_id',
      id: 'students.id',
      sorts: { createdAt: 'students.created_at', name: 'students.name' },
      conditions: [
        ...inColleges('students'),
        ...['Rao', 'sha'].map((term) => searched(term, 'students.name', 'colleges.name')),
      ],
    },
    {
      path: '/api/certificates',
      from: 'certificates',
      id: 'certificates.id',
      sorts: { createdAt: 'created_at', convocationNumber: 'convocation_number' },
      conditions: [],
    },
  ];
}

type Page = { rows: { id: string; name?: string }[]; nextCursor: string | null };

async function ask(caller: StaffCaller, path: string, query: Record<string, string>): Promise<Page> {
  const response = await caller.fetch(`${path}?${new URLSearchParams(query)}`);
  expect(response.status, `${path} ${JSON.stringify(query)}`).toBe(200);
  return (await response.json()) as Page;
}

/** A list, an order and up to two filters, with the ids of all their rows by plain SQL. */
async function anyView() {
  const list = pick(random, lists());
  const sort = pick(random, Object.keys(list.sorts));
  const [sign, direction] = pick(random, [
    ['', 'asc'],
    ['-', 'desc'],
  ] as const);
  const caller = pick(random, [admin, admin, bounded]);
  const chosen = Array.from({ length: random(3) }, () => list.conditions).flatMap((all) =>
    all.length > 0 ? [pick(random, all)] : [],
  );
  // Of two values of one filter the later one counts.
  const conditions = Object.values(
    Object.fromEntries(chosen.map((one) => [Object.keys(one.given).join(), one])),
  );
  const query = Object.assign({ sort: `${sign}${sort}` }, ...conditions.map((one) => one.given));
  const table = list.id.split('.')[0];
  const scope = caller === bounded ? [`${table}.college_id = '${collegeIds[0]}'`] : [];
  const where = [...scope, ...conditions.map((one) => one.sql)].map((sql) => `(${sql})`).join(' and ');
  const text = `select ${list.id} as id from ${list.from} ${where && `where ${where}`} order by ${list.sorts[sort]} ${direction}, ${list.id} ${direction}`;
  const at = async (offset: number, limit: number): Promise<string[]> =>
    (await owner.query(`${text} offset ${offset} limit ${limit}`)).rows.map(({ id }) => id);
  const { rows: counted } = await owner.query(`select count(*)::int as count from (${text}) as found`);
  return { caller, path: list.path, query, at, count: counted[0].count as number };
}

const idsOf = ({ rows: found }: Page) => found.map(({ id }) => id);

test(`a jump finds the rows at exactly that position (JUMPS_SEED=${seed})`, async () => {
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { caller, path, query, at, count } = await anyView();
    most = Math.max(most, count);
    const page = (offset: number, limit: number) =>
      ask(caller, path, { ...query, offset: String(offset), limit: String(limit) });
    const what = `${path} ${JSON.stringify(query)} of ${count}`;
    const limit = 1 + random(40);
    const first = await page(0, limit);
    expect(idsOf(first), `first page, ${what}`).toEqual(await at(0, limit));
    expect(first.nextCursor === null, what).toBe(count <= limit);
    if (first.nextCursor) {
      const next = { ...query, limit: String(limit), offset: String(limit), cursor: first.nextCursor };
      expect(idsOf(await ask(caller, path, next)), `next page, ${what}`).toEqual(await at(limit, limit));
    }
    for (const offset of [random(count + 1), random(count + 1), Math.max(0, count - limit), count + 3]) {
      const jumped = await page(offset, limit);
      expect(idsOf(jumped), `at ${offset}, ${what}`).toEqual(await at(offset, limit));
      expect(jumped.nextCursor === null, `at ${offset}, ${what}`).toBe(offset + limit >= count);
    }
    const counted = await caller.fetch(`${path}/count?${new URLSearchParams(withoutSort(query))}`);
    expect(await counted.json(), what).toEqual({ count });
  }
  expect(most).toBeGreaterThan(rows / 2);
});

function withoutSort({ sort: _sort, ...filters }: Record<string, string>): Record<string, string> {
  return filters;
}

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
