import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { cleanEnvironment, type Portal, root, startPortal } from '../harness/portal.ts';
import { countRows } from '../harness/tables.ts';
import { openJudge } from './c-judge.ts';

// The issue: "Demo data like a real office: the first pack, two convocation seasons spread over months (so that trends,
// ages and charts mean something), several hundred applications, names in three scripts, every state of every lifecycle."
// Everything here is asked of the database of a first start that nobody has touched.

let portal: Portal;
/** Other tests start with the forty samples alone. */
const asNpmStart = { DEMO_DATA: undefined };

beforeAll(async () => {
  portal = await startPortal({ env: asNpmStart });
});
afterAll(() => portal?.remove());

async function one<Row extends Json = Json>(text: string, values: unknown[] = []): Promise<Row> {
  return (await portal.sql(text, values))[0] as Row;
}

async function rows(text: string): Promise<number> {
  return (await one(`select count(*)::int as n from (${text}) t`)).n;
}

/** Tables of masters and records whose names the issue leaves open. */
async function tablesLike(pattern: string): Promise<string[]> {
  const found = await portal.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name ~ $1 and table_name !~ '_changes$|import' order by length(table_name)",
    [pattern],
  );
  return found.map(({ name }) => name);
}

describe('Build demo data: how much, when, who', () => {
  test('Demo 1 "several hundred applications", each with a photo of its own, by more than one college and course', async () => {
    const found = await one(
      'select count(*)::int as applications, count(distinct photo_file_id)::int as photos, count(distinct college_id)::int as colleges, count(distinct course_id)::int as courses, count(distinct received_by)::int as receivers from applications',
    );
    expect(found.applications).toBeGreaterThanOrEqual(300);
    expect(found.photos).toBe(found.applications);
    expect(found.colleges).toBeGreaterThanOrEqual(3);
    expect(found.courses).toBeGreaterThanOrEqual(3);
    expect(found.receivers).toBeGreaterThanOrEqual(2);
    // A master knows more students than have applied.
    expect(await rows('select from students')).toBeGreaterThan(found.applications);
  });

  test('Demo 2 "two convocation seasons spread over months": two years with a hundred applications each, received over three months or more', async () => {
    const seasons = await portal.sql(
      "select academic_year as year, count(*)::int as applications, count(distinct date_trunc('month', received_at at time zone 'Asia/Kolkata'))::int as months from applications group by 1 having count(*) >= 100 order by 1",
    );
    expect(seasons.length, JSON.stringify(seasons)).toBeGreaterThanOrEqual(2);
    for (const season of seasons) expect(season.months, season.year).toBeGreaterThanOrEqual(3);
    // The masters have both convocations, on days of their own.
    const [table] = await tablesLike('^convocations?$');
    expect(table, 'a table of convocations').toBeDefined();
    const convocations = await portal.sql(`select to_jsonb(c) as row from ${table} c`);
    const days = convocations.map(({ row }) =>
      Object.values<Json>(row).find((value) => /^\d{4}-\d\d-\d\d$/.test(String(value))),
    );
    expect(new Set(days.filter(Boolean)).size, JSON.stringify(days)).toBeGreaterThanOrEqual(2);
  });

  test('Demo 3 nobody decides at night in one batch: each month of a season has decisions, prints and hand-overs of its own', async () => {
    for (const [what, text] of [
      ['verified', 'select verified_at as at from applications'],
      ['printed', 'select outcome_at as at from sheets'],
      ['handed over', 'select handed_over_at as at from hand_overs'],
      ['deposited', "select deposited_at as at from deposit_slips where state = 'deposited'"],
    ] as const) {
      const { months } = await one(
        `select count(distinct date_trunc('month', at at time zone 'Asia/Kolkata'))::int as months from (${text}) t where at is not null`,
      );
      expect(months, what).toBeGreaterThanOrEqual(6);
    }
    // In the order of the work: received, decided, printed, handed over.
    expect(
      await rows(
        'select from applications a left join certificates c on c.application_id = a.id where a.verified_at < a.received_at or c.printed_at < c.created_at',
      ),
    ).toBe(0);
    expect(
      await rows(
        'select from hand_overs h join sheets s on s.id = h.sheet_id where h.handed_over_at < s.outcome_at',
      ),
    ).toBe(0);
    // Nothing is from tomorrow.
    expect(await rows("select from audit_events where at > now() + interval '1 minute'")).toBe(0);
  });

  test('Demo 4 "names in three scripts": Latin always, Kannada and Devanagari each for many, and no two hundred namesakes', async () => {
    const names = await portal.sql<{ name: string; native: string | null }>(
      'select candidate_name as name, candidate_name_native as native from applications',
    );
    const kannada = names.filter(({ native }) => /\p{Script=Kannada}/u.test(native ?? ''));
    const devanagari = names.filter(({ native }) => /\p{Script=Devanagari}/u.test(native ?? ''));
    expect(names.filter(({ name }) => !/^[\p{Script=Latin}\p{M} .'’-]+$/u.test(name))).toEqual([]);
    expect(kannada.length).toBeGreaterThanOrEqual(50);
    expect(devanagari.length).toBeGreaterThanOrEqual(50);
    expect(new Set(names.map(({ name }) => name)).size).toBeGreaterThanOrEqual(names.length / 2);
  });

  test('Demo 5 ages mean something: what waits is from days to months old, and drafts in hand are on their way to going stale', async () => {
    const spread = async (text: string) =>
      (
        await portal.sql(
          `select distinct width_bucket(extract(epoch from now() - at) / 86400, array[3, 14, 45, 90]) as bucket from (${text}) t`,
        )
      ).length;
    expect(
      await spread("select received_at as at from applications where status in ('received', 'returned')"),
    ).toBeGreaterThanOrEqual(3);
    expect(
      await spread("select waiting_since as at from certificates where state = 'to_print'"),
    ).toBeGreaterThanOrEqual(2);
    expect(
      await spread("select printed_at as at from certificates where state = 'printed'"),
    ).toBeGreaterThanOrEqual(2);
    expect(
      await rows(
        "select from demand_drafts where state = 'received' and (drawn_on <= current_date - 75 or valid_until <= current_date + 15) and valid_until >= current_date",
      ),
      'drafts in hand that go stale soon',
    ).toBeGreaterThan(0);
    expect(
      await spread("select received_at as at from demand_drafts where state = 'received'"),
    ).toBeGreaterThanOrEqual(2);
  });

  test('Demo 6 the award record is filled for most, in the student master and on what was verified', async () => {
    // Open: columns of the application, or a record of its own that names it.
    const [column] = await portal.sql(
      "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_name ~ 'birth' and (table_name = 'applications' or table_name in (select table_name from information_schema.columns where column_name = 'application_id')) order by table_name limit 1",
    );
    expect(column, 'a date of birth of the application').toBeDefined();
    const filled = await rows(`select from ${column!.table} where ${column!.column} is not null`);
    expect(filled).toBeGreaterThan((await rows("select from applications where status = 'verified'")) / 2);
    const [student] = await portal.sql(
      "select column_name as column from information_schema.columns where table_schema = 'public' and table_name = 'students' and column_name ~ 'birth'",
    );
    expect(student, 'a date of birth in the student master').toBeDefined();
    expect(await rows(`select from students where ${student!.column} is not null`)).toBeGreaterThan(
      (await rows('select from students')) / 2,
    );
  });
});

describe('Build demo data: "every state of every lifecycle"', () => {
  test('Demo 7 every value that the database allows a state, status, outcome or way has its rows', async () => {
    // The lifecycles say themselves what they have: a CHECK with a list. Uploads pass their states in a moment.
    const checks = await portal.sql<{ table: string; text: string }>(
      "select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ 'import|challenge|_changes$'",
    );
    const missing: string[] = [];
    let seen = 0;
    for (const { table, text } of checks) {
      const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(text);
      if (!list || !/(^|_)(state|status|outcome|way|stage)$/.test(list[1]!)) continue;
      seen += 1;
      const present = new Set(
        (await portal.sql(`select distinct ${list[1]} as value from ${table}`)).map(({ value }) => value),
      );
      for (const [, value] of list[2]!.matchAll(/'([^']*)'/g))
        if (!present.has(value)) missing.push(`${table}.${list[1]} ${value}`);
    }
    expect(seen, 'lifecycles with a list of states').toBeGreaterThanOrEqual(8);
    expect(missing).toEqual([]);
  });

  for (const [what, text] of [
    [
      'a returned application that never was verified',
      "select from applications where status = 'returned' and convocation_number is null",
    ],
    [
      'an application that was reopened and waits for correction',
      "select from applications a join certificates c on c.application_id = a.id where a.status = 'returned' and c.withheld_at is not null",
    ],
    [
      'one that was reopened, corrected and verified again',
      "select from applications where status = 'verified' and id::text in (select record_id from audit_events where event ~* 're-?open' and record_type ~ 'application')",
    ],
    [
      "a copy superseded because of 'data corrected'",
      "select from sheets s join reprint_requests r on r.sheet_id = s.id where s.superseded_at is not null and to_jsonb(r)::text ~* 'data[ _-]?corrected'",
    ],
    [
      'an application rejected because a draft came back',
      "select from applications where status = 'rejected' and rejection_cause = 'draft_returned'",
    ],
    ['a concession', 'select from concessions'],
    ['a full waiver', 'select from applications where total_amount = 0'],
    [
      'a draft that pays for several candidates',
      'select demand_draft_id from allocations group by 1 having count(distinct application_id) > 1',
    ],
    ['a draft that was replaced', 'select from demand_drafts where replaced_by is not null'],
    ['a refund', 'select from refunds'],
    [
      'a sheet in an open run',
      "select from sheets s join print_runs r on r.id = s.print_run_id where s.outcome is null and r.state in ('prepared', 'printing')",
    ],
    ['a copy that was cancelled', 'select from sheets where cancelled_at is not null'],
    ['a reprint that is pending', 'select from reprint_requests where status is null'],
    [
      'a reprint that is approved and not printed',
      "select from reprint_requests where status = 'approved' and reprinted_at is null",
    ],
    ['a reprint that is printed', 'select from reprint_requests where reprinted_at is not null'],
    ['a proof that waits', 'select from proofs where signed_off_at is null and refused_at is null'],
    ['a proof that was refused', 'select from proofs where refused_at is not null'],
    ['a delivery of paper that waits for approval', 'select from blank_receipts where approved_at is null'],
    ['a delivery of ink that waits for approval', 'select from ink_receipts where approved_at is null'],
    ['a destruction that waits for its second witness', 'select from destructions where second_at is null'],
    ['a destruction with both', 'select from destructions where second_at is not null'],
    ['a stock count that is closed', 'select from stock_counts where closed_at is not null'],
    [
      'a bundle that a student signed for',
      'select from hand_overs where bundle_id is not null and signed_on is not null',
    ],
    [
      'a bundle that nobody signed for yet',
      'select from hand_overs where bundle_id is not null and signed_on is null',
    ],
  ] as const)
    test(`Demo 8 there is ${what}`, async () => {
      expect(await rows(text)).toBeGreaterThan(0);
    });

  test('Demo 9 there is a revocation that waits for its second admin, and one that is confirmed', async () => {
    const tables = await tablesLike('revocation');
    const waiting = tables.length
      ? `select from ${tables[0]} r join certificates c on c.id = r.certificate_id where c.state <> 'revoked'`
      : "select from certificates c where state <> 'revoked' and (select count(*) from jsonb_each_text(to_jsonb(c)) f where f.key ~ 'revo' and f.value is not null) > 0";
    expect(await rows(waiting), 'a proposal that waits').toBeGreaterThan(0);
    expect(await rows("select from certificates where state = 'revoked'"), 'revoked').toBeGreaterThan(0);
  });

  test('Demo 10 charges of each kind are there: application, late, reprint', async () => {
    const tables = await tablesLike('charge');
    expect(tables.length, 'a table of charges').toBeGreaterThan(0);
    for (const kind of ['application', 'late', 'reprint']) {
      const found = await Promise.all(
        tables.map((table) =>
          rows(`select from ${table} t where to_jsonb(t)::text ~* '"[a-z_ ]*${kind}[a-z_ ]*"'`),
        ),
      );
      expect(
        found.reduce((a, b) => a + b, 0),
        kind,
      ).toBeGreaterThan(0);
    }
  });
});

describe('Build demo data: it agrees with itself', { timeout: 180_000 }, () => {
  test('Demo 11 "written through the same commands as real work": custody, money, numbers, four eyes and history hold', async () => {
    const judge = await openJudge(portal);
    expect(await judge.faults()).toEqual([]);
    await judge.end();
    // What was done was done by a person whose desk it is.
    expect(
      await rows(
        "select from applications a join staff s on s.id = a.verified_by where s.role not in ('admin', 'case_worker')",
      ),
    ).toBe(0);
    expect(
      await rows(
        "select from applications a where not exists (select from audit_events e where e.record_id = a.id::text and e.actor_id = a.received_by and e.event ~ 'received')",
      ),
    ).toBe(0);
    for (const table of ['blank_receipts', 'ink_receipts'])
      expect(await rows(`select from ${table} where approved_by = received_by`), table).toBe(0);
  });

  test('Demo 12 "the first pack": packs/vishwavidya passes its check, and the masters of the demo are those of the pack', async () => {
    const folder = path.join(root, 'packs/vishwavidya');
    expect(existsSync(path.join(folder, 'pack.json')), 'packs/vishwavidya/pack.json').toBe(true);
    execFileSync('npm', ['run', 'pack', '--', 'check', 'packs/vishwavidya'], {
      cwd: root,
      env: cleanEnvironment(),
      timeout: 100_000,
    });
    const pack = JSON.parse(readFileSync(path.join(folder, 'pack.json'), 'utf8'));
    // Open: the keys of pack.json. Each list is known by its name, each entry by its code, number or name; an office is 'Registrar, Vice-Chancellor, …'.
    for (const [like, tables] of [
      [/^courses$/i, '^courses$'],
      [/^certificate_?types$/i, '^certificate_types$'],
      [/^offices$/i, '^offices?$'],
      [/^convocations$/i, '^convocations?$'],
    ] as const) {
      const [, entries] = Object.entries<Json>(pack).find(([key]) => like.test(key)) ?? [];
      expect(entries?.length, `${like} of the pack`).toBeGreaterThan(0);
      const [table] = await tablesLike(tables);
      expect(table, tables).toBeDefined();
      const stored = (await portal.sql(`select to_jsonb(t)::text as row from ${table} t`)).map(
        ({ row }) => row,
      );
      for (const entry of entries) {
        const word = String(entry.code ?? entry.number ?? entry.name ?? entry.office);
        expect(
          stored.some((row) => row.includes(JSON.stringify(word).slice(1, -1))),
          `${table}: ${word}`,
        ).toBe(true);
      }
    }
    // "It holds every master and no person."
    expect(JSON.stringify(pack)).not.toContain('@dikshant.example');
  });

  test('Demo 13 a second start adds nothing and loses nothing', async () => {
    const before = await countRows(portal);
    await portal.stop();
    portal = await startPortal({ directory: portal.directory, env: asNpmStart });
    const after = await countRows(portal);
    const changed = Object.entries(before).filter(
      ([table, count]) => after[table] !== count && !/outbox|checkpoint|audit_|stored_files/.test(table),
    );
    expect(changed).toEqual([]);
  });
});
