import type { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { killQuietly, killTree } from '../harness/processes.ts';
import { between, letters } from '../harness/random.ts';
import { feeRows, keyOf, keys, packOperations, rowsOf } from './a-names.ts';
import {
  firstPack,
  importPack,
  packCommand,
  readPack,
  startPackCommand,
  writePack,
  zipFolder,
} from './a-packs.ts';
import {
  changesBetween,
  digestOf,
  emptyUniversity,
  essence,
  once,
  type Snapshot,
  snapshot,
  type University,
} from './a-university.ts';

// The issue, done when 6: "nothing is half-imported, also under `kill -9`". The import is stopped at every table that it
// writes to, by a lock that we hold, and killed there; at moments that chance chooses; and together with the server. What the
// database holds afterwards is all of the pack or nothing of it.

/** A pack that takes its time: many courses, and a fee row for each. */
let folder: string;
/** What an import that nobody disturbed makes of it. */
let whole: Record<string, string>;
let tables: string[];
/** How long it takes, in milliseconds. */
let usual: number;

let university: University;
let empty: Snapshot;

beforeEach(
  once(async () => {
    folder = largePack();
    const undisturbed = await emptyUniversity();
    try {
      const nothing = await snapshot(undisturbed.portal);
      const said = packCommand(['import', folder], undisturbed);
      usual = said.milliseconds;
      if (said.code !== 0) throw new Error(`the undisturbed import ended with ${said.code}:\n${said.text}`);
      const all = await snapshot(undisturbed.portal);
      tables = Object.keys(changesBetween(nothing, all));
      whole = essence(all, tables);
    } finally {
      await undisturbed.remove();
    }
    university = await emptyUniversity();
    empty = await snapshot(university.portal);
  }),
  300_000,
);
afterAll(() => university?.remove());

describe('kill -9 during an import', { timeout: 600_000 }, () => {
  test('7.6: killed at each table that it writes to, and at the audit log: nothing is there, each time', async () => {
    expect(tables.length, 'tables of masters').toBeGreaterThanOrEqual(6);
    for (const table of [...tables, 'audit_events']) {
      const holder = await lock(table);
      const running = startPackCommand(['import', folder], university);
      try {
        const waiting = await eventually(
          async () => {
            const found = await waiters();
            if (!found.length && running.child.exitCode !== null)
              throw new Error(
                `the import of ${table} ended without waiting for its lock:\n${running.said()}`,
              );
            return found.length ? found : undefined;
          },
          { within: 60_000, every: 20, what: `the import waiting for ${table}` },
        );
        killTree(running.child.pid!);
        await running.over;
        await holder.query('rollback');
        await eventually(async () => !(await alive(waiting)), {
          within: 30_000,
          what: 'the end of its connection',
        });
      } finally {
        killTree(running.child.pid!);
        await holder.end();
      }
      expect(changesBetween(empty, await snapshot(university.portal)), `killed at ${table}`).toEqual({});
    }
  });

  test('7.6: killed at random moments: all of it or nothing', async () => {
    let halves = 0;
    for (let round = 0; round < 6; round += 1) {
      const running = startPackCommand(['import', folder], university);
      // Later from round to round: once all of it is there, no kill can show a half.
      const wait = usual * (0.3 + 0.12 * round + between(0, 100) / 1_000);
      await Promise.race([running.over, new Promise((resolve) => setTimeout(resolve, wait))]);
      killTree(running.child.pid!);
      await running.over;
      const what = await settled();
      if (what === 'half') halves += 1;
      if (what === 'whole') break;
    }
    expect(halves).toBe(0);
  });

  test('7.6: the server killed while it imports a pack of the Settings page: after the start all of it or nothing', async () => {
    await university.remove();
    university = await emptyUniversity();
    empty = await snapshot(university.portal);
    const { portal, admin } = university;
    await packOperations(portal);
    const holder = await lock('audit_events');
    void importPack(portal, admin, zipFolder(folder)).catch(() => {});
    await eventually(async () => (await waiters()).length > 0, {
      within: 60_000,
      every: 20,
      what: 'the import waiting for the audit log',
    });
    killQuietly(portal.child.pid!, 'SIGKILL');
    await holder.query('rollback').catch(() => {});
    await holder.end().catch(() => {});
    await eventually(() => portal.exit() !== undefined, { what: 'the end of the server' });
    await university.restart();
    expect(await settled()).not.toBe('half');
  });

  test('7.6: after all of it the pack is imported as if nothing had happened, and the audit chain holds', async () => {
    const said = packCommand(['import', folder], university);
    expect(said.code, said.text).toBe(0);
    expect(essence(await snapshot(university.portal), tables)).toEqual(whole);
    const events = await university.portal.sql(
      "select event, count(*)::int as times from audit_events where record_id is not null and event !~ '^(auth|staff|packs?)' group by event, record_id having count(*) > 1",
    );
    expect(events, 'events that stand twice on one record').toEqual([]);
    const [chain] = await university.portal.sql(
      'select count(*)::int as broken from (select previous_hash, lag(hash) over (order by sequence) as before from audit_events) e where before is not null and previous_hash <> before',
    );
    expect(chain!.broken).toBe(0);
  });
});

/** The database once it does not change any more: nothing of the pack, all of it, or a part. */
async function settled(): Promise<'nothing' | 'whole' | 'half'> {
  let last = '';
  const taken = await eventually(
    async () => {
      const now = await snapshot(university.portal);
      const digest = digestOf(now);
      const isQuiet = digest === last && !(await waiters()).length;
      last = digest;
      return isQuiet ? now : undefined;
    },
    { within: 60_000, every: 700, what: 'a quiet database' },
  );
  if (Object.keys(changesBetween(empty, taken)).length === 0) return 'nothing';
  const now = essence(taken, tables);
  return tables.every((name) => now[name] === whole[name]) ? 'whole' : 'half';
}

/** Holds every write to a table until the transaction ends; reads go on. */
async function lock(table: string): Promise<Client> {
  const client = await university.portal.connect();
  await client.query('begin');
  await client.query(`lock table public."${table}" in share mode`);
  return client;
}

/** Backends that wait for a lock. */
async function waiters(): Promise<number[]> {
  const rows = await university.portal.sql<{ pid: number }>(
    'select distinct pid from pg_locks where not granted',
  );
  return rows.map(({ pid }) => pid);
}

async function alive(pids: number[]): Promise<boolean> {
  const rows = await university.portal.sql('select 1 from pg_stat_activity where pid = any($1)', [pids]);
  return rows.length > 0;
}

function largePack(): string {
  const { pack, files } = readPack(firstPack());
  const courses = rowsOf(pack, 'courses').rows;
  const fees = feeRows(pack).rows;
  const course = courses[0];
  const fee = fees[0];
  const of = keyOf(fee, /^course/i) ?? fees.map((row) => keyOf(row, /^course/i)).find(Boolean) ?? 'course';
  for (let count = 0; count < 400; count += 1) {
    const code = `${letters(4)}${count}`.toUpperCase();
    courses.push(renamed(course, keyOf(course, keys.code)!, code));
    const isList = fees.some((row) => Array.isArray(row[of]));
    const copy = renamed(fee, keyOf(fee, keys.amount)!, between(1, 9_000));
    copy[of] = isList ? [code] : code;
    fees.push(copy);
  }
  return writePack(pack, files);
}

function renamed(row: Json, key: string, value: Json): Json {
  const copy = { ...structuredClone(row), [key]: value };
  for (const name of Object.keys(copy))
    if (name !== key && /^(id|code|key)$/i.test(name) && typeof copy[name] === 'string')
      copy[name] = `${copy[name]}${letters(6)}`;
  return copy;
}
