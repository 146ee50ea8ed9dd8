import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { addCourse, addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, reprintEntry, uploadFile, withReceipt } from '#dev/testing/factories.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { unique } from '#dev/testing/unique.ts';
import { describeCharge } from '#features/charges/charge.ts';
import type { ReprintEntry } from '../contract.ts';

const desk = await openCertificateDesk({ isShared: true });
const receiver = desk.receiver;

const courses = new Map<number | undefined, Promise<string>>();

/** A course whose reprints cost this much, or nothing is said of. */
async function addCourseOf(amount: number | undefined): Promise<string> {
  const course = `COURSE ${unique()}`;
  const id = await addCourse(desk.portal, course);
  if (amount !== undefined)
    await addWithFourEyes(desk.portal, 'fee_schedule', { ...anyFee, charge: 'reprint', course, amount });
  return id;
}

/** A printed certificate of the course whose reprints cost this much; of none without an amount. */
async function printed(amount?: number) {
  const courseId = courses.get(amount) ?? addCourseOf(amount);
  courses.set(amount, courseId);
  return desk.printed({ courseId: await courseId });
}

async function asked(amount?: number, by = receiver) {
  const certificate = await printed(amount);
  const { id } = await by.api.reprints.requestReprint(await reprintEntry(by, certificate.certificateId));
  return { ...certificate, id };
}

const get = (id: string) => receiver.api.reprints.getReprintRequest({ id });

async function approve(id: string, by = desk.admin) {
  return by.api.reprints.approveReprint({ id, version: (await get(id)).version });
}

async function pay(id: string, amount: number, by = receiver) {
  const draft = await withReceipt(receiver, draftEntry({ amount }));
  const { version } = await get(id);
  return { number: draft.number, ...(await by.api.reprints.payReprint({ id, version, draft })) };
}

async function draftNumbered(number: string) {
  const { rows } = await desk.admin.api.demandDrafts.listDrafts({ search: number });
  return rows[0]!;
}

describe('a reprint', () => {
  test('is charged by the schedule, and approved once it is paid', async () => {
    const { id, certificateId, applicationId } = await asked(300);
    const { charge } = await get(id);
    expect(charge).toMatchObject({ scheduledAmount: 300, pendingAmount: 300, row: { college: null } });
    expect(describeCharge(charge!)).toMatch(/^Reprint ₹300: COURSE /);
    const before = await receiver.api.applications.getApplication({ id: applicationId });
    await expectDomainError(approve(id), 'reprints.not_paid');
    expect(await pay(id, 100)).toMatchObject({ pending: 200 });
    await expectDomainError(approve(id), 'reprints.not_paid');
    const rest = await pay(id, 500);
    expect(rest.pending).toBe(0);
    expect(await draftNumbered(rest.number)).toMatchObject({ balance: 300, allocatedAmount: 200 });
    await expectDomainError(pay(id, 100), 'reprints.nothing_due');
    await approve(id);
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    const after = await receiver.api.applications.getApplication({ id: applicationId });
    for (const field of ['feeAmount', 'totalAmount', 'paidAmount', 'draftNumbers', 'charges'] as const)
      expect(after[field]).toEqual(before[field]);
    const { rows } = await desk.auditor.api.audit.listAuditEvents({ recordId: id });
    expect(rows.map(({ event }) => event).reverse()).toEqual([
      'reprints.requested',
      'reprints.paid',
      'reprints.paid',
      'reprints.approved',
    ]);
  });

  test.each([undefined, 0])('is approved without a draft where it costs %s', async (amount) => {
    const { id } = await asked(amount);
    expect((await get(id)).charge?.amount).toBe(amount);
    await expectDomainError(pay(id, 100), 'reprints.nothing_due');
    await approve(id);
  });

  test('is paid at the counter alone; rejected it costs nothing, and as much as before when it is pending again', async () => {
    const { id } = await asked(300);
    const { caseWorker } = desk;
    for (const by of [caseWorker, desk.printer, desk.auditor])
      await expectDomainError(pay(id, 300, by), 'auth.not_permitted');
    const draft = { ...draftEntry({ amount: 300 }), drawnOn: '2020-01-01' };
    const refused = await expectDomainError(
      receiver.api.reprints.payReprint({ id, version: 1, draft }),
      'request.invalid',
    );
    expect(issuesOf(refused).map(({ path }) => path)).toEqual(['draft.drawnOn', 'draft.receiptFileId']);
    const { number } = await pay(id, 300);
    const { version } = await get(id);
    const rejected = await desk.admin.api.reprints.rejectReprint({ id, version, remark: 'It looks fine.' });
    expect(await get(id)).toMatchObject({ charge: null, status: 'rejected' });
    expect(await draftNumbered(number)).toMatchObject({ balance: 300, allocatedAmount: 0 });
    await expectDomainError(approve(id), 'reprints.not_paid');
    await desk.admin.api.reprints.reopenReprint({ id, version: rejected.version });
    expect((await get(id)).charge).toMatchObject({ pendingAmount: 300 });
    await pay(id, 300);
    await approve(id);
  });

  test('costs less by a concession, which another person confirms by approving it', async () => {
    const { id } = await asked(300, desk.printer);
    const concession = { amount: 250, reason: 'office_error' as const, authority: 'Note 7 of 3 May' };
    const concede = async (by: StaffCaller, changes: object = {}) =>
      by.api.reprints.concedeReprint({ id, version: (await get(id)).version, ...concession, ...changes });
    await expectDomainError(concede(desk.caseWorker), 'auth.not_permitted');
    await expectDomainError(concede(desk.admin, { amount: 301 }), 'request.invalid');
    await concede(desk.admin);
    await expectDomainError(concede(receiver, { amount: 50 }), 'reprints.conceded_already');
    expect(await get(id)).toMatchObject({ charge: { amount: 50, pendingAmount: 50 }, concession });
    await pay(id, 50);
    await expectDomainError(approve(id), 'reprints.own_concession');
    await approve(id, desk.registrar);
  });

  test('ends with a reopening, which gives its money back', async () => {
    const { id, applicationId } = await asked(300);
    const { number } = await pay(id, 300);
    await approve(id);
    const second = await desk.portal.as('case_worker');
    await reopen(second, applicationId);
    expect(await get(id)).toMatchObject({ charge: null, endedWith: 'reopened' });
    expect(await draftNumbered(number)).toMatchObject({ balance: 300 });
    await correct(receiver, applicationId, { candidateName: 'Right Name' });
    await verify(second, applicationId);
    const { rows } = await receiver.api.reprints.listReprintRequests({ list: 'approved' });
    expect(rows[0]).toMatchObject({ kind: 'data_corrected', charge: null });
  });
});

describe('a draft that paid for a reprint', () => {
  test('names it, and comes back takes the approval back while the certificate waits', async () => {
    const { id, certificateId, convocationNumber } = await asked(300);
    const { number } = await pay(id, 300);
    const paid = await receiver.api.demandDrafts.getDraft({ id: (await draftNumbered(number)).id });
    expect(paid.allocations).toMatchObject([{ amount: 300, reprintOf: convocationNumber }]);
    await approve(id);
    const { id: draftId, version } = await draftNumbered(number);
    await desk.admin.api.fees.returnDraft({ id: draftId, version, reason: 'signature' });
    expect(await get(id)).toMatchObject({ status: null, charge: { pendingAmount: 300 } });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
    await expectDomainError(approve(id), 'reprints.not_paid');
    const draft = await withReceipt(desk.admin, draftEntry({ amount: 300 }));
    const returned = await draftNumbered(number);
    const { allocated } = await desk.admin.api.fees.replaceDraft({ ...returned, draft });
    expect(allocated).toBe(300);
    await approve(id);
  });

  test('and comes back while a run has it leaves it owed', async () => {
    const request = await asked(300);
    const { number } = await pay(request.id, 300);
    await approve(request.id);
    await desk.startRun(request);
    const { id, version } = await draftNumbered(number);
    await desk.admin.api.fees.returnDraft({ id, version, reason: 'signature' });
    expect(await get(request.id)).toMatchObject({ status: 'approved', charge: { pendingAmount: 300 } });
    await pay(request.id, 300);
  });
});

describe('a lost sheet', () => {
  const declared = async (): Promise<string> =>
    ((await (await uploadFile(receiver, 'declaration')).json()) as { id: string }).id;

  test('is asked for with a signed declaration in place of the photo, which tells it from a copy that is wrong', async () => {
    const { certificateId } = await printed();
    await expectToldApart(certificateId);
    const declarationFileId = await declared();
    const { id } = await receiver.api.reprints.requestReprint({
      certificateId,
      reason: ' Lost ',
      cause: 'candidate',
      declarationFileId,
    });
    const request = await get(id);
    expect(request).toMatchObject({ kind: 'lost', reason: 'lost', errorPhoto: null });
    expect(request.declaration!.id).toBe(declarationFileId);
    expect((await desk.printer.fetch(`/api/files/${declarationFileId}`)).status).toBe(200);
    const insider = await desk.portal.as('receiver', { collegeId: desk.office.otherCollegeId });
    expect((await insider.fetch(`/api/files/${declarationFileId}`)).status).toBe(404);
    const { rows } = await receiver.api.reprints.listReprintRequests({ search: 'lost', list: 'open' });
    expect(rows.map((row) => row.id)).toContain(id);
    await approve(id);
  });

  async function expectToldApart(certificateId: string): Promise<void> {
    const { errorPhotoFileId } = await reprintEntry(receiver, certificateId);
    const declarationFileId = await declared();
    const faults = async (entry: Partial<ReprintEntry>) => {
      const sent = { certificateId, reason: 'lost', cause: 'candidate' as const, ...entry };
      return issuesOf(
        await expectDomainError(receiver.api.reprints.requestReprint(sent), 'request.invalid'),
      ).map(({ path }) => path);
    };
    expect(await faults({})).toEqual(['declarationFileId']);
    expect(await faults({ declarationFileId, errorPhotoFileId })).toEqual(['errorPhotoFileId']);
    expect(await faults({ reason: 'A smear', declarationFileId })).toEqual([
      'errorPhotoFileId',
      'declarationFileId',
    ]);
    const other = {
      certificateId,
      reason: 'lost',
      cause: 'candidate',
      declarationFileId: errorPhotoFileId,
    } as const;
    await expectDomainError(receiver.api.reprints.requestReprint(other), 'files.not_usable');
  }
});

describe('the database, as the role of the application', () => {
  const db = () => desk.portal.services.db;
  const request = (id: string, columns: object) =>
    db().updateTable('reprint_requests').set(columns).where('id', '=', id).execute();

  test('keeps the charge of a request as the schedule has it, approves nothing unpaid, and leaves nothing unpaid in the queue', async () => {
    const { id, applicationId } = await asked(300);
    await expectKeepsCharge(id, applicationId);
    const approved = {
      status: 'approved',
      decided_by: desk.admin.actor.id,
      decided_at: new Date(),
      state_before: 'printed',
    };
    await expect(request(id, approved)).rejects.toMatchObject({
      constraint: 'reprint_requests__approved_is_paid',
    });
    await pay(id, 300);
    await approve(id);
    const { charge } = await get(id);
    await expect(
      db().deleteFrom('allocations').where('charge_id', '=', charge!.id).execute(),
    ).rejects.toMatchObject({ constraint: 'charges__approved_reprint_is_paid' });
  });

  async function expectKeepsCharge(id: string, applicationId: string): Promise<void> {
    const charge = (columns: object) =>
      db().updateTable('charges').set(columns).where('reprint_request_id', '=', id).execute();
    await expect(charge({ scheduled_amount: 5 })).rejects.toMatchObject({
      constraint: 'charges__follow_schedule',
    });
    await expect(charge({ concession_amount: 5 })).rejects.toMatchObject({
      constraint: 'charges__reprint_less_concession',
    });
    await expect(
      db().deleteFrom('charges').where('reprint_request_id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'reprint_requests__charged_by_schedule' });
    const more = {
      id: uuid(),
      application_id: applicationId,
      college_id: desk.office.collegeId,
      kind: 'reprint',
      scheduled_amount: 0,
      charged_at: new Date(),
    };
    await expect(db().insertInto('charges').values(more).execute()).rejects.toMatchObject({
      constraint: 'charges__reprint_of_request',
    });
    const rejected = {
      status: 'rejected',
      decided_by: desk.admin.actor.id,
      decided_at: new Date(),
      remark: 'No',
    };
    await expect(request(id, rejected)).rejects.toMatchObject({
      constraint: 'reprint_requests__charged_by_schedule',
    });
    await expect(request(id, { kind: 'lost' })).rejects.toMatchObject({
      constraint: 'reprint_requests__correction_is_printed',
    });
  }
});
