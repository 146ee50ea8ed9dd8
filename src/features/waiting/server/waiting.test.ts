import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { applicationEntry, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { composedRun, officeWithPaper } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { printedCertificate, requestReprint, waitingCertificate } from '#dev/testing/reprinting.ts';
import { proposeRevocation } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { handSignedOffice, sendOut } from '#dev/testing/signing.ts';
import { maximumCounted } from '#platform/server/db/waiting-rows.ts';
import { registered } from '#platform/server/registered.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { type Role, roles } from '#shared/roles.ts';
import { everyWaiting, type WaitingName, waitingAt, waitingList, waitingParameters } from '../waiting.ts';

/** Told by a failure, so that it can be repeated. */
const seed = Number(process.env.WAITING_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);
const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const elsewhere = { ...office, collegeId: office.otherCollegeId };
const receivers = await portal.asEach('receiver', 'receiver');
const people = {
  receiver: receivers[0]!,
  caseWorker: await portal.as('case_worker'),
  printer: await portal.as('printer'),
};
const admin = await portal.as('admin');
for (let count = 0; count < 14; count += 1) await anyApplication();
await ageBy(
  40,
  await receiveApplication(receivers[0]!, office, {
    resultDate: addDays(today, -200),
    drafts: [draftEntry()],
  }),
);
await workInPrintRoom();
await keepStock();

/** By one of two receivers at one of two colleges, with a result of any age and any decision. */
async function anyApplication(): Promise<void> {
  const receiver = receivers[random(2)]!;
  const isShort = random(3) === 0;
  const entry = await applicationEntry(receiver, random(2) === 0 ? office : elsewhere, {
    ...(random(4) > 0 && { resultDate: addDays(today, -(148 + random(6))) }),
    drafts: [
      draftEntry({
        amount: isShort ? 500 : 700,
        drawnOn: addDays(today, -(random(2) * 20 + 60 + random(5))),
      }),
    ],
  });
  const { id } = await receiver.api.applications.receiveApplication(entry);
  const { applications } = people.caseWorker.api;
  await ageBy(29 + random(3), id);
  const decision = random(4);
  if (decision === 0) await applications.returnApplication({ id, version: 1, reasons: ['photo'] });
  else if (decision === 1 && isShort)
    await applications.rejectApplication({ id, version: 1, remark: 'The fee is short.' });
  else if (decision === 2 && !isShort) await applications.verifyApplication({ id, version: 1 });
}

async function ageBy(days: number, id: string): Promise<void> {
  const aged = `received_at = now() - interval '${days} days'`;
  await runWithoutTriggers(portal, `update applications set ${aged} where id = '${id}'`);
}

async function workInPrintRoom(): Promise<void> {
  const resultDate = addDays(today, -200);
  await printedCertificate(portal, people, office, { resultDate });
  const other = await printedCertificate(portal, people, elsewhere, { resultDate });
  await requestReprint(receivers[1]!, other.certificateId);
  const again = await printedCertificate(portal, people, office);
  const reprintId = await requestReprint(people.printer, again.certificateId);
  await admin.api.reprints.approveReprint({ id: reprintId, version: 1 });
  await proposeRevocation(admin, (await printedCertificate(portal, people, office)).certificateId);
  const byHand = await handSignedOffice(portal, office);
  const signed = await printedCertificate(portal, people, byHand);
  const batch = await sendOut(people.printer, [signed.certificateId]);
  await runWithoutTriggers(
    portal,
    `update signing_batches set sent_at = now() - interval '15 days' where id = '${batch.id}'`,
  );
  await composedRun(portal, people.printer, await waitingCertificate(portal, people, office));
  const navy = { id: randomUUID(), code: 'NAVY', name: 'Parchment', colour: 'Navy' };
  await portal.services.db.insertInto('papers').values(navy).execute();
  await people.printer.api.proofs.makeProof({ certificateType: office.certificateType, colour: 'Navy' });
}

async function keepStock(): Promise<void> {
  const { paperId } = await officeWithPaper(portal, office, 4);
  await officeWithPaper(portal, office, 3);
  await admin.api.stock.startCount({ id: paperId });
  await admin.api.stock.receiveBlanks({
    paperId,
    serialPrefix: 'Z',
    firstSerial: 900_001,
    lastSerial: 900_010,
    totalQuantity: 10,
    receivedOn: today,
  });
  await runWithoutTriggers(
    portal,
    `update blank_receipts set approved_at = now() - interval '400 days' where paper_id <> '${paperId}' and approved_at is not null`,
  );
}

const overdue = `
    select a.received_at as since, a.college_id
      from applications a join award_records r on r.application_id = a.id left join certificates c on c.application_id = a.id
     where (now() at time zone 'Asia/Kolkata')::date - r.result_date > 150
       and (now() at time zone 'Asia/Kolkata')::date - (a.received_at at time zone 'Asia/Kolkata')::date >= 30`;

/** What waits, in the words of nobody else: rows of `since`, `college_id` and, where it is of one person, `person`. */
const truths: Record<WaitingName, string> = {
  'identities.collisions':
    'select found_at as since, null::uuid as college_id from identity_collisions where settled_at is null',
  'applications.returned_to_me':
    "select returned_at as since, college_id, received_by as person from applications where status = 'returned'",
  'applications.to_verify':
    "select received_at as since, college_id from applications where status = 'received'",
  'applications.fee_short':
    "select rejected_at as since, college_id from applications where status = 'rejected'",
  'applications.overdue': `${overdue} and a.status = 'received'`,
  'applications.overdue_to_print': `${overdue} and a.status = 'verified' and c.state in ('to_print', 'in_run')`,
  'certificates.ready': `
    select printed_at as since, college_id from certificates c
     where state = 'printed' and withheld_at is null and not exists (
       select from sheets s join signing_batch_sheets b on b.sheet_id = s.id where s.certificate_id = c.id and b.outcome is null)`,
  'certificates.to_print':
    "select waiting_since as since, college_id from certificates where state = 'to_print' and withheld_at is null",
  'certificates.revocations':
    'select proposed_at as since, college_id from revocations join certificates c on c.id = certificate_id where outcome is null',
  'certificates.withheld':
    "select withheld_at as since, college_id from certificates where withheld_at is not null and state in ('printed', 'handed_over')",
  'certificates.facts_missing': `
    select c.created_at as since, c.college_id
      from certificates c join applications a on a.id = c.application_id join certificate_types t on t.name = a.certificate_type
      left join award_records r on r.application_id = a.id
     where a.status = 'verified' and c.state <> 'revoked' and 'rank' = any (t.requires) and r.rank is null`,
  'reprints.to_approve': `select requested_at as since, college_id from reprint_requests q where status is null and reprinted_at is null and not exists (
      select from charges where reprint_request_id = q.id and pending_amount > 0)`,
  'reprints.to_print':
    "select decided_at as since, college_id from reprint_requests where status = 'approved' and reprinted_at is null",
  'print_runs.mine':
    "select prepared_at as since, college_id, operator_id as person from print_runs where state in ('prepared', 'printing')",
  'print_runs.open':
    "select prepared_at as since, college_id from print_runs where state in ('prepared', 'printing')",
  'proofs.to_sign_off':
    'select made_at as since, null::uuid as college_id from proofs where signed_off_at is null and refused_at is null',
  'signing_batches.out_long': `
    select sent_at as since, college_id from signing_batches b where sent_at < now() - interval '14 days'
       and exists (select from signing_batch_sheets s where s.signing_batch_id = b.id and s.outcome is null)`,
  'stock.certificates_to_approve':
    'select received_at as since, null::uuid as college_id from blank_receipts where approved_at is null',
  'stock.ink_to_approve':
    'select received_at as since, null::uuid as college_id from ink_receipts where approved_at is null',
  'stock.counts_due': `
    select min(approved_at) + interval '1 year' as since, null::uuid as college_id from blank_receipts r
     where exists (select from blanks b where b.paper_id = r.paper_id and b.state = 'in_store')
     group by paper_id having min(approved_at) + interval '1 year' <= now()`,
  'stock.counts_open':
    'select started_at as since, null::uuid as college_id from stock_counts where closed_at is null',
  'stock.destructions':
    'select first_at as since, null::uuid as college_id from destructions where second_witness is null',
  'proposals.to_confirm':
    'select proposed_at as since, null::uuid as college_id from proposals where decision is null',
  'demand_drafts.going_stale': `
    select drawn_on::timestamp at time zone 'Asia/Kolkata' as since, college_id from demand_drafts
     where state = 'received' and (now() at time zone 'Asia/Kolkata')::date - drawn_on >= 75`,
  'demand_drafts.stale':
    "select drawn_on::timestamp at time zone 'Asia/Kolkata' as since, college_id from demand_drafts where state = 'stale'",
  'findings.to_reply': `
    select max(written_at) as since, college_id from findings f join finding_entries e on e.finding_id = f.id
     where state = 'open' group by f.id`,
  'findings.replied': `
    select max(written_at) as since, college_id from findings f join finding_entries e on e.finding_id = f.id
     where state = 'replied' group by f.id`,
  'audit.set_up_alone':
    "select at as since, null::uuid as college_id from audit_events where after ->> 'setUpAlone' = 'true'",
};

/** Stock, proofs and masters are the whole university's. */
async function truthOf(name: WaitingName, { id, collegeId }: { id: string; collegeId: string | null }) {
  const person = truths[name].includes('as person') ? id : null;
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::integer as count, min(since) as oldest from (${sql.raw(truths[name])}) as waiting
     where (${collegeId}::uuid is null or college_id is null or college_id = ${collegeId})
       and (${person}::uuid is null or (to_jsonb(waiting) ->> 'person') = ${person})`.execute(
    portal.services.db,
  );
  const [{ count, oldest }] = rows as [{ count: number; oldest: Date | null }];
  return { name, count, isMore: false, oldest: oldest?.toISOString() ?? null };
}

describe(`what waits (seed ${seed})`, () => {
  for (const role of roles) {
    test(`${role}: counts and ages agree with plain SQL, of all colleges and of each`, async () => {
      for (const collegeId of role === 'admin' ? [null] : [null, office.collegeId, office.otherCollegeId]) {
        const caller =
          role === 'receiver' && collegeId === null
            ? receivers[0]!
            : await portal.as(role, collegeId === null ? {} : { collegeId });
        await expectTruth(caller, role, collegeId);
      }
    });
  }

  test('each of two receivers has their own returned applications, and a printer their own runs', async () => {
    for (const receiver of receivers) await expectTruth(receiver, 'receiver', null);
    await expectTruth(people.printer, 'printer', null);
  });

  test('an admin is told what waits at any desk, anybody else at their own alone', async () => {
    for (const desk of roles) {
      const { waiting } = await admin.api.waiting.listWaiting({ desk });
      expect(waiting.map(({ name }) => name)).toEqual(waitingAt(desk, 'admin'));
    }
    await expect(people.printer.api.waiting.listWaiting({ desk: 'admin' })).rejects.toMatchObject({
      code: 'auth.not_permitted',
    });
  });

  test('each is counted by its feature, in a list of each of its desks', () => {
    expect(Object.keys(registered.waiting).toSorted()).toEqual(Object.keys(everyWaiting).toSorted());
    for (const [name, waiting] of Object.entries(everyWaiting))
      for (const desk of Object.keys(waiting.lists) as Role[])
        expect(waitingList(waiting, desk), name).toBeDefined();
  });

  test('every kind of work was there to be counted', async () => {
    const counts = await Promise.all(
      roles.map(async (desk) => (await admin.api.waiting.listWaiting({ desk })).waiting),
    );
    const seen = new Set(
      counts
        .flat()
        .filter(({ count }) => count > 0)
        .map(({ name }) => name),
    );
    for (const name of [
      'applications.overdue',
      'certificates.ready',
      'reprints.to_approve',
      'reprints.to_print',
      'print_runs.open',
      'signing_batches.out_long',
      'stock.certificates_to_approve',
      'stock.counts_due',
      'stock.counts_open',
      'demand_drafts.going_stale',
    ])
      expect(seen, name).toContain(name);
  });

  test('the address of each list narrows it to as many rows', async () => {
    const { waiting } = await receivers[0]!.api.waiting.listWaiting({});
    for (const { name, count } of waiting) {
      const parameters = new URLSearchParams(waitingParameters(everyWaiting[name], receivers[0]!.actor.id));
      const list = name.startsWith('applications.')
        ? 'applications'
        : name.startsWith('certificates.')
          ? 'certificates'
          : 'demand-drafts';
      const answer = await receivers[0]!.fetch(`/api/${list}/count?${parameters}`);
      expect(await answer.json(), name).toEqual({ count });
    }
  });

  test('of more than a thousand, a thousand are counted', async () => {
    const ink = {
      name: 'Toner',
      code: 'TON-BLK',
      colour: 'Black',
      warnBelow: 0,
      unit: 'ml',
      sheetsPerUnit: 1,
    } as const;
    const { id } = await admin.api.inks.addEntry(ink);
    await sql`
      insert into ink_receipts (id, ink_id, total_quantity, received_quantity, rejected_quantity, received_on, received_by, received_at)
      select gen_random_uuid(), ${id}::uuid, 1, 1, 0, ${today}::date, ${admin.actor.id}::uuid, now()
        from generate_series(1, ${maximumCounted + 1})`.execute(portal.services.db);
    const { waiting } = await admin.api.waiting.listWaiting({});
    const approvals = waiting.find(({ name }) => name === 'stock.ink_to_approve');
    expect(approvals).toMatchObject({ count: maximumCounted, isMore: true });
  });
});

async function expectTruth(caller: StaffCaller, role: Role, collegeId: string | null): Promise<void> {
  const { waiting } = await caller.api.waiting.listWaiting({});
  const names = waitingAt(role, role).filter((name) => name !== 'audit.set_up_alone' || collegeId === null);
  const truth = await Promise.all(names.map((name) => truthOf(name, { id: caller.actor.id, collegeId })));
  expect(waiting).toMatchObject(truth);
  expect(waiting.length).toBe(truth.length);
}
