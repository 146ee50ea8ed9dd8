import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '#dev/seed/demo.ts';
import { fillDemo } from '#dev/seed/fill-demo.ts';
import { type Portal, startPortal } from '#dev/testing/portal.ts';
import { runRules } from '#features/exceptions/server/run-rules.ts';
import { reportPack } from '#features/packs/server/import-pack.ts';
import { readPackFiles } from '#features/packs/server/pack-files.ts';
import { dayInIndia } from '#shared/format.ts';
import { openJudge } from './sequences-judge.testing.ts';

// What `npm start` fills the portal with: two seasons of an office, by plain SQL.

let portal: Portal;
let owner: pg.Client;

beforeAll(async () => {
  portal = await startPortal();
  await seedDemo(portal.services, { data: 'office' });
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
}, 1_800_000);
afterAll(async () => {
  await owner?.end();
  await portal?.close();
});

async function valuesOf(query: string): Promise<unknown[]> {
  return (await owner.query({ text: query, rowMode: 'array' })).rows.map(([value]) => value);
}

async function count(query: string): Promise<number> {
  return Number((await valuesOf(`select count(*) from (${query}) found`))[0]);
}

test('every state that the database knows has its records', async () => {
  // Uploads and challenges pass theirs in a moment. The demo's only roll is resolved, its university signs nothing in
  // batches, and has proposed no limits of its own.
  const { rows } = await owner.query<{ table: string; text: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ 'import|challenge|^rolls$|signing_batch_sheets|exception_limits|_changes$'`,
  );
  const missing: string[] = [];
  let lifecycles = 0;
  for (const { table, text } of rows) {
    const [, column, list] =
      /^CHECK \(\((\w*(?:state|status|outcome|way)) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(text) ?? [];
    if (!column) continue;
    lifecycles += 1;
    const known = await valuesOf(`select distinct ${column} from ${table}`);
    for (const [, state] of list!.matchAll(/'([^']*)'/g))
      if (!known.includes(state)) missing.push(`${table}.${column} ${state}`);
  }
  expect(lifecycles).toBeGreaterThanOrEqual(8);
  // The story has three findings, of which none was raised in error.
  expect(missing).toEqual(['findings.state dropped']);
});

test.each([
  ["applications where total_amount = 80000 and paid_amount = 60000 and status = 'rejected'", 1],
  ["applications where total_amount = 80000 and pending_amount = 0 and status = 'verified'", 1],
  ["applications where total_amount = 700 and paid_amount = 500 and status = 'rejected'", 1],
  ["applications where total_amount = 700 and pending_amount = 0 and status = 'verified'", 1],
  ['applications where total_amount = 0', 1],
  ["applications where status = 'returned' and convocation_number is null", 1],
  ["applications where status = 'rejected' and rejection_cause = 'draft_returned'", 1],
  ["applications where candidate_name_native ~ '[\u0c80-\u0cff]'", 50],
  ["applications where candidate_name_native ~ '[\u0900-\u097f]'", 50],
  ['award_records where date_of_birth is not null', 150],
  ['applications', 300],
  ['reopenings where verified_again_at is null', 1],
  ['reopenings where verified_again_at is not null', 1],
  ["reprint_requests where kind = 'data_corrected' and reprinted_at is not null", 1],
  ['reprint_requests where status is null', 1],
  ["reprint_requests where status = 'approved' and reprinted_at is null", 1],
  ["reprint_requests where status = 'rejected'", 1],
  ['revocations where outcome is null', 1],
  ["revocations where outcome = 'confirmed'", 1],
  ['concessions', 1],
  ['refunds', 1],
  ['demand_drafts where replaced_by is not null', 1],
  ["demand_drafts where state = 'received' and valid_until between current_date and current_date + 15", 1],
  ['allocations group by demand_draft_id having count(distinct application_id) > 1', 1],
  ["charges where kind = 'late' and scheduled_amount > 0", 1],
  ["charges where kind = 'reprint' and scheduled_amount > 0", 1],
  ['sheets where cancelled_at is not null', 1],
  [
    "sheets join print_runs r on r.id = print_run_id and r.state in ('prepared', 'printing') where outcome is null",
    1,
  ],
  ['proofs where signed_off_at is null and refused_at is null', 1],
  ['proofs where refused_at is not null', 1],
  ['blank_receipts where approved_at is null', 1],
  ['ink_receipts where approved_at is null', 1],
  ['destructions where second_at is null', 1],
  ['destructions where second_at is not null', 1],
  ['stock_counts where closed_at is not null', 1],
  ['hand_overs where bundle_id is not null and signed_on is not null', 1],
  ['hand_overs where bundle_id is not null and signed_on is null', 1],
])('%s: at least %i', async (found, least) => {
  expect(await count(`select from ${found}`)).toBeGreaterThanOrEqual(least);
});

test('the figures of the specification', async () => {
  expect(await count('select from ink_receipts')).toBe(6);
  // Every paper is in store; a seventh delivery waits for its approval.
  expect(await count('select from blank_receipts where approved_at is not null')).toBe(6);
  expect(await valuesOf(`select code from colleges where code like 'COL00_' order by 1`)).toEqual(
    expect.arrayContaining(['COL001', 'COL002', 'COL003']),
  );
  expect(await valuesOf('select distinct role from staff order by 1')).toEqual([
    'admin',
    'auditor',
    'case_worker',
    'printer',
    'receiver',
  ]);
  const unverified = await count(`select from applications where status <> 'verified'`);
  expect(Math.round((100 * unverified) / (await count('select from applications')))).toBe(30);
  const admin = await portal.as('admin');
  const { years } = await admin.api.dashboard.getYearlyRevenue({ year: 2025 });
  expect(years).toEqual(expect.arrayContaining([2024, 2025]));
});

test('the rules find the story and nothing else, and an auditor has worked on it', async () => {
  const hitsSeen = () => valuesOf('select id from exception_hits where gone_at is null order by 1');
  const before = await hitsSeen();
  await runRules(portal.services);
  expect(await hitsSeen()).toEqual(before);
  const auditor = await portal.as('auditor');
  const { rows: hits } = await auditor.api.exceptions.listExceptionHits({ state: 'all', limit: 100 });
  expect(hits.map(({ rule, state }) => `${rule} ${state}`).sort()).toEqual([
    ...Array(3).fill('draft_deposited_late explained'),
    'old_copy_outside explained',
    ...Array(2).fill('refund_by_receiver new'),
    ...Array(2).fill('sheet_missing explained'),
  ]);
  const { rows: findings } = await auditor.api.findings.listFindings({ limit: 100 });
  expect(findings.map(({ state }) => state).sort()).toEqual(['open', 'replied', 'settled']);
  const waiting = findings.find(({ state }) => state === 'open')!;
  expect([waiting.isOverdue, waiting.dueOn! > dayInIndia(new Date())]).toEqual([false, true]);
  const { reports } = await auditor.api.findings.listInspectionReports({});
  expect(reports).toHaveLength(1);
  expect(await count('select from report_paras')).toBe(1);
});

test('its masters are those of the first pack, its books close, and a second start adds nothing', async () => {
  const files = await readPackFiles('packs/vishwavidya');
  expect(await reportPack(portal.services.db, files)).toMatchObject({ faults: [], changes: [] });
  const { judge, pool } = await openJudge(portal.ownerUrl);
  await judge();
  await pool.end();
  const [newest] = await valuesOf('select max(sequence) from audit_events');
  await fillDemo(portal.services);
  expect(await valuesOf(`select event from audit_events where sequence > ${newest}`)).toEqual([]);
});
