import { describe, expect, test } from 'vitest';
import { changeCollegeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, withReceipt } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { unique } from '#dev/testing/unique.ts';
import type { ReceiveApplicationInput } from '../entry-contract.ts';

const { portal, office } = await sharedOffice();
const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');

const order = { amount: 695, reason: 'court_order' as const, authority: 'WP 12/2026 of 3 May 2026' };

function receive(overrides: Partial<ReceiveApplicationInput> = {}) {
  return applicationEntry(receiver, office, overrides).then((entry) =>
    receiver.api.applications.receiveApplication(entry),
  );
}

/** An application of ₹5 on the authority of a court order. */
async function conceded(): Promise<string> {
  const { id } = await receive({ concession: order, totalAmount: 5, drafts: [draftEntry({ amount: 5 })] });
  return id;
}

async function eventOf(id: string, event: string) {
  return portal.services.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('record_id', '=', id)
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
}

describe('the fee of the college', () => {
  test.each([5, 699, 701, 80_000])('is not ₹%i because somebody says so', async (totalAmount) => {
    const refused = await expectDomainError(receive({ totalAmount }), 'request.invalid');
    expect(issuesOf(refused)).toEqual([
      {
        path: 'totalAmount',
        message: 'The fee is ₹700, so the total is ₹700. Record a concession for another amount.',
      },
    ]);
  });

  test('is not changed by a correction, and stays what it was when the college asks another one', async () => {
    const entry = await applicationEntry(receiver, office);
    const { id } = await receiver.api.applications.receiveApplication(entry);
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['name'] });
    const setFee = (convocationFee: number) =>
      changeCollegeWithFourEyes(portal, office.collegeId, { convocationFee });
    const correct = (totalAmount: number) =>
      receiver.api.applications.correctApplication({
        ...entry,
        id,
        version: 2,
        drafts: [],
        totalAmount,
        answers: leaving('name'),
      });
    await setFee(900);
    await expectDomainError(correct(5), 'request.invalid');
    await expectDomainError(correct(900), 'request.invalid');
    await correct(700);
    await setFee(700);
    expect(await receiver.api.applications.getApplication({ id })).toMatchObject({
      feeAmount: 700,
      totalAmount: 700,
      concession: null,
    });
  });
});

describe('a concession', () => {
  test('is a row of its own, shown to everybody who reads the application, and confirmed by verification', async () => {
    const id = await conceded();
    const application = await caseWorker.api.applications.getApplication({ id });
    expect(application).toMatchObject({ feeAmount: 700, concession: order, totalAmount: 5, paidAmount: 5 });
    const auditor = await portal.as('auditor');
    const { rows } = await auditor.api.applications.listApplications({
      search: application.registrationNumber,
    });
    expect(rows[0]!.concession).toEqual(order);
    expect((await eventOf(id, 'applications.received')).after).toMatchObject({ concession: order });
    const [row] = await portal.services.db
      .selectFrom('concessions')
      .selectAll()
      .where('application_id', '=', id)
      .execute();
    expect(row).toMatchObject({ ...order, recorded_by: receiver.actor.id });

    await caseWorker.api.applications.verifyApplication({ id, version: 1 });
    expect((await eventOf(id, 'applications.verified')).after).toMatchObject({ concession: order });
    const totals = await auditor.api.feeTotals.listFeeTotals({});
    expect(totals.find(({ key }) => key === office.collegeId)!.concessions).toBeGreaterThanOrEqual(695);
  });

  test('asks for an amount within the fee, a reason and an authority', async () => {
    const faults = async (changes: object, totalAmount: number) => {
      const entry = { ...(await applicationEntry(receiver, office)), totalAmount };
      const concession = { ...order, ...changes } as typeof order;
      const refused = await expectDomainError(
        receiver.api.applications.receiveApplication({ ...entry, concession }),
        'request.invalid',
      );
      return issuesOf(refused).map(({ path }) => path);
    };
    expect(await faults({ amount: 0 }, 700)).toEqual(['concession.amount']);
    expect(await faults({ amount: 701 }, 1)).toEqual(['concession.amount']);
    expect(await faults({ amount: 700 }, 1)).toEqual(['totalAmount']);
    expect(await faults({ amount: 700 }, -1)).toEqual(['totalAmount']);
    expect(await faults({ authority: '  ' }, 5)).toEqual(['concession.authority']);
    expect(await faults({ reason: 'friend' }, 5)).toEqual(['concession.reason']);
    expect(await faults({ amount: 100 }, 5)).toEqual(['totalAmount']);
  });

  test('is changed or removed by a correction, which the log says in full', async () => {
    const id = await conceded();
    await caseWorker.api.applications.returnApplication({
      id,
      version: 1,
      reasons: ['other'],
      remark: 'Fee',
    });
    const detail = await receiver.api.applications.getApplication({ id });
    const correct = (version: number, changes: object) =>
      receiver.api.applications.correctApplication({
        ...detail,
        id,
        version,
        candidateNameNative: '',
        guideName: '',
        photoFileId: detail.photo.id,
        drafts: [],
        answers: leaving('other'),
        ...changes,
      });
    const smaller = { ...order, amount: 200, reason: 'merit' as const };
    await correct(2, { concession: smaller, totalAmount: 500 });
    expect(await eventOf(id, 'applications.corrected')).toMatchObject({
      before: { total_amount: 5, concession_amount: 695, concession_reason: 'court_order' },
      after: { total_amount: 500, concession_amount: 200, concession_reason: 'merit' },
    });
    await caseWorker.api.applications.returnApplication({
      id,
      version: 3,
      reasons: ['other'],
      remark: 'Fee',
    });
    const rest = await withReceipt(receiver, draftEntry({ amount: 695 }));
    await correct(4, { concession: null, totalAmount: 700, drafts: [rest] });
    const paid = await receiver.api.applications.getApplication({ id });
    expect(paid).toMatchObject({ concession: null, totalAmount: 700, pendingAmount: 0 });
  });
});

describe('the database, as the role of the application', () => {
  const total = { constraint: 'applications__total_is_fee_less_concession' };
  const set = (id: string, values: Record<string, unknown>) =>
    portal.services.db
      .updateTable('applications')
      .set({ corrected_by: receiver.actor.id, corrected_at: new Date(Date.now() + unique()), ...values })
      .where('id', '=', id)
      .execute();
  const concede = (id: string, amount: number, more: object = {}) =>
    portal.services.db
      .insertInto('concessions')
      .values({
        application_id: id,
        amount,
        reason: 'merit',
        authority: 'Order 7',
        recorded_by: receiver.actor.id,
        recorded_at: new Date(),
        ...more,
      })
      .execute();

  test('refuses any total that is not the fee less the concession', async () => {
    const { id } = await receive({ drafts: [draftEntry({ amount: 5 })] });
    await expect(set(id, { total_amount: 5 })).rejects.toMatchObject(total);
    await expect(set(id, { total_amount: 5, fee_amount: 5 })).rejects.toMatchObject({
      constraint: 'applications__fee_is_charged',
    });
    await expect(concede(id, 695)).rejects.toMatchObject(total);
    const other = await conceded();
    await expect(
      portal.services.db.deleteFrom('concessions').where('application_id', '=', other).execute(),
    ).rejects.toMatchObject(total);
  });

  test('refuses a concession without reason or authority, and one of a verified application', async () => {
    const { id } = await receive();
    await expect(concede(id, 10, { reason: 'friend' })).rejects.toMatchObject({
      constraint: 'concessions__reason_known',
    });
    await expect(concede(id, 10, { authority: ' ' })).rejects.toMatchObject({
      constraint: 'concessions__authority_given',
    });
    const verified = await conceded();
    await caseWorker.api.applications.verifyApplication({ id: verified, version: 1 });
    await expect(
      portal.services.db.deleteFrom('concessions').where('application_id', '=', verified).execute(),
    ).rejects.toMatchObject({ constraint: 'concessions__of_open_application' });
  });
});
