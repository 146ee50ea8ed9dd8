import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { restoreDump } from '#dev/testing/restore-dump.ts';
import { readChain, verifyChain } from '#features/audit/server/read-chain.ts';
import { openClient, withClient } from './connections.ts';
import { migrate, migrationsDirectory } from './migrate.ts';

/** The demo's database as the baseline made it, by scripts/dump-database.ts; kept for good (decision 3). */
const dump = path.resolve(import.meta.dirname, '../../../dev/testing/baseline.dump.gz');
/** The newest event of the dump, noted outside it. */
const head = {
  sequence: 663,
  hash: 'ed7ad9b6066cd04e3482ad22f2c905288b2ea4507d72da914a858507aca44490',
};
const name = `baseline_${process.pid}`;
const asSuperuser = (statement: string) =>
  withClient(inject('superuserUrl'), 'migration', (client) => client.query(statement));

const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-migrations-'));
await asSuperuser(`create database ${name}`);
const url = new URL(inject('superuserUrl'));
url.pathname = `/${name}`;
const ownerUrl = url.href;
const owner = await openClient(ownerUrl, 'migration');
await restoreDump(owner, dump);
afterAll(async () => {
  await owner?.end();
  await asSuperuser(`drop database if exists ${name} with (force)`);
  rmSync(directory, { recursive: true, force: true });
});

test('a database of the baseline takes all later migrations and the next one, and keeps rows and chain', async () => {
  expect(statSync(dump).size).toBeLessThanOrEqual(2 * 1024 * 1024);
  const before = await countRows();
  expect(before).toMatchObject({ audit_events: head.sequence, migrations: 1 });
  for (const table of [
    'applications',
    'allocations',
    'certificates',
    'sheets',
    'blanks',
    'audit_personal_values',
  ])
    expect(before[table], table).toBeGreaterThan(0);

  const receipts = await receiptsOf('applications');
  cpSync(migrationsDirectory, directory, { recursive: true });
  const next = '9999-add-motto-of-college.sql';
  writeFileSync(
    path.join(directory, next),
    `alter table colleges add column motto text not null default 'Tamaso ma jyotirgamaya';`,
  );
  expect((await migrate(ownerUrl, directory)).at(-1)).toBe(next);
  expect(await migrate(ownerUrl, directory)).toEqual([]);

  const { rows } = await owner.query('select distinct motto from colleges');
  expect(rows).toEqual([{ motto: 'Tamaso ma jyotirgamaya' }]);
  const {
    migrations: _applied,
    dashboard_totals: _days,
    dashboard_deltas: _changes,
    fee_totals: _fees,
    ...kept
  } = before;
  // What each sheet prints is kept from what there was, and each application owes its fee.
  const made = { sheet_facts: before.sheets, charges: before.applications };
  expect(await countRows()).toMatchObject({ ...kept, ...made });
  // Every number was of the one pattern, and that series counts on.
  const numbers = await owner.query(`
    select pattern, next_number - last_number as ahead, bool_and(convocation_number = convocation_year || '/' || lpad(convocation_sequence::text, 6, '0'))
      from certificates join number_series s on s.id = number_series_id
      join number_counters on series = 'certificates ' || s.id || ' ' || counted_year
     group by 1, 2`);
  expect(numbers.rows).toEqual([{ pattern: '{year}/{n:6}', ahead: 1, bool_and: true }]);
  // Each of the demo's applications had a draft of its own.
  expect(await receiptsOf('demand_drafts')).toEqual(receipts);
  expect(await reportOnChain()).toMatchObject({
    fault: null,
    checked: head.sequence,
    provenUpTo: head.sequence,
    removedValues: 0,
  });
});

test('the upgraded database goes on where the dump ended', async () => {
  await owner.query(`
    insert into access_log (kind, subject, person, network) values ('signed_in', 'x', 'Asha Rao', '127.0.0.1/32')`);
  const { rows } = await owner.query('select max(id) = count(*) as is_next from access_log');
  expect(rows).toEqual([{ is_next: true }]);
});

test('old events have the college of their record beside the log, and none in it', async () => {
  const { rows: inside } = await owner.query(
    'select count(*)::int from audit_events where college_id is not null and hash_version < 3',
  );
  expect(inside).toEqual([{ count: 0 }]);
  const { rows } = await owner.query(`
    with records as (
      select 'application' as type, id::text, college_id from applications
      union all select 'certificate', id::text, college_id from certificates
      union all select 'demand_draft', id::text, college_id from demand_drafts
      union all select 'student', id::text, college_id from students
      union all select 'college', id::text, id from colleges)
    select type, count(*)::int as events, (count(*) filter (where beside.college_id is distinct from r.college_id))::int as wrong
      from records r
      join audit_events e on e.record_type = type and e.record_id = r.id
      left join audit_event_colleges beside using (sequence)
     where r.college_id is not null
     group by type order by type`);
  expect(rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['application', 'certificate', 'demand_draft']),
  );
  for (const { type, events, wrong } of rows)
    expect({ type, events, wrong }).toEqual({ type, events, wrong: 0 });
});

test('an event that is altered in the upgraded database is found', async () => {
  await owner.query('set session_replication_role = replica');
  await owner.query(`update audit_events set record_id = record_id || '!' where sequence = 50`);
  expect(await reportOnChain()).toMatchObject({ fault: 'event 50 was altered' });
});

const reportOnChain = () =>
  verifyChain(readChain(owner), { head, anchors: [{ ...head, source: 'the head in this test' }] });

async function receiptsOf(table: 'applications' | 'demand_drafts'): Promise<object[]> {
  const { rows } = await owner.query(
    `select receipt_file_id from ${table} where receipt_file_id is not null order by 1`,
  );
  return rows;
}

/** Of every table that a backup has: unlogged ones are caches, which a crash empties as well. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'`,
  );
  const counts: Record<string, number> = {};
  for (const { name: table } of tables) {
    const { rows } = await owner.query(`select count(*)::int from ${table}`);
    counts[table] = rows[0].count;
  }
  return counts;
}
