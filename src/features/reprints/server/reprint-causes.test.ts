import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { addCourse, addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { constraintOf, expectDomainError, issuesOf, orRefused } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, reprintEntry, uploadFile, withReceipt } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';

import { revoke } from '#dev/testing/revoking.ts';

import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { unique } from '#dev/testing/unique.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const desk = await openCertificateDesk();
const { portal, admin, receiver, printer } = desk;
const db = portal.services.db;

type Cause = 'office' | 'candidate';

/** A printed certificate of a course whose reprints cost so much. */
async function printed(amount = 300) {
  const course = `COURSE ${unique()}`;
  const courseId = await addCourse(portal, course);
  await addWithFourEyes(portal, 'fee_schedule', { ...anyFee, charge: 'reprint', course, amount });
  return desk.printed({ courseId });
}

async function asked(
  cause: Cause,
  { amount = 300, by = receiver }: { amount?: number; by?: StaffCaller } = {},
) {
  const certificate = await printed(amount);
  const entry = await reprintEntry(by, certificate.certificateId, { cause } as object);
  const { id, due } = await by.api.reprints.requestReprint(entry);
  return { ...certificate, id, due };
}

const get = (id: string) => receiver.api.reprints.getReprintRequest({ id });
const approve = async (id: string) =>
  admin.api.reprints.approveReprint({ id, version: (await get(id)).version });
async function pay(id: string, amount: number) {
  const draft = await withReceipt(receiver, draftEntry({ amount }));
  return receiver.api.reprints.payReprint({ id, version: (await get(id)).version, draft });
}

/** What the books say that a request owes and was paid. */
async function owed(id: string) {
  const { rows } = await sql<{ amount: number; payments: number }>`
    select coalesce((select sum(scheduled_amount) from charges where reprint_request_id = ${id}), 0)::integer as amount,
      (select count(*) from allocations a join charges c on c.id = a.charge_id
        where c.reprint_request_id = ${id})::integer as payments`.execute(db);
  return rows[0]!;
}

async function waitingForApproval(person = admin): Promise<number> {
  const { waiting } = await person.api.waiting.listWaiting({});
  return waiting.find(({ name }) => name === 'reprints.to_approve')!.count;
}

describe('a reprint for which the office is at fault', () => {
  test.each(['receiver', 'printer'] as const)(
    'asked for by a %s costs nothing and is approved',
    async (role) => {
      const by = { receiver, printer }[role];
      const { id, due, certificateId } = await asked('office', { by });
      expect(due).toBe(0);
      expect(await owed(id)).toEqual({ amount: 0, payments: 0 });
      const request = await get(id);
      expect(request).toMatchObject({ cause: 'office', concession: null });
      expect(request.charge?.pendingAmount ?? 0).toBe(0);
      await expectDomainError(pay(id, 300), 'reprints.nothing_due');
      await approve(id);
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    },
  );

  test('is told apart in the audit log, with who said so', async () => {
    const { id } = await asked('office', { by: printer });
    const [requested] = await desk.eventsOf('reprint_request', id);
    expect(requested).toMatchObject({
      event: 'reprints.requested',
      actorName: printer.actor.name,
      after: { cause: 'office' },
    });
  });

  test('is confirmed by the approval, which says so in the log', async () => {
    const { id } = await asked('office', { by: printer });
    await approve(id);
    const events = await desk.eventsOf('reprint_request', id);
    expect(events.find(({ event }) => event === 'reprints.approved')).toMatchObject({
      actorName: admin.actor.name,
      after: { status: 'approved', cause: 'office' },
    });
  });

  test('may be a sheet that the office lost', async () => {
    const { certificateId } = await printed();
    const declaration = (await (await uploadFile(receiver, 'declaration')).json()) as { id: string };
    const lost = { certificateId, reason: 'lost', declarationFileId: declaration.id };
    const { id, due } = await receiver.api.reprints.requestReprint({ ...lost, cause: 'office' } as never);
    expect(due).toBe(0);
    expect(await get(id)).toMatchObject({ kind: 'lost', cause: 'office' });
  });
});

describe('a reprint for which the candidate is at fault', () => {
  test('is charged by the schedule and waits for payment, not for approval', async () => {
    const before = await waitingForApproval();
    const { id, due } = await asked('candidate');
    expect(due).toBe(300);
    expect(await owed(id)).toEqual({ amount: 300, payments: 0 });
    expect(await waitingForApproval()).toBe(before);
    await expectDomainError(approve(id), 'reprints.not_paid');
    await pay(id, 100);
    expect(await waitingForApproval()).toBe(before);
    await pay(id, 200);
    expect(await waitingForApproval()).toBe(before + 1);
    await approve(id);
    expect(await waitingForApproval()).toBe(before);
  });

  test('waits for approval at once where the schedule has it for nothing', async () => {
    const before = await waitingForApproval();
    await asked('candidate', { amount: 0 });
    await asked('office');
    expect(await waitingForApproval()).toBe(before + 2);
  });
});

test('a request waits for nobody’s approval once its certificate is revoked', async () => {
  const before = await waitingForApproval();
  const { certificateId } = await asked('office');
  expect(await waitingForApproval()).toBe(before + 1);
  await revoke(portal, certificateId);
  expect(await waitingForApproval()).toBe(before);
});

test('the cause is said, and is one of two', async () => {
  const { certificateId } = await printed();
  const { cause: _unsaid, ...entry } = (await reprintEntry(receiver, certificateId)) as { cause?: string };
  for (const said of [{}, { cause: 'nobody' }]) {
    const refused = await expectDomainError(
      receiver.api.reprints.requestReprint({ ...entry, ...said } as never),
      'request.invalid',
    );
    expect(issuesOf(refused).map(({ path }) => path)).toEqual(['cause']);
  }
});

test('the database keeps cause and charge together, whoever writes', async () => {
  const ours = await asked('office');
  const theirs = await asked('candidate');
  const change = (id: string, cause: Cause) =>
    constraintOf(
      db
        .updateTable('reprint_requests')
        .set({ cause } as never)
        .where('id', '=', id)
        .execute(),
    );
  expect(await change(ours.id, 'candidate')).toBe('reprint_requests__cause_stays');
  expect(await change(theirs.id, 'office')).toBe('reprint_requests__cause_stays');
  expect(await owed(theirs.id)).toMatchObject({ amount: 300 });
  const unsaid = sql`insert into reprint_requests (id, certificate_id, kind)
    select gen_random_uuid(), certificate_id, kind from reprint_requests where id = ${ours.id}`;
  expect(await constraintOf(unsaid.execute(db))).toBe('reprint_requests__cause_said');
  const another = (columns: string) =>
    constraintOf(
      runWithoutTriggers(portal, `update reprint_requests set ${columns} where id = '${theirs.id}'`),
    );
  expect(await another(`cause = 'nobody'`)).toBe('reprint_requests__cause_known');
  expect(await another(`kind = 'data_corrected'`)).toBe('reprint_requests__corrected_data_are_free');
});

test('a request of before, without a cause, is charged and decided as it was', async () => {
  const { id, certificateId } = await asked('candidate');
  await runWithoutTriggers(portal, `update reprint_requests set cause = null where id = '${id}'`);
  expect(await get(id)).toMatchObject({ cause: null, charge: { pendingAmount: 300 } });
  const { version } = await get(id);
  await admin.api.reprints.rejectReprint({ id, version, remark: 'It looks fine.' });
  expect(await owed(id)).toEqual({ amount: 0, payments: 0 });
  await admin.api.reprints.reopenReprint({ id, version: version + 1 });
  expect(await owed(id)).toEqual({ amount: 300, payments: 0 });
  await pay(id, 300);
  await approve(id);
  expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
});

test(`whatever is done, our fault costs nobody anything, and nothing is approved unpaid (seed ${seed})`, async () => {
  const acts = fc.array(fc.constantFrom('pay', 'approve', 'reject', 'reopen'), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Cause>('office', 'candidate'),
      fc.integer({ min: 0, max: 500 }),
      acts,
      async (cause, amount, done) => {
        const { id } = await asked(cause, { amount });
        const act: Record<string, () => Promise<unknown>> = {
          pay: () => pay(id, 1 + (amount % 300)),
          approve: () => approve(id),
          reject: async () =>
            admin.api.reprints.rejectReprint({
              id,
              version: (await get(id)).version,
              remark: 'It looks fine.',
            }),
          reopen: async () => admin.api.reprints.reopenReprint({ id, version: (await get(id)).version }),
        };
        for (const name of done) await orRefused(act[name]!(), name);
        const request = await get(id);
        const books = await owed(id);
        if (cause === 'office') expect(books).toEqual({ amount: 0, payments: 0 });
        if (request.status === 'approved') expect(request.charge?.pendingAmount ?? 0).toBe(0);
        if (request.status === 'rejected') expect(books.payments).toBe(0);
      },
    ),
    { seed, numRuns: 12 },
  );
});
