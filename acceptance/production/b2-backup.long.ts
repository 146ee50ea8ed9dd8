import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../harness/portal.ts';
import { between } from '../harness/random.ts';
import { type Snapshot, snapshot } from '../set-up/a-university.ts';
import { newPaper, numbersIn, of, type Paper, startClients } from './b-clients.ts';
import { auditVerify, doctor, type Said } from './b-command.ts';
import {
  archiveNow,
  closeSite,
  headOf,
  hex,
  loseMachine,
  openSite,
  placeOf,
  restoreSite,
  type Site,
  startAt,
  takeBackup,
} from './b-site.ts';

// The issue, done when 2: "A backup taken under 12 clients is restored onto an empty machine, also to a chosen second; records,
// files and chain are proven by doctor, audit verifier and plain SQL." Here to the end of the archive; to a chosen second in
// b2-chosen-second-long.

let site: Site;
let paper: Paper;
let taken: Said;
let before: Snapshot;
let noted: { sequence: string; hash: string };
let restored: Portal;
let said: Said;

beforeAll(async () => {
  site = await openSite();
  paper = newPaper();
  const clients = startClients(site, paper);
  // The clients have to be at work before the backup begins and after it has ended.
  await until(() => of(paper, 'convocation').length > 12);
  taken = await takeBackup(site);
  const during = paper.entries.length;
  await until(() => paper.entries.length > during + between(20, 60));
  await clients.stop();
  await archiveNow(site.university.portal);
  before = await snapshot(site.university.portal);
  noted = await headOf(site.university.portal);
  await loseMachine(site);
  const result = await restoreSite(site);
  said = result.said;
  restored = await startAt(site, result.directory);
}, 1_500_000);
afterAll(() => closeSite(site));

describe('9.2 a backup under 12 clients', { timeout: 300_000 }, () => {
  test('9.2: twelve clients went on while the backup was taken, none of them refused', () => {
    expect(paper.failures).toEqual([]);
    expect(of(paper, 'acknowledgement').length).toBeGreaterThan(20);
    expect(taken.code).toBe(0);
  });

  // "it waits for the end of recovery"
  test('9.2: when the command has ended, recovery has ended as well', async () => {
    const [row] = await restored.sql('select pg_is_in_recovery() as still');
    expect(row!.still).toBe(false);
    expect(said.text, 'what the restore says of how far it came').toMatch(
      /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/,
    );
  });

  test('9.2 records: 0 of the acknowledged numbers are missing, by SQL', async () => {
    const numbers = await numbersIn(restored);
    for (const { kind, number } of paper.entries) {
      if (kind === 'serial') expect(numbers.serial, 'a printed serial').toContain(number);
    }
    const applications = await restored.sql('select acknowledgement_number::text as n from applications');
    const kept = new Set(applications.map(({ n }) => n));
    const lost = of(paper, 'acknowledgement').filter(({ number }) => !kept.has(number));
    expect(lost, 'lost acknowledgements').toEqual([]);
    const verified = of(paper, 'convocation').filter(({ number }) => !numbers.convocation.includes(number));
    expect(verified, 'lost convocation numbers').toEqual([]);
    expect(new Set(numbers.convocation).size, 'no number twice').toBe(numbers.convocation.length);
  });

  test('9.2 records: every row of every table is the one that was there', async () => {
    const after = await snapshot(restored);
    const missing: Record<string, number> = {};
    for (const [table, rows] of before) {
      const now = new Set(after.get(table) ?? []);
      // Counters of people's presence, and leases, move by themselves.
      if (/_leases$|^jobs?$|heartbeat|presence|process/.test(table)) continue;
      const count = rows.filter((row) => !now.has(row)).length;
      if (count) missing[table] = count;
    }
    expect(missing, 'rows that are gone or changed, by table').toEqual({});
  });

  test('9.2 files: every row has its file with its SHA-256, by own hashing', async () => {
    const rows = await restored.sql<{ key: string; sha256: string }>('select key, sha256 from stored_files');
    expect(rows.length).toBeGreaterThan(of(paper, 'acknowledgement').length);
    const hashes = hashesBelow(site.university.directory);
    const missing = rows.filter(({ sha256 }) => !hashes.has(sha256));
    expect(missing, `of ${rows.length} files`).toEqual([]);
  });

  test('9.2 chain: the audit verifier holds it against the head that somebody noted before the loss', async () => {
    const head = `${noted.sequence}:${noted.hash}`;
    const [kept] = await restored.sql('select hash from audit_events where sequence = $1', [noted.sequence]);
    expect(kept && hex(kept.hash), `the event ${head}, by SQL`).toBe(noted.hash);
    const proof = await auditVerify(placeOf(site), '--head', head);
    expect(proof.text).toMatch(/holds/);
    expect(proof.code, proof.text).toBe(0);
  });

  test('9.2 doctor: names recovery mode, and neither files nor rows nor the chain', async () => {
    const { text, code } = await doctor(placeOf(site));
    expect(text, 'doctor knows that this portal was restored').toMatch(/recovery|restor/i);
    expect(code, 'a portal that waits for its numbers is not well').not.toBe(0);
    expect(text).not.toMatch(
      /missing file|file (is|are) missing|without (a )?(row|file)|chain (is )?broken|not proven/i,
    );
  });
});

async function until(check: () => boolean): Promise<void> {
  const end = Date.now() + 300_000;
  while (!check()) {
    if (Date.now() > end)
      throw new Error(`The clients come to nothing: ${paper.failures.slice(0, 3).join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** SHA-256 of every file of a data directory but the database's own. */
function hashesBelow(folder: string): Set<string> {
  const hashes = new Set<string>();
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name === 'postgres') continue;
    if (statSync(file).isDirectory()) for (const one of hashesBelow(file)) hashes.add(one);
    else hashes.add(createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  return hashes;
}
