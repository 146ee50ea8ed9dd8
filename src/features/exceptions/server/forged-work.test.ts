import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { dayInIndia } from '#shared/format.ts';
import { runRules } from './run-rules.ts';

const { portal } = await fileOffice();
const [auditor, admin] = await portal.asEach('auditor', 'admin');
const owner = await fileClient(portal.ownerUrl);
const today = dayInIndia(new Date());
const { exceptions, findings, books } = auditor.api;
const [hit, maker] = [crypto.randomUUID(), crypto.randomUUID()];
await owner.query(
  `insert into exception_hits (id, rule, record_type, record_id, label, person_id, at, parts, limits, first_seen, last_seen)
   values ($1, 'gone', 'paper', $2, 'A paper', $3, now(), '{}', '{}', now(), now())`,
  [hit, maker, admin.actor.id],
);

/** The types of records that a rule now finds fault with. */
async function faults(rule: string): Promise<string[]> {
  await runRules(portal.services, { rules: [rule] });
  const { rows } = await exceptions.listExceptionHits({ rule });
  return rows.map(({ recordType }) => recordType).toSorted();
}

const rule = 'state_differs_from_log';
const before = await faults(rule);

test('what auditors write through the portal is as the log says', async () => {
  const { id } = await findings.raiseFinding({ title: 'Kept drafts', text: 'For weeks.', part: 'A' });
  await findings.raiseFinding({ title: 'Kept sheets', text: 'For weeks.', part: 'A' });
  await admin.api.findings.replyToFinding({ id, version: 1, kind: 'interim', text: 'Soon.', finalOn: today });
  await admin.api.findings.replyToFinding({ id, version: 2, kind: 'final', text: 'Deposited.' });
  await findings.settleFinding({ id, version: 3, text: 'Seen.' });
  for (const text of ['An order', 'Another order'])
    await exceptions.explainHits({ ids: [hit], text, until: today });
  for (const outcome of ['confirmed', 'refused'] as const) {
    const value = outcome === 'confirmed' ? 20 : 30;
    const limit = await admin.api.exceptions.proposeLimit({ rule: 'count_overdue', name: 'days', value });
    await exceptions.decideLimit({ id: limit.id, outcome });
  }
  await books.printStatement({ kind: 'books', at: new Date().toISOString() });
  await findings.closeInspection({ from: today, to: today });
  expect(await faults(rule)).toEqual(before);
});

test("what is written past the portal is found, also with an auditor's name", async () => {
  const app = portal.services.db;
  const { id: by } = auditor.actor;
  await sql`insert into exception_notes (id, hit_id, text, until, parts, written_by, written_at)
    values (gen_random_uuid(), ${hit}, 'in order', ${today}, '{}', ${by}, now())`.execute(app);
  await sql`insert into exception_limits (id, rule, name, value, before_value, proposed_by, proposed_at)
    values (gen_random_uuid(), 'count_overdue', 'days', 999, 20, ${admin.actor.id}, now())`.execute(app);
  await sql`with finding as (update findings set state = 'settled', due_on = null where state = 'open' returning id)
    insert into finding_entries (id, finding_id, kind, text, written_by, written_at)
    select gen_random_uuid(), id, 'settled', 'x', ${by}, now() from finding`.execute(app);
  await owner.query(`set session_replication_role = replica;
    update statements set pdf = 'x', sha256 = encode(sha256('x'), 'hex');
    update inspection_reports set pdf = 'x', sha256 = encode(sha256('x'), 'hex');
    set session_replication_role = origin`);
  const forged = ['exception_hit', 'exception_limit', 'finding', 'inspection_report', 'statement'];
  expect(await faults(rule)).toEqual([...before, ...forged].toSorted());
});

test('an explanation by an auditor whom the person of the hit made is found', async () => {
  expect(await faults('approver_made_by_asker')).toEqual([]);
  await owner.query(
    `insert into audit_events (sequence, at, actor_id, actor_name, desk, event, record_type, record_id, record_label,
            request_id, hash_version, previous_hash, hash)
     select sequence + 1, now(), $1::uuid, 'x', 'admin', 'staff.added', 'staff', $2, 'x', 'x', 3, hash, repeat('a', 64)
       from audit_head`,
    [admin.actor.id, auditor.actor.id],
  );
  await exceptions.explainHits({ ids: [hit], text: 'In order', until: today });
  expect(await faults('approver_made_by_asker')).toEqual(['exception_hit']);
});
