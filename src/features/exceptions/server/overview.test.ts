import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import { registered } from '#platform/server/registered.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { isBehind } from '../contract.ts';

const portal = await filePortal();
const [office, elsewhere] = [await createOffice(portal), await createOffice(portal)];
const auditor = await portal.as('auditor');
const ofCollege = await portal.as('auditor', { collegeId: office.collegeId });
const admin = await portal.as('admin');
const owner = await fileClient(portal.ownerUrl);
const overview = () => auditor.api.exceptions.getOverview();
const today = dayInIndia(new Date());
const lastNight = `${addDays(today, -1)}T18:50:00.000Z`;

const known = [...registered.rules];
beforeAll(() => {
  registered.rules.splice(0, registered.rules.length, ...known.slice(0, 2));
});
afterAll(() => registered.rules.splice(0, registered.rules.length, ...known));
const [first, second] = [known[0]!, known[1]!];

async function hit(id: string, seen: string, collegeId: string | null, rule = first.name): Promise<void> {
  await owner.query(
    `insert into exception_hits (id, rule, record_type, record_id, label, at, college_id, parts, limits, first_seen, last_seen)
     values ($1::uuid, $2, 'paper', $1::text, 'A paper', $3::timestamptz, $4, '{}', '{}', $3, $3)`,
    [id, rule, seen, collegeId],
  );
}

test('before the first night nothing is said to be in order', async () => {
  expect(await overview()).toMatchObject({
    since: null,
    inOrder: null,
    rules: [],
    books: null,
    proof: { checkpoint: null },
    findings: { repliesToRead: 0, due: 0, overdue: 0 },
  });
});

test('an empty Monday is in order, proven up to the last checkpoint', async () => {
  for (const { name } of [first, second])
    await owner.query(`insert into exception_rules (rule, ran_at, milliseconds) values ($1, $2, 1)`, [
      name,
      lastNight,
    ]);
  await owner.query(
    `insert into audit_checkpoints values ('2026-11-29', 1, $1, $1), ('2026-11-30', 2, $1, $1)`,
    ['0'.repeat(64)],
  );
  await owner.query(`insert into exception_books values (true, '2026-11-30T19:30:00Z', 2, '[]')`);
  const found = await overview();
  expect(found).toMatchObject({ inOrder: lastNight, rules: [] });
  expect(found.proof!.checkpoint).toEqual({ day: '2026-11-30', sequence: 2 });
  expect(found.books).toEqual({ at: '2026-11-30T19:30:00.000Z', agree: true, differences: [] });
});

test('new is what was found since the sign-in before this one; explained is quiet and is in order', async () => {
  for (const at of ['2026-11-20T04:00:00Z', '2026-11-27T04:00:00Z'])
    await owner.query(
      `insert into audit_events (sequence, at, actor_id, actor_name, desk, event, record_type, record_id, record_label,
              request_id, hash_version, previous_hash, hash)
       select sequence + 1, $1::timestamptz, $2::uuid, 'x', 'auditor', 'auth.signed_in', 'staff', 'x', 'x', 'x', 3, hash, $3
         from audit_head`,
      [at, auditor.actor.id, at.slice(8, 10).repeat(32)],
    );
  const [old, fresh, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await hit(old, '2026-11-01T04:00:00Z', office.collegeId);
  await hit(fresh, '2026-11-28T04:00:00Z', office.collegeId);
  await hit(other, '2026-11-28T04:00:00Z', elsewhere.collegeId, second.name);
  const found = await overview();
  expect(found).toMatchObject({ since: '2026-11-20T04:00:00.000Z', inOrder: null });
  const counted = found.rules.map(({ name, severity, counts }) => [name, severity, counts.new, counts.open]);
  expect(counted.toSorted()).toEqual(
    [
      [first.name, first.severity, 1, 1],
      [second.name, second.severity, 1, 0],
    ].toSorted(),
  );
  const theirs = await ofCollege.api.exceptions.getOverview();
  expect(theirs.rules).toMatchObject([{ name: first.name, counts: { new: 2 } }]);
  expect(theirs).toMatchObject({ proof: null, books: null });
  await auditor.api.exceptions.explainHits({ ids: [old, fresh, other], text: 'Office order', until: today });
  const quiet = await overview();
  expect(quiet).toMatchObject({ inOrder: expect.any(String) });
  expect(quiet.rules.map(({ counts }) => [counts.new, counts.lapsed])).toEqual(Array(2).fill([0, 0]));
  expect(await ofCollege.api.exceptions.getOverview()).toMatchObject({
    inOrder: expect.any(String),
  });
});

test('a failed rule, one that stands still, books that differ and findings due are not in order', async () => {
  await owner.query(`update exception_rules set failure = 'it broke' where rule = $1`, [first.name]);
  const failed = await overview();
  expect(failed).toMatchObject({ inOrder: null });
  expect(failed.rules.filter(isBehind)).toMatchObject([{ name: first.name, failure: 'it broke' }]);
  await owner.query(`update exception_rules set failure = null, ran_at = ran_at - interval '2 days'`);
  const behind = await overview();
  expect(behind).toMatchObject({ inOrder: null });
  expect(behind.rules.map(isBehind)).toEqual([true, true]);
  await owner.query(`update exception_rules set ran_at = ran_at + interval '2 days'`);
  const difference = { book: 'drafts', figure: 'in_hand count', tables: 3, events: 2 };
  await owner.query('update exception_books set differences = $1', [JSON.stringify([difference])]);
  expect(await overview()).toMatchObject({
    inOrder: null,
    books: { agree: false, differences: [difference] },
  });
  await owner.query(`update exception_books set differences = '[]'`);

  const entry = { title: 'Drafts kept', text: 'For weeks.', part: 'A' } as const;
  const [late, replied] = [
    await auditor.api.findings.raiseFinding(entry),
    await auditor.api.findings.raiseFinding(entry),
  ];
  expect(await overview()).toMatchObject({ inOrder: expect.any(String) });
  await owner.query('set session_replication_role = replica');
  const dueOn = 'update findings set due_on = $2 where id = $1';
  await owner.query(dueOn, [late.id, today]);
  expect((await overview()).findings).toEqual({ repliesToRead: 0, due: 1, overdue: 0 });
  await owner.query(dueOn, [late.id, addDays(today, -1)]);
  await owner.query('set session_replication_role = origin');
  await admin.api.findings.replyToFinding({ id: replied.id, version: 1, kind: 'final', text: 'Done.' });
  expect(await overview()).toMatchObject({
    inOrder: null,
    findings: { repliesToRead: 1, due: 1, overdue: 1 },
  });
});
