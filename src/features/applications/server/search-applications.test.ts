import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLarge } from '#dev/seed/large.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import type { Db, Scope } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { inCollege } from '#platform/server/db/scope.ts';
import type { ApplicationFilters } from '../contract.ts';
import { listOfApplications } from './application-lists.ts';
import { searchApplications } from './search-applications.ts';

/** More than a search scans, so that rare terms ask the indexes. */
const [scanLength, rows] = process.env.LONG_FORMS ? [10_000, 11_000] : [1_000, 1_500];
const {
  page: listApplications,
  count: countApplications,
  sums: sumApplications,
} = listQueries({
  ...listOfApplications,
  rows: async (scoped: Db, filters: ApplicationFilters) => {
    const found = await searchApplications(scoped, filters);
    return { ...found, search: found.search && { ...found.search, scanLength } };
  },
});
const everything: Scope = { collegeId: null };
const noFilters: ApplicationFilters = { search: '', status: 'all', stage: 'any', show: 'all' };
const oddNames = [
  '100% Sharma',
  'Under_score',
  'Back\\slash',
  "D'Souza-Pinto (Jr.)",
  'ŻÓŁĆ Naïve',
  'Xq Ix',
  'A@b',
  'tab\tbed',
];
const oddNativeNames = ['ಕೃಷ್ಣ ಖೠ', 'ಅನನ್ಯಾ ಕೆ.', 'दीक्षांत ऋषि', 'ఱమ తెలుగు'];

let portal: Portal;
let owner: pg.Client;
let db: Db;
let oneCollege: Scope;

beforeAll(async () => {
  portal = await startPortal();
  db = portal.services.db;
  await seedLarge(portal.ownerUrl, rows);
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  // Most of them are verified already, and renamed here to be searched for.
  await owner.query('alter table applications disable trigger applications__verified_is_frozen');
  await owner.query('alter table certificates disable trigger certificates__revoked_by_two');
  await owner.query(
    `update applications set corrected_by = received_by, corrected_at = now(), candidate_name = coalesce(($1::text[])[acknowledgement_number / 37], candidate_name),
                             candidate_name_native = coalesce(($2::text[])[acknowledgement_number / 41], candidate_name_native)
      where acknowledgement_number % 37 = 0 or acknowledgement_number % 41 = 0`,
    [oddNames, oddNativeNames],
  );
  const college = await db
    .selectFrom('colleges')
    .select('id')
    .where('code', '=', 'GEN003')
    .executeTakeFirstOrThrow();
  oneCollege = { collegeId: college.id };
}, 120_000);
afterAll(async () => {
  await owner.end();
  await portal.close();
});

/** What a search means, read off every row. */
async function plainly(
  scope: Scope,
  { search, status, stage }: ApplicationFilters,
  order = 'received_at desc, a.id desc',
): Promise<string[]> {
  const states: Record<string, string[]> = { pending: ['received', 'returned'] };
  const names = search.match(/(?<!\S)[^\s\d]+(?!\S)/g) ?? [];
  const isName = names.filter((name) => name.replace(/[^\p{L}\p{M}]/gu, '').length > 2).length > 1;
  const words = isName ? search.split(/\s+/) : [search];
  const contains = (text: string) =>
    sql`(select bool_and(strpos(search_form(${sql.raw(text)}), search_form(word)) > 0) from unnest(${words}::text[]) word)`;
  const statuses = `case a.status when 'received' then 'pending' when 'returned' then 'pendingreturned' else a.status end`;
  const { rows: found } = await sql<{ id: string }>`
    select a.id
      from applications a join colleges on colleges.id = a.college_id join courses on courses.id = a.course_id
      left join certificates on certificates.application_id = a.id
     where (${scope.collegeId}::uuid is null or a.college_id = ${scope.collegeId}::uuid)
       and (${status} = 'all' or a.status = any (${states[status] ?? [status]}))
       and (${stage} = 'any' or certificates.state = any (${stage === 'completed' ? ['printed', 'handed_over'] : ['to_print', 'in_run']}))
       and (${search} = '' or acknowledgement_number::text = ltrim(${search}, '0') or ${contains(`concat_ws(E'\\n', registration_number, exam_roll_number, candidate_name, candidate_name_native)`)}
            or ${contains('colleges.name')} or ${contains('courses.name')}
            or strpos(${sql.raw(statuses)}, search_form(${search})) > 0)
     order by ${sql.raw(order)}
  `.execute(db);
  return found.map(({ id }) => id);
}

async function pageOf(scope: Scope, input: Partial<Parameters<typeof listApplications>[1]>) {
  return listApplications(inCollege(db, scope.collegeId), {
    ...noFilters,
    sort: '-receivedAt',
    offset: 0,
    limit: 40,
    ...input,
  });
}

const idsOf = (page: { rows: { id: string }[] }) => page.rows.map((row) => row.id);

async function expectAsPlainly(scope: Scope, filters: ApplicationFilters): Promise<void> {
  const expected = await plainly(scope, filters);
  const first = await pageOf(scope, filters);
  expect(idsOf(first)).toEqual(expected.slice(0, 40));
  expect(first.nextCursor === null).toBe(expected.length <= 40);
  if (first.nextCursor) {
    const second = await pageOf(scope, { ...filters, offset: 40, cursor: first.nextCursor });
    expect(idsOf(second)).toEqual(expected.slice(40, 80));
  }
  const last = Math.max(0, expected.length - 3);
  expect(idsOf(await pageOf(scope, { ...filters, offset: last }))).toEqual(expected.slice(last));
  expect(await countApplications(inCollege(db, scope.collegeId), filters)).toEqual({
    count: expected.length,
  });
  // The line of totals is of all rows that are left, not of those that are shown.
  const { rows: sums } = await owner.query(
    `select coalesce(sum(total_amount), 0)::int as "totalAmount", coalesce(sum(paid_amount), 0)::int as "paidAmount",
            coalesce(sum(pending_amount), 0)::int as "pendingAmount"
       from applications where id = any ($1)`,
    [expected],
  );
  expect(await sumApplications(inCollege(db, scope.collegeId), filters)).toEqual(sums[0]);
}

test('a row that has the term in its text and in its course is counted once', async () => {
  const [application] = (
    await owner.query<{ id: string; course: string }>(
      `select applications.id, lower(courses.name) as course from applications join courses on courses.id = course_id limit 1`,
    )
  ).rows;
  // No college has it in its name.
  const name = application!.course;
  await owner.query(
    `update applications set corrected_by = received_by, corrected_at = now(), candidate_name = $1 where id = $2`,
    [`Asha ${name}`, application!.id],
  );
  await expectAsPlainly(everything, { ...noFilters, search: name });
});

test('a search finds what contains the term, and nothing else: any part of any field, in any case', async () => {
  const texts = await db
    .selectFrom('applications')
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .select([
      'registration_number',
      'exam_roll_number',
      'candidate_name',
      'candidate_name_native',
      'colleges.name',
    ])
    .where(
      sql<boolean>`acknowledgement_number % 97 = 0 or candidate_name = any (${oddNames}) or candidate_name_native = any (${oddNativeNames})`,
    )
    .execute();
  const fields = texts.flatMap((row) => Object.values(row)).filter((text) => text !== null);
  const part = fc
    .tuple(
      fc.constantFrom(...fields, ...oddNames, ...oddNativeNames),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
    )
    .map(([text, from, length, isShouted]) => {
      const characters = [...text];
      const start = from % characters.length;
      const term = characters
        .slice(start, start + length)
        .join('')
        .trim();
      return isShouted
        ? term.toUpperCase().toLowerCase() === term.toLowerCase()
          ? term.toUpperCase()
          : term
        : term;
    });
  const short = fc
    .tuple(
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0159@%_\\/.-ಕಖೠಾ್अऋ'),
      fc.constantFrom('', ...'abqxz7 %_\\ಕ್'),
    )
    .map((pair) => pair.join('').trim());
  const filters = fc.record({
    search: fc.oneof(part, short),
    status: fc.constantFrom(
      'all' as const,
      'all' as const,
      'pending' as const,
      'rejected' as const,
      'verified' as const,
    ),
    stage: fc.constantFrom(
      'any' as const,
      'any' as const,
      'completed' as const,
      'waiting_for_print' as const,
    ),
    show: fc.constant('all' as const),
  });
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), (chosen, isBounded) =>
      expectAsPlainly(isBounded ? oneCollege : everything, chosen),
    ),
    { numRuns: process.env.LONG_FORMS ? 300 : 25, seed: 2026 },
  );
}, 300_000);

test.each([
  '%',
  '_',
  '\\',
  '%%',
  'xq',
  'Ix',
  '@',
  'ೠ',
  'ಖೠ',
  'ऋ',
  "d's",
  'reg20',
  'REJECT',
  'college',
  'zz top',
  'é',
])('a search for %s is plain text', (search) => expectAsPlainly(everything, { ...noFilters, search }));

test.each([
  { filters: noFilters, sort: '-receivedAt', order: 'received_at desc, a.id desc' },
  { filters: noFilters, sort: 'candidateName', order: 'candidate_name collate name_order, a.id' },
  { filters: { ...noFilters, search: 'a' }, sort: '-receivedAt', order: 'received_at desc, a.id desc' },
  {
    filters: { ...noFilters, status: 'verified' },
    sort: 'registrationNumber',
    order: 'registration_number, a.id',
  },
  {
    filters: { ...noFilters, stage: 'completed' },
    sort: '-candidateName',
    order: 'candidate_name collate name_order desc, a.id desc',
  },
] as const)('a jump finds the rows at its position: $filters, $sort', async ({ filters, sort, order }) => {
  const expected = await plainly(everything, filters, order);
  for (const offset of [1, Math.floor(expected.length / 3), expected.length - 1, expected.length]) {
    const page = await pageOf(everything, { ...filters, sort, offset, limit: 5 });
    expect(idsOf(page)).toEqual(expected.slice(offset, offset + 5));
  }
});
