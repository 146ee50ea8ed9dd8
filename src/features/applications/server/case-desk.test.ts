import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { newestMail } from '#dev/testing/portal.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';

const { portal, office } = await fileOffice();
const receiver = await portal.as('receiver');
const asha = await portal.as('case_worker', { name: 'Asha' });
const meera = await portal.as('case_worker', { name: 'Meera' });
const outsider = await portal.as('case_worker', { collegeId: office.otherCollegeId });

describe('the lease of an open application', () => {
  let id: string;
  beforeEach(async () => {
    id = await receiveApplication(receiver, office);
  });

  test('is seen by colleagues of the same scope, and kept by asking again', async () => {
    const { expiresAt } = await asha.api.caseDesk.openCase({ id });
    const seen = await receiver.api.caseDesk.listOpenCases();
    expect(seen.find(({ applicationId }) => applicationId === id)).toEqual({
      applicationId: id,
      staffId: asha.actor.id,
      name: 'Asha',
      expiresAt,
    });
    expect((await asha.api.caseDesk.openCase({ id })).expiresAt > expiresAt).toBe(true);
    expect(await outsider.api.caseDesk.listOpenCases()).toEqual([]);
  });

  test('keeps a colleague from every decision, by name, and from opening it', async () => {
    await asha.api.caseDesk.openCase({ id });
    const { openCase } = meera.api.caseDesk;
    const { verifyApplication, returnApplication } = meera.api.applications;
    for (const attempt of [
      () => openCase({ id }),
      () => verifyApplication({ id, version: 1 }),
      () => returnApplication({ id, version: 1, reasons: ['photo'] }),
    ]) {
      const refusal = await expectDomainError(attempt(), 'applications.leased');
      expect(refusal.message).toBe('Asha is verifying this application now, so you cannot decide on it.');
    }
    const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    await asha.api.caseDesk.openCase({ id: short });
    await expectDomainError(
      meera.api.applications.rejectApplication({ id: short, version: 1 }),
      'applications.leased',
    );
  });

  test('ends with the decision, with giving it free and with its time', async () => {
    await asha.api.caseDesk.openCase({ id });
    await asha.api.caseDesk.releaseCase({ id });
    await meera.api.caseDesk.openCase({ id });
    await expireLease(id);
    await asha.api.caseDesk.openCase({ id });
    // What was taken over is not Meera's to give free.
    await meera.api.caseDesk.releaseCase({ id });
    await expectDomainError(meera.api.caseDesk.openCase({ id }), 'applications.leased');
    await asha.api.applications.verifyApplication({ id, version: 1 });
    expect(await leasesOf(id)).toBe(0);
    await expectDomainError(asha.api.caseDesk.openCase({ id }), 'applications.not_pending');
  });

  test('is not needed to decide', async () => {
    const { convocationNumber } = await asha.api.applications.verifyApplication({ id, version: 1 });
    expect(convocationNumber).toMatch(/^2025\//);
  });

  test('is not given to who received it', async () => {
    const admin = await portal.as('admin');
    const own = await receiveApplication(admin, office);
    await expectDomainError(admin.api.caseDesk.openCase({ id: own }), 'applications.own_work');
  });

  test('goes to one of many who open it at once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => portal.as('case_worker')));
    const outcomes = await Promise.allSettled(people.map((one) => one.api.caseDesk.openCase({ id })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('leaves the audit log as it is', async () => {
    const before = await countEvents();
    await asha.api.caseDesk.openCase({ id });
    await asha.api.caseDesk.releaseCase({ id });
    expect(await countEvents()).toBe(before);
  });
});

describe('the queue', () => {
  test('is the list of what waits, in its order, from a given application on', async () => {
    const name = `Queue ${crypto.randomUUID()}`;
    const order: string[] = [];
    for (let number = 0; number < 9; number += 1)
      order.push(await receiveApplication(receiver, office, { candidateName: name }));
    const queueOf = async (input: { from?: string; after?: string; limit?: number }) => {
      const { rows, hasMore } = await asha.api.caseDesk.listCaseQueue({ search: name, ...input });
      return { ids: rows.map((row) => row.id), hasMore };
    };
    expect(await queueOf({})).toEqual({ ids: order, hasMore: false });
    expect(await queueOf({ limit: 4 })).toEqual({ ids: order.slice(0, 4), hasMore: true });
    expect(await queueOf({ after: order[3] })).toEqual({ ids: order.slice(4), hasMore: false });

    // Decided, it keeps its place; the others of the queue wait still.
    await asha.api.applications.returnApplication({ id: order[6]!, version: 1, reasons: ['photo'] });
    expect(await queueOf({ from: order[6] })).toEqual({ ids: order.slice(1), hasMore: false });
    expect(await queueOf({ after: order[6] })).toEqual({ ids: order.slice(7), hasMore: false });
    expect((await queueOf({})).ids).not.toContain(order[6]);
    await expectDomainError(
      outsider.api.caseDesk.listCaseQueue({ from: order[6] }),
      'applications.not_found',
    );
  });
});

describe('a case', () => {
  test('has the student of the master, the drafts and whom else they pay for', async () => {
    const admin = await portal.as('admin');
    const student = studentEntry(office, { name: 'Priya Nair' });
    await admin.api.students.addStudent(student);
    const shared = draftEntry({ amount: 1_400 });
    const { registrationNumber } = student;
    const id = await receiveApplication(receiver, office, { registrationNumber, drafts: [shared] });
    await receiveApplication(receiver, office, { drafts: [shared] });
    const found = await asha.api.caseDesk.getCase({ id });
    expect(found).toMatchObject({
      application: { id, registrationNumber },
      student: { name: 'Priya Nair', registrationNumber },
      drafts: [{ number: shared.number, amount: 1_400, allocatedAmount: 700, paysOthers: 1 }],
      collegeEmail: null,
    });
  });

  test('is found by the roll number when the registration number is unknown, else has no student', async () => {
    const admin = await portal.as('admin');
    const student = studentEntry(office);
    await admin.api.students.addStudent(student);
    const byRoll = await receiveApplication(receiver, office, { examRollNumber: student.examRollNumber });
    expect((await asha.api.caseDesk.getCase({ id: byRoll })).student?.registrationNumber).toBe(
      student.registrationNumber,
    );
    const unknown = await receiveApplication(receiver, office);
    expect((await asha.api.caseDesk.getCase({ id: unknown })).student).toBeNull();
  });

  test('takes the student of its own college where two share a number', async () => {
    const admin = await portal.as('admin');
    const student = studentEntry(office, { name: 'Of This College' });
    await admin.api.students.addStudent({ ...student, collegeId: office.otherCollegeId, name: 'Of Another' });
    const id = await receiveApplication(receiver, office, { registrationNumber: student.registrationNumber });
    expect((await asha.api.caseDesk.getCase({ id })).student?.name).toBe('Of Another');
    await admin.api.students.addStudent(student);
    expect((await asha.api.caseDesk.getCase({ id })).student?.name).toBe('Of This College');
  });
});

describe('the college', () => {
  const to = 'office@college.example';
  beforeAll(() => setEmail(to));

  test('is told why an application is returned, and what to do', async () => {
    const id = await receiveApplication(receiver, office, { candidateName: 'Priya Nair' });
    const { acknowledgementNumber } = await asha.api.applications.getApplication({ id });
    const remark = 'The marks card 1234 5678 9012 says Priyanka.';
    const told = await asha.api.applications.returnApplication({
      id,
      version: 1,
      reasons: ['photo', 'name'],
      remark,
    });
    expect(told).toEqual({ version: 2, mailedTo: to });
    const mail = await newestMail(portal.services, to);
    expect(mail.subject).toBe(
      `Application ${formatAcknowledgement(acknowledgementNumber)} was returned: Priya Nair`,
    );
    for (const part of [
      `Acknowledgement number: ${formatAcknowledgement(acknowledgementNumber)}`,
      'Course: ECE',
      '- Photo cannot be used',
      '- Name differs from the marks card',
      // A number that looks like an Aadhaar number goes nowhere.
      'Remark: The marks card XXXX XXXX XXXX says Priyanka.',
      'What to do:',
    ])
      expect(mail.body).toContain(part);
  });

  test('is told what is missing when one is rejected', async () => {
    const id = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    await asha.api.applications.rejectApplication({ id, version: 1, reason: 'stale_draft' });
    const mail = await newestMail(portal.services, to);
    expect(mail.body).toContain('Pending: ₹200');
    expect(mail.body).toContain('- The draft is older than three months');
    expect(await asha.api.applications.getApplication({ id })).toMatchObject({
      status: 'rejected',
      rejectionReason: 'stale_draft',
    });
  });

  test('hears nothing of a decision that is refused, nor without an address', async () => {
    const before = await countMails();
    const id = await receiveApplication(receiver, office);
    await expectDomainError(
      asha.api.applications.returnApplication({ id, version: 9, reasons: ['photo'] }),
      'records.stale',
    );
    await setEmail(null);
    expect(
      await asha.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] }),
    ).toMatchObject({ mailedTo: null });
    expect(await countMails()).toBe(before);
  });
});

test('‘something else’ says in the remark what it is', async () => {
  const id = await receiveApplication(receiver, office);
  await expectDomainError(
    asha.api.applications.returnApplication({ id, version: 1, reasons: ['other'] }),
    'request.invalid',
  );
  await expectDomainError(
    asha.api.applications.rejectApplication({ id, version: 1, reason: 'other', remark: ' ' }),
    'request.invalid',
  );
});

async function expireLease(id: string): Promise<void> {
  await portal.services.db
    .updateTable('application_leases')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('application_id', '=', id)
    .execute();
}

async function leasesOf(id: string): Promise<number> {
  const { count } = await portal.services.db
    .selectFrom('application_leases')
    .where('application_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function countEvents(): Promise<number> {
  const { count } = await portal.services.db
    .selectFrom('audit_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function setEmail(email: string | null): Promise<void> {
  await portal.services.db
    .updateTable('colleges')
    .set({ email })
    .where('id', '=', office.collegeId)
    .execute();
}

async function countMails(): Promise<number> {
  const { count } = await portal.services.db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
