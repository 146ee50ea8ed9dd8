import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { markStaleDrafts } from './mark-stale-drafts.ts';

const today = dayInIndia(new Date());
const paidInto = { account: 'Fee account 1234', bankBranch: 'State Bank of India, Mysuru' };

const { portal, office } = await fileOffice();
const [admin, receiver, auditor] = await portal.asEach('admin', 'receiver', 'auditor');
/** A receiver of the other college. */
const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });

/** The draft of a newly received application. */
async function receiveDraft(overrides: Parameters<typeof draftEntry>[0] = {}, collegeId = office.collegeId) {
  const entry = draftEntry(overrides);
  const applicationId = await receiveApplication(receiver, office, { collegeId, drafts: [entry] });
  const { rows } = await admin.api.demandDrafts.listDrafts({ search: entry.number });
  return { ...rows[0]!, applicationId };
}

async function prepareSlip(drafts: { id: string }[], person = receiver) {
  const slip = await person.api.depositSlips.prepareDepositSlip({
    draftIds: drafts.map((draft) => draft.id),
    ...paidInto,
  });
  return { ...slip, version: 1 };
}

async function depositDraft(overrides: Parameters<typeof draftEntry>[0] = {}) {
  const draft = await receiveDraft(overrides);
  const slip = await prepareSlip([draft]);
  await receiver.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn: today });
  return admin.api.demandDrafts.getDraft({ id: draft.id });
}

describe('a deposit slip', () => {
  test('carries chosen drafts to the bank, with a number without gaps and the sum of their amounts', async () => {
    const drafts = [await receiveDraft(), await receiveDraft({ amount: 1_000 })];
    const slip = await prepareSlip(drafts);
    const next = await prepareSlip([await receiveDraft()]);
    expect(Number(next.slipNumber.slice(3))).toBe(Number(slip.slipNumber.slice(3)) + 1);
    const detail = await auditor.api.depositSlips.getDepositSlip({ id: slip.id });
    expect(detail).toMatchObject({ state: 'prepared', draftCount: 2, total: 1_700, ...paidInto });
    const { version } = await receiver.api.depositSlips.depositSlip({
      id: slip.id,
      version: 1,
      depositedOn: today,
    });
    expect(version).toBe(2);
    for (const { id } of drafts) {
      const draft = await auditor.api.demandDrafts.getDraft({ id });
      expect(draft).toMatchObject({ state: 'deposited', slipNumber: slip.slipNumber, depositedOn: today });
      expect(draft.history.map((event) => event.event)).toEqual([
        'demand_drafts.received',
        'demand_drafts.allocated',
        'demand_drafts.put_on_slip',
        'demand_drafts.deposited',
      ]);
    }
  });

  test('takes a draft once only, also when two people reach for it at the same time', async () => {
    const draft = await receiveDraft();
    const attempts = await Promise.allSettled([prepareSlip([draft]), prepareSlip([draft], admin)]);
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectDomainError(prepareSlip([draft]), 'demand_drafts.on_slip');
  });

  test('gives a draft back, or all of them when it is cancelled; a deposited one gives none', async () => {
    const [kept, removed] = [await receiveDraft(), await receiveDraft()];
    const slip = await prepareSlip([kept, removed]);
    await expectDomainError(
      receiver.api.depositSlips.removeFromSlip({ id: slip.id, version: 7, draftId: removed.id }),
      'records.stale',
    );
    await receiver.api.depositSlips.removeFromSlip({ id: slip.id, version: 1, draftId: removed.id });
    await expectDomainError(
      receiver.api.depositSlips.removeFromSlip({ id: slip.id, version: 2, draftId: removed.id }),
      'deposit_slips.draft_not_on_slip',
    );
    await receiver.api.depositSlips.cancelSlip({ id: slip.id, version: 2 });
    expect((await admin.api.demandDrafts.getDraft({ id: kept.id })).depositSlipId).toBeNull();
    await expectDomainError(
      receiver.api.depositSlips.depositSlip({ id: slip.id, version: 3, depositedOn: today }),
      'deposit_slips.not_prepared',
    );
    const again = await prepareSlip([kept, removed]);
    await receiver.api.depositSlips.depositSlip({ id: again.id, version: 1, depositedOn: today });
    await expectDomainError(
      receiver.api.depositSlips.removeFromSlip({ id: again.id, version: 2, draftId: kept.id }),
      'deposit_slips.not_prepared',
    );
    await expectDomainError(
      receiver.api.depositSlips.cancelSlip({ id: again.id, version: 2 }),
      'deposit_slips.not_prepared',
    );
    await expectDomainError(prepareSlip([kept]), 'demand_drafts.not_in_hand');
  });

  test('is not deposited empty, nor on a day before it was prepared or after today', async () => {
    const draft = await receiveDraft();
    const slip = await prepareSlip([draft]);
    for (const depositedOn of [addMonths(today, -1), addMonths(today, 1)]) {
      const refusal = await expectDomainError(
        receiver.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn }),
        'request.invalid',
      );
      expect(issuesOf(refusal).map((issue) => issue.path)).toEqual(['depositedOn']);
    }
    await receiver.api.depositSlips.removeFromSlip({ id: slip.id, version: 1, draftId: draft.id });
    await expectDomainError(
      receiver.api.depositSlips.depositSlip({ id: slip.id, version: 2, depositedOn: today }),
      'deposit_slips.empty',
    );
  });

  test('is of the caller’s college, and its drafts too', async () => {
    const draft = await receiveDraft();
    await expectDomainError(prepareSlip([draft], outsider), 'demand_drafts.not_found');
    await prepareSlip([await receiveDraft({}, office.otherCollegeId)], outsider);
  });
});

describe('a realised draft', () => {
  test('was deposited before, on a day that was', async () => {
    const inHand = await receiveDraft();
    await expectDomainError(
      admin.api.demandDrafts.realiseDrafts({ draftIds: [inHand.id], realisedOn: today }),
      'demand_drafts.not_deposited',
    );
    const draft = await depositDraft();
    for (const realisedOn of [addMonths(today, -1), addMonths(today, 1)])
      await expectDomainError(
        admin.api.demandDrafts.realiseDrafts({ draftIds: [draft.id], realisedOn }),
        'request.invalid',
      );
    await expectDomainError(
      receiver.api.demandDrafts.realiseDrafts({ draftIds: [draft.id], realisedOn: today }),
      'auth.not_permitted',
    );
    await admin.api.demandDrafts.realiseDrafts({ draftIds: [draft.id], realisedOn: today });
    expect(await admin.api.demandDrafts.getDraft({ id: draft.id })).toMatchObject({
      state: 'realised',
      realisedOn: today,
    });
  });

  test('is refunded up to what is left of it, which then pays for nobody', async () => {
    const entry = draftEntry({ amount: 1_500 });
    const draft = await depositDraft(entry);
    const refund = { id: draft.id, amount: 500, paidTo: 'College COL001', reference: 'UTR 5512' };
    await expectDomainError(
      admin.api.demandDrafts.refundDraft({ ...refund, version: draft.version }),
      'demand_drafts.not_realised',
    );
    await admin.api.demandDrafts.realiseDrafts({ draftIds: [draft.id], realisedOn: today });
    const { version } = await admin.api.demandDrafts.getDraft({ id: draft.id });
    await expectDomainError(
      admin.api.demandDrafts.refundDraft({ ...refund, version, amount: 801 }),
      'demand_drafts.refund_too_large',
    );
    await admin.api.demandDrafts.refundDraft({ ...refund, version });
    const refunded = await admin.api.demandDrafts.getDraft({ id: draft.id });
    expect(refunded).toMatchObject({ allocatedAmount: 700, refundedAmount: 500, balance: 300 });
    expect(refunded.refunds).toMatchObject([{ amount: 500, paidTo: 'College COL001' }]);
    const short = await receiveApplication(receiver, office, { drafts: [{ ...entry }] });
    expect((await admin.api.applications.getApplication({ id: short })).paidAmount).toBe(300);
    await expectDomainError(
      admin.api.demandDrafts.refundDraft({ ...refund, version: version + 1 }),
      'demand_drafts.no_balance',
    );
  });
});

describe('a draft that was not deposited in time', () => {
  const afterValidity = new Date(Date.parse(`${addMonths(today, 3)}T12:00:00Z`));

  test('becomes stale in the night, leaves its slip, and pays as before', async () => {
    const draft = await receiveDraft();
    const onSlip = await receiveDraft();
    const slip = await prepareSlip([onSlip]);
    expect(await markStaleDrafts(portal.services)).toBe(0);
    expect(await markStaleDrafts(portal.services, afterValidity)).toBeGreaterThanOrEqual(2);
    expect(await markStaleDrafts(portal.services, afterValidity)).toBe(0);
    for (const { id } of [draft, onSlip])
      expect(await admin.api.demandDrafts.getDraft({ id })).toMatchObject({
        state: 'stale',
        slipNumber: null,
      });
    expect((await admin.api.depositSlips.getDepositSlip({ id: slip.id })).draftCount).toBe(0);
    expect((await admin.api.applications.getApplication({ id: draft.applicationId })).pendingAmount).toBe(0);
    await expectDomainError(prepareSlip([draft]), 'demand_drafts.validity_passed');
    await expectDomainError(
      receiveApplication(receiver, office, { drafts: [draftEntry({ ...entryOf(draft) })] }),
      'demand_drafts.not_usable',
    );
  });

  test('is in hand again when its bank revalidates it', async () => {
    const draft = await receiveDraft({ amount: 1_400 });
    await expectDomainError(
      receiver.api.demandDrafts.revalidateDraft({
        id: draft.id,
        version: 1,
        validUntil: addMonths(today, 1),
      }),
      'demand_drafts.not_stale',
    );
    await markStaleDrafts(portal.services, afterValidity);
    const { version } = await admin.api.demandDrafts.getDraft({ id: draft.id });
    for (const validUntil of [addMonths(today, -1), addMonths(today, 4)])
      await expectDomainError(
        receiver.api.demandDrafts.revalidateDraft({ id: draft.id, version, validUntil }),
        'request.invalid',
      );
    const validUntil = addMonths(today, 3);
    await receiver.api.demandDrafts.revalidateDraft({ id: draft.id, version, validUntil });
    expect(await admin.api.demandDrafts.getDraft({ id: draft.id })).toMatchObject({
      state: 'received',
      validUntil,
      balance: 700,
    });
    await receiveApplication(receiver, office, { drafts: [entryOf(draft)] });
    await prepareSlip([draft]);
  });
});

describe('the register', () => {
  test('is searched by number, bank, branch, college and candidate', async () => {
    const entry = await applicationEntry(receiver, office, {
      candidateName: 'Shakuntala Devadiga',
      collegeId: office.otherCollegeId,
      drafts: [draftEntry({ bank: 'Corporation Bank', branch: 'Puttur' })],
    });
    await receiver.api.applications.receiveApplication(entry);
    const { number } = entry.drafts[0]!;
    for (const search of [number, 'corporation', 'PUTTUR', 'devadiga', entry.registrationNumber]) {
      const { rows } = await auditor.api.demandDrafts.listDrafts({ search });
      expect(
        rows.map((row) => row.number),
        search,
      ).toContain(number);
      const { count } = await auditor.api.demandDrafts.countDrafts({ search });
      expect(count, search).toBe(rows.length);
    }
    const { rows } = await auditor.api.demandDrafts.listDrafts({ search: 'COL002' });
    expect(rows.map((row) => row.number)).toContain(number);
    expect(new Set(rows.map((row) => row.collegeCode))).toEqual(new Set(['COL002']));
  });

  test('shows what is in hand, going stale, or has money left', async () => {
    const young = await receiveDraft({ drawnOn: today, amount: 900 });
    const old = await receiveDraft({ drawnOn: addMonths(today, -3) });
    const deposited = await depositDraft();
    const shown = async (show: 'undeposited' | 'without_slip' | 'going_stale' | 'with_balance') => {
      const found = new Set<string>();
      for (let cursor: string | undefined; ; ) {
        const page = await auditor.api.demandDrafts.listDrafts({
          show,
          sort: 'validUntil',
          limit: 7,
          cursor,
        });
        for (const row of page.rows) found.add(row.id);
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
      expect(found.size).toBe((await auditor.api.demandDrafts.countDrafts({ show })).count);
      return [young, old, deposited].map((draft) => found.has(draft.id));
    };
    expect(await shown('undeposited')).toEqual([true, true, false]);
    expect(await shown('going_stale')).toEqual([false, true, false]);
    expect(await shown('with_balance')).toEqual([true, false, false]);
    await prepareSlip([young]);
    expect(await shown('without_slip')).toEqual([false, true, false]);
  });
});

describe('the database by itself', () => {
  test.each([
    ['demand_drafts__state_follows', { state: 'realised' }],
    ['demand_drafts__deposited_on_slip', { state: 'deposited' }],
    ['demand_drafts__returned_is_signed', { state: 'returned_by_bank' }],
    ['demand_drafts__replaced_was_unusable', { replaced_at: new Date() }],
  ])('refuses a draft against %s', async (constraint, change) => {
    const [draft, other] = [await receiveDraft(), await receiveDraft()];
    const set = 'replaced_at' in change ? { ...change, replaced_by: other.id } : change;
    const attempt = portal.services.db
      .updateTable('demand_drafts')
      .set(set)
      .where('id', '=', draft.id)
      .execute();
    await expect(attempt).rejects.toMatchObject({ constraint });
  });

  test('lets nobody write over the face of a draft', async () => {
    const { id } = await receiveDraft();
    const attempt = portal.services.db
      .updateTable('demand_drafts')
      .set({ amount: 1 })
      .where('id', '=', id)
      .execute();
    await expect(attempt).rejects.toThrow('permission denied');
  });
});

function entryOf({ number, drawnOn, bank, branch, amount }: ReturnType<typeof draftEntry>) {
  return { number, drawnOn, bank, branch, amount };
}
