import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addCourse, addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import type { ReceiveApplicationInput } from '#features/applications/entry-contract.ts';
import { describeCharge } from '#features/charges/charge.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { checkLedger } from './ledger-check.testing.ts';

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');
for (const name of ['CIVIL', 'MECH', 'ARTS', 'LATE'])
  await portal.services.db.insertInto('courses').values({ id: uuid(), name }).execute();
await addFee({ course: 'CIVIL', amount: 1_500 });
await addFee({ course: 'CIVIL', category: 'SC', amount: 500 });
await addFee({ course: 'MECH', amount: 0 });
await addFee({ course: 'LATE', amount: 900 });
await addFee({ charge: 'late', course: 'LATE', amount: 200 });
await addFee({ charge: 'late', course: 'LATE', attendance: 'in_absentia', amount: 50 });

const today = dayInIndia(new Date());
/** Of the college of these tests: its own fee goes before every row of any college. */
async function addFee(row: Partial<typeof anyFee>): Promise<string> {
  return addWithFourEyes(portal, 'fee_schedule', { ...anyFee, college: 'COL001', ...row });
}

async function courseNamed(name: string): Promise<string> {
  const { id } = await portal.services.db
    .selectFrom('courses')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

type Entry = Partial<ReceiveApplicationInput> & { course: string };

/** Received with drafts that pay the total, unless others are given. */
async function receive({ course, totalAmount = 700, ...overrides }: Entry): Promise<string> {
  const entry = await applicationEntry(receiver, office, {
    courseId: await courseNamed(course),
    totalAmount,
    drafts: totalAmount > 0 ? [draftEntry({ amount: totalAmount })] : [],
    ...overrides,
  });
  return (await receiver.api.applications.receiveApplication(entry)).id;
}

const get = (id: string) => receiver.api.applications.getApplication({ id });

async function chargesOf(id: string) {
  const { charges } = await get(id);
  return Object.fromEntries(charges.map(({ kind, amount, paidAmount }) => [kind, [amount, paidAmount]]));
}

async function giveBack(id: string): Promise<void> {
  const { version } = await get(id);
  await caseWorker.api.applications.returnApplication({ id, version, reasons: ['course'] });
}

describe('an application owes', () => {
  test('the convocation fee of its college where no row of the schedule applies', async () => {
    const id = await receive({ course: 'ARTS' });
    expect((await get(id)).charges).toMatchObject([
      { kind: 'application', scheduledAmount: 700, feeId: null, row: null, amount: 700, paidAmount: 700 },
    ]);
  });

  test('what the row says that applies, and no other total is received', async () => {
    const refused = await expectDomainError(receive({ course: 'CIVIL' }), 'request.invalid');
    expect(issuesOf(refused)[0]!.message).toContain('the total is ₹1,500');
    const id = await receive({ course: 'CIVIL', category: 'sc', totalAmount: 500 });
    const application = await get(id);
    expect(application).toMatchObject({ feeAmount: 500, totalAmount: 500, pendingAmount: 0 });
    expect(application.charges).toMatchObject([{ row: { course: 'CIVIL', category: 'SC', level: null } }]);
    const { after } = await portal.services.db
      .selectFrom('audit_events')
      .select('after')
      .where('record_id', '=', id)
      .where('event', '=', 'applications.received')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({
      charges: [
        // The category is a personal value: a digest of it is in the chain.
        { kind: 'application', amount: 500, row: { college: 'COL001', course: 'CIVIL' } },
      ],
    });
  });

  test('what the award record of the student master is charged by where the counter says nothing', async () => {
    const student = {
      name: 'Asha Rao',
      collegeId: office.collegeId,
      address: 'Mysuru',
      registrationNumber: 'MASTER001',
      examRollNumber: '77000001',
      category: 'SC',
    };
    await admin.api.students.addStudent(student);
    const numbers = { registrationNumber: 'MASTER001', examRollNumber: '77000001' };
    await expectDomainError(receive({ course: 'CIVIL', ...numbers, totalAmount: 1_500 }), 'request.invalid');
    await receive({ course: 'CIVIL', ...numbers, totalAmount: 500 });
  });

  test('a late charge while a row of it is in force on the day of receipt', async () => {
    const id = await receive({ course: 'LATE', totalAmount: 1_100, drafts: [draftEntry({ amount: 1_000 })] });
    expect(await chargesOf(id)).toEqual({ application: [900, 900], late: [200, 100] });
    const row = { charge: 'late', course: 'ARTS', amount: 40 };
    await addFee({ ...row, activeFrom: addDays(today, 1) });
    await addFee({ ...row, activeUntil: addDays(today, -1) });
    expect(await chargesOf(await receive({ course: 'ARTS' }))).toEqual({ application: [700, 700] });
  });

  test('nothing where the schedule or a concession says so, and needs no draft then', async () => {
    const free = await receive({ course: 'MECH', totalAmount: 0 });
    const concession = { amount: 1_100, reason: 'court_order' as const, authority: 'WP 12/2026' };
    const waived = await receive({ course: 'LATE', totalAmount: 0, concession });
    expect(await chargesOf(waived)).toEqual({ application: [0, 0], late: [0, 0] });
    for (const id of [free, waived]) {
      const { version } = await get(id);
      const reject = caseWorker.api.applications.rejectApplication({ id, version, remark: 'Short' });
      await expectDomainError(reject, 'applications.fee_paid');
      await verify(caseWorker, id);
      expect(await get(id)).toMatchObject({ status: 'verified', draftNumbers: '', receipts: [] });
    }
    const refused = await expectDomainError(
      receive({ course: 'MECH', totalAmount: 0, drafts: [draftEntry()] }),
      'request.invalid',
    );
    expect(issuesOf(refused)[0]!.path).toBe('drafts.0.number');
    const unpaid = await expectDomainError(
      receive({ course: 'CIVIL', totalAmount: 1_500, drafts: [] }),
      'request.invalid',
    );
    expect(issuesOf(unpaid)).toEqual([{ path: 'drafts', message: 'Record at least one demand draft.' }]);
  });

  test('less by a concession: of the charge for the application first', async () => {
    const concession = { amount: 1_000, reason: 'merit' as const, authority: 'Order 9' };
    const id = await receive({ course: 'LATE', totalAmount: 100, concession });
    expect(await chargesOf(id)).toEqual({ application: [0, 0], late: [100, 100] });
  });
});

describe('the counter', () => {
  const due = (asked: object) =>
    receiver.api.applications.listDueCharges({ collegeId: office.collegeId, ...asked });
  const inWords = async (asked: object) => (await due(asked)).map(describeCharge);

  test('is told each charge with its row in words, whatever is chosen so far', async () => {
    const [civil, late] = [await courseNamed('CIVIL'), await courseNamed('LATE')];
    expect(await inWords({})).toEqual(['Application ₹700: convocation fee of the college']);
    expect(await inWords({ courseId: civil })).toEqual(['Application ₹1,500: COL001, CIVIL']);
    expect(await inWords({ courseId: civil, category: 'sc' })).toEqual([
      'Application ₹500: COL001, CIVIL, SC',
    ]);
    expect(await inWords({ courseId: late, attendance: 'in_absentia' })).toEqual([
      'Application ₹900: COL001, LATE',
      'Late application ₹50: COL001, LATE, In absentia',
    ]);
  });

  test('is offered the categories of the lists of choices and of the schedule, once each', async () => {
    await addWithFourEyes(portal, 'choices', {
      list: 'categories',
      name: 'VJNT',
      activeFrom: '',
      activeUntil: '',
    });
    await addFee({ course: 'ARTS', category: 'EWS', amount: 600 });
    const { categories } = await receiver.api.applications.listApplicationChoices();
    expect(categories).toEqual(['EWS', 'General', 'OBC', 'SC', 'ST', 'VJNT']);
  });

  test('is told of a correction what it makes of the charges', async () => {
    const id = await receive({ course: 'CIVIL', category: 'SC', totalAmount: 500 });
    const courseId = await courseNamed('CIVIL');
    const { academicYear, certificateType } = await get(id);
    const asked = { applicationId: id, courseId, academicYear, certificateType };
    expect(await inWords(asked)).toEqual(['Application ₹500: COL001, CIVIL, SC']);
    expect(await inWords({ ...asked, category: '' })).toEqual(['Application ₹1,500: COL001, CIVIL']);
  });

  test('of another college is told nothing', async () => {
    const insider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    const asked = insider.api.applications.listDueCharges({ collegeId: office.collegeId });
    await expectDomainError(asked, 'applications.college_out_of_scope');
    const reader = caseWorker.api.applications.listDueCharges({ collegeId: office.collegeId });
    await expectDomainError(reader, 'auth.not_permitted');
  });
});

describe('a correction before verification', () => {
  test('charges anew by what is changed, as the schedule is for the day of receipt', async () => {
    const id = await receive({ course: 'ARTS' });
    await giveBack(id);
    const courseId = await courseNamed('CIVIL');
    await expectDomainError(correct(receiver, id, { courseId }), 'request.invalid');
    await correct(receiver, id, { courseId, totalAmount: 1_500, drafts: [] });
    expect(await chargesOf(id)).toEqual({ application: [1_500, 700] });
    const [event] = await portal.services.db
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('record_id', '=', id)
      .where('event', '=', 'applications.corrected')
      .execute();
    expect(event).toMatchObject({
      before: { charges: [{ amount: 700, row: {} }] },
      after: { charges: [{ amount: 1_500, row: { college: 'COL001', course: 'CIVIL' } }] },
    });
  });

  test('keeps the amount of a row that still applies, whatever became of it since', async () => {
    await addCourse(portal, 'MATHS');
    const fee = await addFee({ course: 'MATHS', amount: 300 });
    const id = await receive({ course: 'MATHS', totalAmount: 300 });
    const entry = { ...anyFee, college: 'COL001', course: 'MATHS', amount: 400 };
    const { proposalId } = await admin.api.fee_schedule.editEntry({ id: fee, version: 1, entry });
    const second = await portal.as('admin');
    await second.api.proposals.confirmProposal({ id: proposalId!, version: 1 });
    await giveBack(id);
    await correct(receiver, id, { category: 'GM', totalAmount: 300 });
    expect(await chargesOf(id)).toEqual({ application: [300, 300] });
    const used = admin.api.fee_schedule.deleteEntry({ id: fee, version: 2 });
    await expectDomainError(used, 'masters.in_use');
  });

  test('spreads what is paid over other charges, and gives back what is more than all of them', async () => {
    const drafts = [draftEntry({ amount: 1_000 }), draftEntry({ amount: 100 })];
    const id = await receive({ course: 'LATE', totalAmount: 1_100, drafts });
    await giveBack(id);
    await correct(receiver, id, { attendance: 'in_absentia', totalAmount: 950 });
    expect(await chargesOf(id)).toEqual({ application: [900, 900], late: [50, 50] });
    const { allocations } = await get(id);
    expect(allocations.map(({ number, allocatedAmount }) => [number, allocatedAmount])).toEqual([
      [drafts[0]!.number, 950],
    ]);
    await giveBack(id);
    await correct(receiver, id, { courseId: await courseNamed('MECH'), totalAmount: 0 });
    expect(await chargesOf(id)).toEqual({ application: [0, 0], late: [0, 0] });
    const released = await portal.services.db
      .selectFrom('audit_events')
      .select('after')
      .where('event', '=', 'demand_drafts.released')
      .where(sql<boolean>`after ->> 'applicationId' = ${id}`)
      .orderBy('sequence')
      .execute();
    expect(released.map(({ after }) => (after as { amount: number }).amount)).toEqual([50, 100, 950]);
    for (const { number, amount } of drafts) {
      const { rows } = await receiver.api.demandDrafts.listDrafts({ search: number });
      expect(rows[0]).toMatchObject({ balance: amount });
    }
    await verify(caseWorker, id);
  });
});

describe('the database, as the role of the application', () => {
  const db = () => portal.services.db;
  const set = (id: string, columns: object) =>
    db().updateTable('charges').set(columns).where('application_id', '=', id).execute();

  test('writes no charge but by the schedule', async () => {
    const id = await receive({ course: 'CIVIL', totalAmount: 1_500 });
    await expect(set(id, { scheduled_amount: 5 })).rejects.toMatchObject({
      constraint: 'applications__fee_is_charged',
    });
    await expect(set(id, { concession_amount: 5 })).rejects.toMatchObject({
      constraint: 'applications__total_is_fee_less_concession',
    });
    await expect(set(id, { paid_amount: 5 })).rejects.toMatchObject({ code: '42501' });
    await expect(set(id, { concession_amount: 1_501 })).rejects.toMatchObject({
      constraint: 'charges__concession_within',
    });
    const cheaper = db()
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .updateTable('charges')
          .set({ scheduled_amount: 1_500, fee_id: null })
          .where('application_id', '=', id)
          .execute();
      });
    await expect(cheaper).rejects.toMatchObject({ constraint: 'charges__follow_schedule' });
    const waived = db()
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .updateTable('charges')
          .set({ scheduled_amount: 1_600 })
          .where('application_id', '=', id)
          .execute();
        const corrected = { corrected_by: receiver.actor.id, corrected_at: new Date() };
        await transaction
          .updateTable('applications')
          .set({ fee_amount: 1_600, total_amount: 1_600, ...corrected })
          .where('id', '=', id)
          .execute();
      });
    await expect(waived).rejects.toMatchObject({ constraint: 'charges__follow_schedule' });
    const late = {
      id: uuid(),
      application_id: id,
      college_id: office.collegeId,
      kind: 'late',
      scheduled_amount: 0,
      charged_at: new Date(),
    };
    await expect(
      db()
        .insertInto('charges')
        .values({ ...late, kind: 'fine' })
        .execute(),
    ).rejects.toMatchObject({
      constraint: 'charges__kind_known',
    });
    await expect(
      db()
        .insertInto('charges')
        .values({ ...late, kind: 'application' })
        .execute(),
    ).rejects.toMatchObject({
      constraint: 'charges__once',
    });
  });

  test('changes nothing that is charged by and leaves the charge', async () => {
    const id = await receive({ course: 'CIVIL', category: 'SC', totalAmount: 500 });
    const civil = await get(id);
    const change = (columns: object) =>
      db()
        .updateTable('applications')
        .set({ corrected_by: receiver.actor.id, corrected_at: new Date(), ...columns })
        .where('id', '=', id)
        .execute();
    const outdated = { constraint: 'charges__follow_schedule' };
    await expect(change({ course_id: await courseNamed('ARTS') })).rejects.toMatchObject(outdated);
    const record = (columns: object) =>
      db()
        .updateTable('award_records')
        .set({ recorded_at: new Date(), ...columns })
        .where('application_id', '=', id)
        .execute();
    await expect(record({ category: 'GM' })).rejects.toMatchObject(outdated);
    await record({ category: 'sc' });
    expect((await get(id)).charges).toEqual(civil.charges);
  });

  test('allocates no more to a charge than is owed, and nothing to a verified one', async () => {
    const id = await receive({ course: 'LATE', totalAmount: 1_100, drafts: [draftEntry({ amount: 5_000 })] });
    const { charges } = await get(id);
    const move = db()
      .updateTable('allocations')
      .set({ amount: 901 })
      .where('charge_id', '=', charges[0]!.id)
      .execute();
    await expect(move).rejects.toMatchObject({ constraint: 'applications__paid_within_total' });
    const swap = db()
      .transaction()
      .execute(async (transaction) => {
        const change = (kind: number, amount: number) =>
          transaction
            .updateTable('allocations')
            .set({ amount })
            .where('charge_id', '=', charges[kind]!.id)
            .execute();
        await change(1, 199);
        await change(0, 901);
      });
    await expect(swap).rejects.toMatchObject({ constraint: 'charges__paid_within_amount' });
    await verify(caseWorker, id);
    await expect(set(id, { fee_id: null })).rejects.toMatchObject({
      constraint: 'charges__of_open_application',
    });
    await expect(db().deleteFrom('charges').where('application_id', '=', id).execute()).rejects.toMatchObject(
      {
        constraint: 'charges__of_open_application',
      },
    );
  });
});

test('what was verified is charged anew only once it is reopened', async () => {
  const id = await receive({ course: 'CIVIL', totalAmount: 1_500 });
  await verify(caseWorker, id);
  const second = await portal.as('case_worker');
  await reopen(second, id);
  await correct(receiver, id, { category: 'SC', totalAmount: 500 });
  expect(await chargesOf(id)).toEqual({ application: [500, 500] });
  await verify(second, id);
  await withClient(portal.ownerUrl, 'backup', checkLedger);
});
