import { afterAll, expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { stockBlanks } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import { reopen } from '#dev/testing/reopening.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import type { Role } from '#shared/roles.ts';
import { acts } from './sequences-acts.testing.ts';
import { openJudge } from './sequences-judge.testing.ts';

const isLong = process.env.LONG_FORMS === 'true';
const leastSteps = isLong ? 3_000 : 25;
/** A rare act may be refused in all of them; by then it has come through. */
const mostSteps = isLong ? 4_000 : 400;

/** It fixes who wants what, though not who of two at once is first. */
const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);

const done = new Map<string, number>();
const refused = new Map<string, number>();

console.log(`SEQUENCES_SEED=${seed}`);
const { portal, office } = await fileOffice();
const roles: Role[] = ['receiver', 'receiver', 'case_worker', 'case_worker', 'admin', 'admin', 'printer'];
const people = await Promise.all(roles.map((role) => portal.as(role)));
await stockBlanks(portal, office.paperId, isLong ? 999 : 100);
const court = await openJudge(portal.ownerUrl);
const scene = { portal, office, pool: court.pool, applications: isLong ? 20 : 8 };
afterAll(() => court.pool.end());

test('no sequence of acts, taken back or not, loses a reason, custody, money, number or history', {
  timeout: isLong ? 1_800_000 : 300_000,
}, async () => {
  const random = seeded(seed);
  const missed = () => acts.map(([, act]) => act.name).filter((name) => !done.has(name));
  // In the short form a few may be missing.
  const mayMiss = isLong ? 0 : Math.floor(acts.length / 4);
  for (let step = 0; step < leastSteps || (step < mostSteps && missed().length > mayMiss); step += 1) {
    const before = await court.digest();
    // Now and then two people at once.
    const wishes = Array.from({ length: random(3) === 0 ? 2 : 1 }, () => seeded(random(2 ** 31)));
    const outcomes = await Promise.all(wishes.map(doSomething));
    if (outcomes.every((outcome) => outcome === 'refused'))
      expect(await court.digest(), 'refused, and yet changed').toBe(before);
    await court.judge();
  }
  const told = `missed: ${missed()} done: ${JSON.stringify([...done])} refused: ${JSON.stringify([...refused])}`;
  expect(missed().length, told).toBeLessThanOrEqual(mayMiss);
});

/** What has nothing to do makes room for something else; every third time what was tried least comes first. */
async function doSomething(random: Random): Promise<'done' | 'refused'> {
  const some = Array.from({ length: random(3) === 0 ? 0 : 6 }, () => pick(random, acts));
  const tries = ([, { name }]: (typeof acts)[number]) => 3 * (done.get(name) ?? 0) + (refused.get(name) ?? 0);
  for (const [roles, act] of [...some, ...acts.toSorted((one, other) => tries(one) - tries(other))]) {
    const able = people.filter(({ actor }) => roles.includes(actor.role));
    const result = await orRefused(act(scene, pick(random, able), random), act.name);
    if (result === null) continue;
    const outcome = result === 'refused' ? 'refused' : 'done';
    const counts = outcome === 'done' ? done : refused;
    counts.set(act.name, (counts.get(act.name) ?? 0) + 1);
    return outcome;
  }
  throw new Error('Nobody had anything to do.');
}

test('the judge finds nothing where one certificate is in each state', async () => {
  const { office } = scene;
  const [receiver, caseWorker, printer] = ['receiver', 'case_worker', 'printer'].map(
    (role) => people.find(({ actor }) => actor.role === role)!,
  ) as [StaffCaller, StaffCaller, StaffCaller];
  const printed = () => printedCertificate(portal, { receiver, caseWorker, printer }, office);
  await requestReprint(receiver, (await printed()).certificateId);
  await reopen(await portal.as('admin'), (await printed()).applicationId);
  await revoke(portal, (await printed()).certificateId);
  await court.judge();
});

// What it finds is planted beside them.
test.each([
  [
    'a number was lost or changed',
    'certificates',
    `update certificates set convocation_number = convocation_number || '9'`,
  ],
  [
    'a sheet of a run that began, with its code was lost or changed',
    'sheet_facts',
    `update sheet_facts set facts = facts || '{"candidateName": "Else"}'`,
  ],
  [
    'a sheet of a run that began, with its code was lost or changed',
    'sheets',
    `update sheets set verification_code = reverse(verification_code)`,
  ],
  [
    'a revoked certificate was lost or changed',
    'certificates',
    `update certificates set revoked_at = revoked_at - interval '1 day' where state = 'revoked'`,
  ],
  [
    'an audit event was lost or changed',
    'audit_events',
    `delete from audit_events where event = 'applications.reopened'`,
  ],
  [
    'changed without an event',
    'certificates',
    `update certificates set withheld_at = withheld_at - interval '1 day' where withheld_at is not null`,
  ],
  [
    'Found an issued copy that says something else than its verified application',
    'applications',
    `update applications set candidate_name = 'Else', status = 'verified', verified_by = received_by, verified_at = now(), paid_amount = total_amount`,
  ],
  [
    'a word of a conversation was lost or changed',
    'conversation_entries',
    `update conversation_entries set reasons = '{other}' where reasons <> '{}'`,
  ],
  ['an allocation was lost or changed', 'allocations', 'update allocations set amount = amount - 1'],
])('the judge notices: %s', async (sentence, table, plant) => {
  const client = await court.pool.connect();
  try {
    await client.query(`begin; alter table ${table} disable trigger all`);
    // A judge remembers what it saw.
    const { judge, pool } = await openJudge(portal.ownerUrl);
    await judge(client);
    await client.query(plant);
    await expect(judge(client)).rejects.toThrow(sentence);
    await pool.end();
  } finally {
    await client.query('rollback');
    client.release();
  }
});
