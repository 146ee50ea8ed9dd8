import { expect, test } from 'vitest';
import { receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { statusOf } from '#dev/testing/status-of.ts';

const seed = Number(process.env.FUNNEL_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const room = await createPrintRoom(portal);
const [admin, auditor] = await portal.asEach('admin', 'auditor');
const colleges = [office.collegeId, office.otherCollegeId];

const counts = ['received', 'verified', 'printed', 'handedOver'] as const;
const medians = ['daysToVerify', 'daysToPrint', 'daysToHandOver'] as const;
type Steps = Record<(typeof counts)[number], number> & Record<(typeof medians)[number], number | null>;

const address = '/api/dashboard/funnel';

/** What the dashboard says of all colleges together, and of each. */
async function shown(caller: StaffCaller, collegeId?: string) {
  const query = collegeId ? `?collegeId=${collegeId}` : '';
  const response = await caller.fetch(`${address}${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as { total: Steps; colleges: (Steps & { collegeId: string })[] };
}

/** The same from the records, which nothing sums. */
async function truth(collegeId: string | null): Promise<Steps> {
  const between = (from: string, to: string) =>
    `percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}) / 86400)`;
  const { rows } = await owner.query(
    `select count(*)::int as received, count(a.verified_at)::int as verified, count(c.printed_at)::int as printed,
            count(c.handed_over_at)::int as "handedOver",
            ${between('a.received_at', 'a.verified_at')} as "daysToVerify",
            ${between('a.verified_at', 'c.printed_at')} as "daysToPrint",
            ${between('c.printed_at', 'c.handed_over_at')} as "daysToHandOver"
       from applications a left join certificates c on c.application_id = a.id
      where $1::uuid is null or a.college_id = $1`,
    [collegeId],
  );
  return rows[0];
}

function expectSteps(steps: Steps, wanted: Steps, of: string): void {
  for (const count of counts) expect(steps[count], `${of}: ${count}`).toBe(wanted[count]);
  for (const median of medians) {
    if (wanted[median] === null) expect(steps[median], `${of}: ${median}`).toBeNull();
    // Half a day may be said as a whole one.
    else expect(Math.abs(steps[median]! - wanted[median]), `${of}: ${median}`).toBeLessThanOrEqual(0.5);
  }
}

async function work(collegeId: string): Promise<void> {
  for (let more = random(3); more >= 0; more -= 1)
    await receiveApplication(room.receiver, office, { collegeId });
  for (let more = random(2); more >= 0; more -= 1) await verifiedCertificate(room, office, { collegeId });
  const printed = await printedCertificates(portal, room, {
    office: { ...office, collegeId },
    count: 2 + random(3),
    overrides: { collegeId },
  });
  for (const { id, version } of printed.slice(0, 1 + random(printed.length)))
    await room.receiver.api.certificates.handOverCertificate({
      ...{ id, version, collectedBy: 'Priya Nair', identitySeen: 'passport' },
    });
}

/** Whole days between one step and the next, other ones for each application. */
async function spread(): Promise<void> {
  const { rows } = await owner.query('select id from applications');
  for (const { id } of rows) {
    const handedOver = random(5);
    const printed = handedOver + random(20);
    const verified = printed + random(30);
    const received = verified + random(40);
    const ago = (days: number) => `date_trunc('day', now()) - interval '${days} days'`;
    await runWithoutTriggers(
      portal,
      `update applications set received_at = ${ago(received)},
              verified_at = case when verified_at is not null then ${ago(verified)} end where id = '${id}';
       update sheets set outcome_at = ${ago(printed)} from certificates c where c.id = certificate_id and application_id = '${id}';
       update hand_overs set handed_over_at = ${ago(handedOver)} from sheets s, certificates c
        where s.id = sheet_id and c.id = s.certificate_id and application_id = '${id}';
       update certificates set created_at = ${ago(verified)}, waiting_since = ${ago(verified)},
              printed_at = case when printed_at is not null then ${ago(printed)} end,
              handed_over_at = case when handed_over_at is not null then ${ago(handedOver)} end where application_id = '${id}'`,
    );
  }
}

test(`each step with its median days is that of the records, by college and in scope (FUNNEL_SEED=${seed})`, async () => {
  for (const collegeId of colleges) await work(collegeId);
  await spread();
  const whole = await shown(admin);
  expectSteps(whole.total, await truth(null), 'the university');
  expect(whole.colleges.map(({ collegeId }) => collegeId).toSorted()).toEqual(colleges.toSorted());
  for (const one of whole.colleges) expectSteps(one, await truth(one.collegeId), one.collegeId);
  expectSteps((await shown(admin, colleges[1])).total, await truth(colleges[1]!), 'the filter');
  expect(await shown(auditor)).toEqual(whole);

  const bounded = await portal.as('auditor', { collegeId: office.collegeId });
  const own = await shown(bounded);
  expectSteps(own.total, await truth(office.collegeId), 'one college');
  expect(own.colleges.map(({ collegeId }) => collegeId)).toEqual([office.collegeId]);
});

test('is shown to those only who read the dashboard', async () => {
  for (const caller of [room.receiver, room.caseWorker, room.printer])
    expect(await statusOf(caller, address)).toBe(403);
});
