import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desks, startWithDesks } from '../harness/desks.ts';
import { cleanEnvironment, eventually, type Portal, root, startPortal } from '../harness/portal.ts';
import { between } from '../harness/random.ts';
import { receive } from '../harness/records.ts';

// FAULTS.md B9: "Chain without an anchor: cut tail and head, re-hashed bundle, empty bundle all 'hold'" must become
// "signed daily checkpoints kept outside the database (file and mail to auditors), `audit:verify --head SEQ:HASH`,
// shorter or empty never 'holds'; … personal values … enter the hash as a salted SHA-256; value and salt stand in a
// side table; only the retention job's database role may delete them, and `audit:verify` accepts a deleted value and
// counts it".

let portal: Portal;
let desks: Desks;
let bundle: string;
let lines: string[];

beforeAll(async () => {
  ({ portal, desks } = await startWithDesks());
  for (let count = 0; count < 3; count += 1) await receive(desks.receiver);
  bundle = path.join(path.dirname(portal.directory), 'bundle.jsonl');
  const exported = verify('--export', bundle);
  expect(exported.said, 'the untouched chain').toMatch(/holds/);
  lines = readFileSync(bundle, 'utf8').trimEnd().split('\n');
});
afterAll(() => portal?.remove());

describe('B9 anchor of the audit chain', () => {
  test('B9: an empty bundle never holds', () => {
    writeFileSync(`${bundle}.empty`, '');
    expectRefused(verify(`${bundle}.empty`));
  });

  test('B9: a bundle whose end is cut off never holds', () => {
    for (const cut of [1, between(2, 30), lines.length - 1]) {
      writeFileSync(`${bundle}.cut`, `${lines.slice(0, -cut).join('\n')}\n`);
      expectRefused(verify(`${bundle}.cut`), `the last ${cut} events cut off`);
    }
  });

  test('B9: against a head from elsewhere a shorter or another chain does not hold, the true one does', async () => {
    const [head] = await portal.sql('select sequence, hash from audit_head');
    const anchor = `${head!.sequence}:${head!.hash.toString('hex')}`;
    const known = typeof head!.hash === 'string' ? `${head!.sequence}:${head!.hash}` : anchor;
    expect(verify(bundle, '--head', known).said, 'the true head').toMatch(/holds/);
    const other = known.replace(/[0-9a-f]$/, (last) => (last === '0' ? '1' : '0'));
    expectRefused(verify(bundle, '--head', other), 'another hash');
    writeFileSync(`${bundle}.cut`, `${lines.slice(0, -2).join('\n')}\n`);
    expectRefused(verify(`${bundle}.cut`, '--head', known), 'a cut bundle');
  });

  test('B9: a checkpoint is kept outside the database, signed, and mailed to the auditors', async () => {
    // Open in the sentence: where the file lies and when the first one is made. It is looked for after a start.
    await portal.stop();
    // At the same address, so that the sessions go on.
    portal = await startPortal({ directory: portal.directory, port: portal.port });
    const file = await eventually(
      () => filesOf(portal.directory).find((name) => /checkpoint|anchor/i.test(name) && !/key/.test(name)),
      {
        within: 30_000,
        what: 'a file of checkpoints below the data directory',
      },
    );
    const text = readFileSync(file, 'utf8');
    const [head] = await portal.sql('select hash::text from audit_events where $1 ~ hash::text limit 1', [
      text,
    ]);
    expect(head, `no hash of an event stands in ${file}`).toBeDefined();
    const mails = await portal.sql(
      "select body from outbox where recipient = 'auditor@dikshant.example' and (subject || body) ~* 'checkpoint'",
    );
    expect(mails.length).toBeGreaterThan(0);
  });

  test('B9: what an event says of a person is not in the hashed text: it stands in a side table and can be deleted', async () => {
    const application = await receive(desks.receiver);
    const name = application.candidateName;
    const [event] = await portal.sql('select after::text as after from audit_events where record_id = $1', [
      application.id,
    ]);
    expect(event!.after).not.toContain(name);
    const sides = await portal.sql(
      "select c.table_name as name from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'salt'",
    );
    expect(sides.length, 'a side table with salts').toBeGreaterThan(0);
    const privileges = await portal.sql(
      "select grantee, privilege_type from information_schema.role_table_grants where table_name = $1 and grantee = 'dikshant_app' and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')",
      [sides[0]!.name],
    );
    expect(privileges).toEqual([]);
  });

  test('B9: a live database whose tail and head were cut back does not hold', async () => {
    const client = await portal.connect();
    await client.query('set session_replication_role = replica');
    await client.query('begin');
    // Checkpoints are daily: what came after the last one is proven by the next, so the cut goes further back.
    await client.query(
      'delete from audit_events where sequence > (select max(sequence) / 2 from audit_events)',
    );
    await client.query(
      'update audit_head set (sequence, hash) = (select sequence, hash from audit_events order by sequence desc limit 1)',
    );
    await client.query('commit');
    await client.end();
    expectRefused(verify(), 'half of the events and the head');
  });
});

function verify(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...cleanEnvironment(), DATA_DIRECTORY: portal.directory },
  });
  return { status, said: stdout + stderr };
}

function expectRefused({ status, said }: { status: number | null; said: string }, what = ''): void {
  expect(status, `${what}: ${said}`).not.toBe(0);
  expect(said).not.toMatch(/chain holds/i);
}

function filesOf(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    if (name === 'postgres') return [];
    const file = path.join(directory, name);
    return statSync(file).isDirectory() ? filesOf(file) : [file];
  });
}
