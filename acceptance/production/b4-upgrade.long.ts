import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attach } from '../harness/attach.ts';
import { openDesks } from '../harness/desks.ts';
import {
  eventually,
  freePort,
  launch,
  newDirectory,
  type Portal,
  startPortal,
  waitForExit,
} from '../harness/portal.ts';
import { between, letters } from '../harness/random.ts';
import { receive, verify } from '../harness/records.ts';
import { baselineCommit, checkOut, killDuringStart, type Old, type Release, startOld } from './b-baseline.ts';
import { runLine } from './b-command.ts';
import { commandsOf, fillIn, operationsDocument, section } from './b-document.ts';

// The issue: "The upgrade is tested from the baseline." The release that had the first frozen migration alone is checked out with
// its own packages and runs; people work with it; then this release takes over its data directory.

/** What has to be the same row by row, by columns that the baseline had. */
const facts: Record<string, string> = {
  applications:
    'select id, acknowledgement_number, registration_number, exam_roll_number, candidate_name, academic_year, total_amount, paid_amount, status, received_at from applications order by id',
  certificates:
    'select id, application_id, convocation_number, state, created_at from certificates order by id',
  drafts: 'select id, amount, state from demand_drafts order by id',
  blanks: 'select id, serial, state from blanks order by id',
  sheets:
    'select id, certificate_id, blank_id, copy_number, verification_code, outcome from sheets order by id',
  files: 'select key, byte_size, sha256 from stored_files order by key',
  people: 'select id, email, role from staff order by id',
  events: 'select sequence, hash from audit_events order by sequence',
};

let release: Release;
let old: Old;
let directory: string;
let port: number;
let before: Record<string, string[]>;
let convocationNumber: string;
let waiting: string;
let upgraded: Portal;

beforeAll(async () => {
  release = checkOut(baselineCommit());
  directory = newDirectory();
  port = await freePort();
  old = await startOld(release, { directory, port, words: ['--demo'] });
  const portal = attach(old.url, directory);
  const desks = await openDesks(portal);
  for (let count = between(2, 5); count > 0; count -= 1) {
    const application = await receive(desks.receiver);
    convocationNumber = await verify(desks.caseWorker, application.id);
  }
  waiting = (await receive(desks.receiver)).id;
  before = await factsOf(portal);
  await old.stop();
}, 1_800_000);
afterAll(async () => {
  await upgraded?.remove();
  old?.child.kill('SIGKILL');
  release?.remove();
});

describe('9 upgrade from the baseline', { timeout: 600_000 }, () => {
  test('9 upgrade: killed at three random moments of its first start, this release still comes up on a copy of the data', async () => {
    const copy = newDirectory();
    cpSync(directory, copy, { recursive: true });
    const kills = [between(300, 1_500), between(1_500, 4_000), between(800, 6_000)];
    for (const milliseconds of kills)
      await killDuringStart(copy, await freePort(), milliseconds, 'src/dev/main.ts', {
        DEMO_DATA: 'samples',
      });
    const portal = await startPortal({ directory: copy, timeout: 120_000 });
    const after = await factsOf(portal);
    await portal.remove();
    for (const [what, rows] of Object.entries(before)) expectKept(what, rows, after[what]!);
  });

  test('9 upgrade: every record of the baseline is there as it was, and /readyz says yes', async () => {
    upgraded = await startPortal({ directory, port, timeout: 120_000 });
    const after = await factsOf(upgraded);
    for (const [what, rows] of Object.entries(before)) expectKept(what, rows, after[what]!);
    expect((await fetch(`${upgraded.url}/readyz`)).status).toBe(200);
  });

  test('9 upgrade: doctor and the audit verifier have nothing to say of files, rows or the chain', async () => {
    const env = { DATA_DIRECTORY: directory };
    const audit = await runLine('npm run audit:verify', env);
    expect(audit.text).toMatch(/holds/);
    const { text } = await runLine('npm run doctor', env);
    expect(text).not.toMatch(
      /missing file|file (is|are) missing|without (a )?(row|file)|chain (is )?broken|migrations? (is|are) missing/i,
    );
  });

  test('9 upgrade: people go on: what was received before is verified, its number the next one', async () => {
    const desks = await openDesks(upgraded);
    const number = await verify(desks.caseWorker, waiting);
    const [year, count] = convocationNumber.split('/');
    expect(number).toBe(`${year}/${String(Number(count) + 1).padStart(count!.length, '0')}`);
  });

  // The baseline had no masters of University and Fees: the checklist asks for them, a pack brings them, an administrator confirms.
  test('9 upgrade: receiving goes on with what the checklist asks for, and the document says so', async () => {
    const desks = await openDesks(upgraded);
    const imported = await runLine('npm run pack -- import packs/vishwavidya', { DATA_DIRECTORY: directory });
    expect(imported.code, imported.text).toBe(0);
    const proposals = (await desks.otherAdmin.get('/api/settings/proposals')).body.rows as {
      id: string;
      version?: number;
    }[];
    for (const { id, version } of proposals)
      await desks.otherAdmin.act('POST', `/api/settings/proposals/${id}/confirm`, version ? { version } : {});
    const application = await receive(desks.receiver);
    expect(application.id).toBeTruthy();
    expect(section(operationsDocument, /upgrade/i).text).toMatch(/checklist/i);
  });

  test('9 upgrade: the older release refuses the newer database, and changes nothing in it', async () => {
    // People have gone on with it since.
    const kept = await factsOf(upgraded);
    await upgraded.stop();
    await expect(startOld(release, { directory, port: await freePort(), words: ['--demo'] })).rejects.toThrow(
      /newer than this release/i,
    );
    upgraded = await startPortal({ directory, port, timeout: 60_000 });
    const after = await factsOf(upgraded);
    for (const [what, rows] of Object.entries(kept)) expectKept(what, rows, after[what]!);
  });
});

describe('9 upgrade of a production', { timeout: 600_000 }, () => {
  test('9 upgrade: the commands of the document, from backup to start, in one shell', async () => {
    const commands = commandsOf(section(operationsDocument, /upgrade/i));
    // What this machine cannot do (a unit, another release to fetch) is left out; what is left has to be there and to succeed.
    const own = commands.filter(
      (command) =>
        /\bnpm\b/.test(command) &&
        !/systemctl|git |curl|start:production|npm (ci|install|prune)|run build/.test(command),
    );
    expect(own.join('\n')).toMatch(/migrate/);
    const data = newDirectory();
    const env = {
      PUBLIC_URL: 'https://certificates.university.example',
      SECRET: letters(48),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'office@university.example',
    };
    const first = await startOld(release, { directory: data, port: await freePort(), env });
    const people = await attach(first.url, data).sql('select count(*)::int as count from migrations');
    await first.stop();
    for (const command of own.filter((one) => !/npm run (backup|doctor|audit)/.test(one))) {
      const said = await runLine(fillIn(command, { dataDirectory: data }), { ...env, DATA_DIRECTORY: data });
      expect(said.code, `${command}: ${said.text}`).toBe(0);
    }
    const portal = await launch({ directory: data, env, isDemo: false });
    expect(await waitForExit(portal, 8_000), portal.log()).toBeUndefined();
    const now = await portal.sql('select count(*)::int as count from migrations');
    expect(now[0]!.count).toBeGreaterThan(people[0]!.count);
    await eventually(async () => (await fetch(`${portal.url}/readyz`)).ok, {
      within: 60_000,
      what: `/readyz of ${portal.log()}`,
    });
    await portal.remove();
  });
});

async function factsOf(portal: Portal): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [what, text] of Object.entries(facts))
    found[what] = (await portal.sql(text)).map((row) => JSON.stringify(row));
  return found;
}

/** Later rows may come; none of the earlier goes or changes. */
function expectKept(what: string, rows: string[], now: string[]): void {
  expect(rows.length, `${what} of the baseline`).toBeGreaterThan(0);
  const there = new Set(now);
  expect(
    rows.filter((row) => !there.has(row)),
    `${what} that are gone or changed`,
  ).toEqual([]);
}
