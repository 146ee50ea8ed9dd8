import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, receiveApplication, withReceipt } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { statusOf } from '#dev/testing/status-of.ts';
import { unique } from '#dev/testing/unique.ts';
import { dayInIndia } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';

const { portal, office } = await fileOffice();
const receiver = await portal.as('receiver');
const caseWorker = await portal.as('case_worker', { name: 'Asha' });
const auditor = await portal.as('auditor');

describe('receiving', () => {
  test('records the application with its draft and pays the fee from it', async () => {
    const id = await receiveApplication(receiver, office, { candidateName: 'Priya Nair' });
    const application = await receiver.api.applications.getApplication({ id });
    expect(application).toMatchObject({
      candidateName: 'Priya Nair',
      status: 'received',
      totalAmount: 700,
      paidAmount: 700,
      pendingAmount: 0,
      version: 1,
      receivedBy: receiver.actor.name,
    });
    expect(application.allocations).toHaveLength(1);
  });

  test('gives acknowledgement numbers without gaps, refused attempts included', async () => {
    const entry = await applicationEntry(receiver, office);
    const first = await receiver.api.applications.receiveApplication(entry);
    await expectDomainError(
      receiver.api.applications.receiveApplication({
        ...(await applicationEntry(receiver, office)),
        registrationNumber: entry.registrationNumber,
        examRollNumber: entry.examRollNumber,
      }),
      'applications.duplicate',
    );
    const second = await receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office),
    );
    expect(second.acknowledgementNumber).toBe(first.acknowledgementNumber + 1);
  });

  test('an acknowledgement number leads to its application, for whoever may see it', async () => {
    const { id, acknowledgementNumber } = await receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office),
    );
    const elsewhere = await portal.as('receiver', { collegeId: office.otherCollegeId });
    const ask = (caller: StaffCaller, number: number) =>
      caller.api.applications.getApplicationByNumber({ acknowledgementNumber: number });
    for (const caller of [receiver, caseWorker, auditor])
      expect(await ask(caller, acknowledgementNumber)).toEqual({ id });
    const unknown = await expectDomainError(ask(receiver, 999_999), 'applications.unknown_number');
    const foreign = await expectDomainError(
      ask(elsewhere, acknowledgementNumber),
      'applications.unknown_number',
    );
    expect(foreign.message.replace(formatAcknowledgement(acknowledgementNumber), '999999')).toBe(
      unknown.message,
    );
  });

  test('says at each field what is wrong with it, and saves nothing', async () => {
    const before = await receiver.api.applications.countApplications({});
    const entry = await applicationEntry(receiver, office);
    const refusal = await expectDomainError(
      receiver.api.applications.receiveApplication({
        ...entry,
        totalAmount: -1,
        drafts: [draftEntry({ number: '12' })],
      }),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([
      { path: 'totalAmount', message: expect.any(String) },
      { path: 'drafts.0.number', message: 'A draft number has 6 digits.' },
    ]);
    expect(await receiver.api.applications.countApplications({})).toEqual(before);
  });

  test('refuses a draft of tomorrow and one that is stale, at the date field', async () => {
    const tomorrow = dayInIndia(new Date(Date.now() + 86_400_000));
    const entry = await applicationEntry(receiver, office, {
      drafts: [draftEntry({ drawnOn: tomorrow }), draftEntry({ drawnOn: '2020-01-01' })],
    });
    const refusal = await expectDomainError(
      receiver.api.applications.receiveApplication(entry),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([
      { path: 'drafts.0.drawnOn', message: 'The date of a draft cannot be in the future.' },
      { path: 'drafts.1.drawnOn', message: expect.stringContaining('older than three months') },
    ]);
  });

  test('one draft pays for two candidates until its balance is gone', async () => {
    const shared = draftEntry({ amount: 1_000 });
    const first = await receiveApplication(receiver, office, { drafts: [shared] });
    const second = await receiveApplication(receiver, office, { drafts: [shared] });
    expect((await receiver.api.applications.getApplication({ id: first })).paidAmount).toBe(700);
    expect((await receiver.api.applications.getApplication({ id: second })).paidAmount).toBe(300);
    await expectDomainError(
      receiveApplication(receiver, office, { drafts: [shared] }),
      'demand_drafts.exhausted',
    );
  });

  test('refuses a known draft with another amount, or of another college', async () => {
    const draft = draftEntry();
    await receiveApplication(receiver, office, { drafts: [draft] });
    await expectDomainError(
      receiveApplication(receiver, office, { drafts: [{ ...draft, amount: 900 }] }),
      'demand_drafts.differs',
    );
    await expectDomainError(
      receiveApplication(receiver, office, { drafts: [draft], collegeId: office.otherCollegeId }),
      'demand_drafts.other_college',
    );
  });

  test('takes only the receiver’s own fresh uploads', async () => {
    const colleague = await portal.as('receiver');
    const entry = await applicationEntry(colleague, office);
    await expectDomainError(receiver.api.applications.receiveApplication(entry), 'files.not_usable');
    await colleague.api.applications.receiveApplication(entry);
    const again = await applicationEntry(colleague, office, { photoFileId: entry.photoFileId });
    await expectDomainError(colleague.api.applications.receiveApplication(again), 'files.not_usable');
  });

  test('a double click with one key does it once and answers alike', async () => {
    const entry = await applicationEntry(receiver, office);
    const options = { context: { idempotencyKey: `double-click-${unique()}` } };
    const answers = await Promise.all([
      receiver.api.applications.receiveApplication(entry, options),
      receiver.api.applications.receiveApplication(entry, options),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    const found = await receiver.api.applications.countApplications({ search: entry.registrationNumber });
    expect(found.count).toBe(1);
    await expectDomainError(
      receiver.api.applications.receiveApplication({ ...entry, candidateName: 'Somebody else' }, options),
      'request.key_reused',
    );
  });
});

describe('deciding', () => {
  test('verifying allocates the next convocation number of the year and waits for print', async () => {
    const first = await receiveApplication(receiver, office);
    const second = await receiveApplication(receiver, office);
    const one = await caseWorker.api.applications.verifyApplication({ id: first, version: 1 });
    const two = await caseWorker.api.applications.verifyApplication({ id: second, version: 1 });
    expect(one.convocationNumber).toMatch(/^2025\/\d{6}$/);
    expect(Number(two.convocationNumber.slice(5))).toBe(Number(one.convocationNumber.slice(5)) + 1);
    const application = await caseWorker.api.applications.getApplication({ id: first });
    expect(application).toMatchObject({
      status: 'verified',
      verifiedBy: 'Asha',
      certificateState: 'to_print',
    });
  });

  test('a short fee is rejected, a paid one is not, and neither the other way round', async () => {
    const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    const paid = await receiveApplication(receiver, office);
    const refusal = await expectDomainError(
      caseWorker.api.applications.verifyApplication({ id: short, version: 1 }),
      'applications.fee_short',
    );
    expect(refusal.message).toBe('₹200 of the fee are still pending, so it cannot be verified.');
    await expectDomainError(
      caseWorker.api.applications.rejectApplication({ id: paid, version: 1, remark: 'short' }),
      'applications.fee_paid',
    );
    await caseWorker.api.applications.rejectApplication({ id: short, version: 1, remark: '₹200 short' });
    expect(await caseWorker.api.applications.getApplication({ id: short })).toMatchObject({
      status: 'rejected',
      pendingAmount: 200,
      rejectedBy: 'Asha',
      rejectionRemark: '₹200 short',
    });
  });

  test('a further draft brings a rejected application back, and it can be verified', async () => {
    const entry = await applicationEntry(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    const { id } = await receiver.api.applications.receiveApplication(entry);
    await caseWorker.api.applications.rejectApplication({ id, version: 1, remark: '₹200 short' });
    await receiver.api.applications.correctApplication({
      ...entry,
      id,
      version: 2,
      drafts: [await withReceipt(receiver, draftEntry({ amount: 200 }))],
    });
    const { convocationNumber } = await caseWorker.api.applications.verifyApplication({ id, version: 3 });
    expect(convocationNumber).toMatch(/^2025\//);
  });

  test('a returned application shows its reasons, is corrected and waits again', async () => {
    const entry = await applicationEntry(receiver, office);
    const { id } = await receiver.api.applications.receiveApplication(entry);
    await expectDomainError(
      receiver.api.applications.correctApplication({ ...entry, id, version: 1, drafts: [] }),
      'applications.not_correctable',
    );
    await caseWorker.api.applications.returnApplication({
      id,
      version: 1,
      reasons: ['name'],
      remark: 'Spelling',
    });
    expect(await receiver.api.applications.getApplication({ id })).toMatchObject({
      status: 'returned',
      returnReasons: ['name'],
      returnRemark: 'Spelling',
    });
    await receiver.api.applications.correctApplication({
      ...entry,
      id,
      version: 2,
      candidateName: 'Right Name',
      drafts: [],
      answers: [{ reason: 'name', answer: 'corrected' }],
    });
    expect(await receiver.api.applications.getApplication({ id })).toMatchObject({
      status: 'received',
      candidateName: 'Right Name',
      version: 3,
    });
  });

  test('nobody decides on what they received or corrected, not even as admin or after a change of role', async () => {
    const admin = await portal.as('admin');
    const own = await receiveApplication(admin, office);
    const { verifyApplication, rejectApplication, returnApplication } = admin.api.applications;
    await expectDomainError(verifyApplication({ id: own, version: 1 }), 'applications.own_work');
    await expectDomainError(
      rejectApplication({ id: own, version: 1, remark: 'mine' }),
      'applications.own_work',
    );
    await expectDomainError(
      returnApplication({ id: own, version: 1, reasons: ['photo'] }),
      'applications.own_work',
    );
    const mover = await portal.as('receiver');
    const moved = await receiveApplication(mover, office);
    await portal.services.db
      .updateTable('staff')
      .set({ role: 'case_worker' })
      .where('id', '=', mover.actor.id)
      .execute();
    await expectDomainError(
      mover.api.applications.verifyApplication({ id: moved, version: 1 }),
      'applications.own_work',
    );
  });

  test('the database itself refuses what the rules refuse', async () => {
    const id = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
    const set = (values: Record<string, unknown>) =>
      portal.services.db.updateTable('applications').set(values).where('id', '=', id).execute();
    await expect(
      set({ status: 'verified', verified_by: caseWorker.actor.id, verified_at: new Date() }),
    ).rejects.toMatchObject({ constraint: 'applications__verified_is_paid' });
    await expect(
      set({
        status: 'returned',
        returned_by: receiver.actor.id,
        returned_at: new Date(),
        return_reasons: ['photo'],
      }),
    ).rejects.toMatchObject({ constraint: 'applications__decided_by_another' });
    // 42501: the application role may not write the sums that the allocations make.
    await expect(set({ paid_amount: 700 })).rejects.toMatchObject({ code: '42501' });
  });

  test('a stale version is refused and says who was faster', async () => {
    const id = await receiveApplication(receiver, office);
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] });
    const detail = await receiver.api.applications.getApplication({ id });
    await receiver.api.applications.correctApplication({
      ...entryOf(detail),
      id,
      version: 2,
      drafts: [],
      answers: leaving('photo'),
    });
    const colleague = await portal.as('case_worker');
    const refusal = await expectDomainError(
      colleague.api.applications.verifyApplication({ id, version: 1 }),
      'records.stale',
    );
    expect(refusal.message).toContain(`${receiver.actor.name} changed this record`);
  });

  test('fifty parallel verifies make exactly one number', async () => {
    const id = await receiveApplication(receiver, office);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => caseWorker.api.applications.verifyApplication({ id, version: 1 })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const certificates = await portal.services.db
      .selectFrom('certificates')
      .select('id')
      .where('application_id', '=', id)
      .execute();
    expect(certificates).toHaveLength(1);
  });
});

describe('what a person sees', () => {
  test('is bounded by the college, in files too', async () => {
    const insider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    const foreign = await receiveApplication(receiver, office, { candidateName: 'Foreign Candidate' });
    const { photo } = await receiver.api.applications.getApplication({ id: foreign });
    expect(await statusOf(insider, `/api/files/${photo.id}`)).toBe(404);
    expect(await statusOf(receiver, `/api/files/${photo.id}`)).toBe(200);
    const entry = await applicationEntry(insider, office);
    await expectDomainError(
      insider.api.applications.receiveApplication(entry),
      'applications.college_out_of_scope',
    );
  });

  test('search finds name, registration and roll number, college, course and status, in any case', async () => {
    const number = unique();
    const id = await receiveApplication(receiver, office, {
      candidateName: `Chandrika ${number}`,
      registrationNumber: `QX-100%_${number}`,
      examRollNumber: `R${number}77`,
    });
    const finds = async (search: string) =>
      (await caseWorker.api.applications.listApplications({ search, status: 'received' })).rows.map(
        (row) => row.id,
      );
    for (const term of ['chandRIKA', `qx-100%_${number}`, `r${number}77`])
      expect(await finds(term)).toEqual([id]);
    for (const term of ['college col001', 'ece', 'pend']) expect(await finds(term)).toContain(id);
    expect(await finds('100x')).toEqual([]);
  });

  test('pages join without a gap or a double, by cursor and by position, in every order', async () => {
    for (const sort of ['-receivedAt', 'receivedAt', 'candidateName', '-registrationNumber'] as const) {
      const all = (await caseWorker.api.applications.listApplications({ sort })).rows.map((row) => row.id);
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await caseWorker.api.applications.listApplications({
          sort,
          limit: 3,
          offset: walked.length,
          cursor,
        });
        walked.push(...page.rows.map((row) => row.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(walked).toEqual(all);
      const jump = await caseWorker.api.applications.listApplications({ sort, limit: 2, offset: 5 });
      expect(jump.rows.map((row) => row.id)).toEqual(all.slice(5, 7));
    }
  });
});

type Detail = Awaited<ReturnType<StaffCaller['api']['applications']['getApplication']>>;

function entryOf(detail: Detail) {
  return {
    registrationNumber: detail.registrationNumber,
    examRollNumber: detail.examRollNumber,
    candidateName: detail.candidateName,
    candidateNameNative: '',
    courseId: detail.courseId,
    collegeId: detail.collegeId,
    academicYear: detail.academicYear,
    guideName: '',
    modeOfStudy: detail.modeOfStudy,
    certificateType: detail.certificateType,
    paperId: detail.paperId,
    photoFileId: detail.photo.id,
    totalAmount: detail.totalAmount,
  };
}
