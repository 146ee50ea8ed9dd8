import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { withClient } from '#platform/server/db/connections.ts';
import { migrate, migrationsDirectory, readMigrations } from '#platform/server/db/migrate.ts';

/** What stood after this migration stands, or is named below with what does its work. */
const since = '0065-search-what-is-paid.sql';

/** Constraint or trigger, and what refuses the same now. */
const replaced: Record<string, string> = {
  audit_events__personal_in_version_2: 'audit_events__personal_since_version_2',
  choices__list_unique: 'choices__name_unique',
  certificates__join_queue: 'certificates__waits_since_queued',
};

/** Long lists jump by OFFSET, and nothing has to know what changed in them. */
const tablesOfJumps = ['application_changes', 'certificate_changes', 'student_changes', 'position_indexes'];
/** Figures are counted from the records; a summary of them may stay. */
const tablesOfFigures = ['dashboard_deltas', 'dashboard_totals', 'fee_totals'];
/** These compute and refuse nothing. What refuses beside its sum does so by a name that is asked for. */
const computing = /^\w+__(?:log|note|carry)_\w+$/;

type Row = { table: string; name: string };
type Catalogue = { tables: string[]; named: Row[]; triggers: Row[] };

const name = `guards_${process.pid}`;

const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-guards-'));
for (const migration of (await readMigrations()).filter((one) => one.name <= since))
  cpSync(path.join(migrationsDirectory, migration.name), path.join(directory, migration.name));
await asSuperuser(`create database ${name}`);
const url = new URL(inject('superuserUrl'));
url.pathname = `/${name}`;
await migrate(url.href, directory);
const before = await readCatalogue(url.href);
await migrate(url.href);
const now = await readCatalogue(url.href);
afterAll(async () => {
  await asSuperuser(`drop database if exists ${name} with (force)`);
  rmSync(directory, { recursive: true, force: true });
});

function asSuperuser(statement: string): Promise<unknown> {
  return withClient(inject('superuserUrl'), 'migration', (client) => client.query(statement));
}

/** Tables, constraints with the unique indexes and what trigger functions refuse by a name, and triggers. */
function readCatalogue(url: string): Promise<Catalogue> {
  return withClient(url, 'backup', async (client) => {
    const rows = async (query: string) => (await client.query(query)).rows;
    const inPublic = (column: string) => `${column} = 'public'::regnamespace`;
    const tables = await rows(`select relname as name from pg_class
       where ${inPublic('relnamespace')} and relkind in ('r', 'p') order by 1`);
    const named = await rows(`
      select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
       where ${inPublic('k.connamespace')} and k.contype <> 'n'
       union select c.relname, i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
       where x.indisunique and ${inPublic('i.relnamespace')}
       union select split_part(raised[1], '__', 1), raised[1]
        from pg_proc p, regexp_matches(p.prosrc, 'constraint = ''(\\w+)''', 'g') as raised where ${inPublic('p.pronamespace')}
       order by 1, 2`);
    const triggers = await rows(`
      select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and t.tgenabled <> 'D' and ${inPublic('c.relnamespace')} order by 1, 2`);
    return { tables: tables.map((table) => table.name), named, triggers };
  });
}

/** What of these is gone, without those of tables that go. */
function gone(earlier: Row[], present: Row[]): string[] {
  const there = new Set(present.map((one) => one.name));
  return earlier
    .filter((one) => ![...tablesOfJumps, ...tablesOfFigures].includes(one.table) && !there.has(one.name))
    .map((one) => one.name);
}

test('every named constraint stands, or what replaced it is named', () => {
  expect(before.named.length).toBeGreaterThan(800);
  expect(gone(before.named, now.named).filter((one) => !replaced[one])).toEqual([]);
});

test('every trigger that guards something stands, or what replaced it is named', () => {
  const guards = before.triggers.filter((trigger) => !computing.test(trigger.name));
  expect(guards.length).toBeGreaterThan(150);
  expect(gone(guards, now.triggers).filter((one) => !replaced[one])).toEqual([]);
});

test('what is said to be replaced is gone', () => {
  const present = [...now.named, ...now.triggers].map((one) => one.name);
  expect(Object.keys(replaced).filter((one) => present.includes(one))).toEqual([]);
});

test('no table is lost but those of the position index and of kept figures', () => {
  const lost = before.tables.filter((table) => !now.tables.includes(table));
  expect(lost).toEqual(expect.arrayContaining(tablesOfJumps));
  expect(lost.filter((table) => ![...tablesOfJumps, ...tablesOfFigures].includes(table))).toEqual([]);
});

test('no trigger logs the changes of a list', () => {
  expect(now.triggers.filter((trigger) => /__log_/.test(trigger.name))).toEqual([]);
});
