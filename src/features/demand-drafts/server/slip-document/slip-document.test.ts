import { describe, expect, test } from 'vitest';
import { sampleLetterhead } from '#dev/testing/sample-letterhead.ts';
import { expectForeseen, textsOf, timesIn } from '#dev/testing/typst-pages.ts';
import { formatRupees } from '#shared/format.ts';
import type { DemandDraft } from '../../contract.ts';
import type { DepositSlipDetail } from '../../slip-contract.ts';
import { slipDocument } from './slip-document.ts';

const counts = process.env.LONG_FORMS ? [0, 1, 18, 19, 30, 31, 32, 52, 53, 64, 65, 200] : [18, 19];

const id = '01890000-0000-7000-8000-000000000000';

function draftNumbered(number: number, changes: Partial<DemandDraft> = {}): DemandDraft {
  return {
    id,
    number: String(number),
    drawnOn: '2026-10-21',
    bank: 'State Bank of India',
    branch: 'Mysuru Main',
    amount: number,
    state: 'received',
    collegeCode: 'COL001',
    collegeName: 'College COL001',
    allocatedAmount: 700,
    refundedAmount: 0,
    balance: 0,
    validUntil: '2027-01-21',
    receivedBy: 'Ravi Kumar',
    receivedAt: '2026-11-20T10:12:00Z',
    depositSlipId: id,
    slipNumber: 'DS-000017',
    depositedOn: null,
    realisedOn: null,
    returnReason: null,
    returnRemark: null,
    returnedAt: null,
    replacedById: null,
    replacedByNumber: null,
    version: 1,
    ...changes,
  };
}

function slipOf(drafts: DemandDraft[], changes: Partial<DepositSlipDetail> = {}) {
  return slipDocument(sampleLetterhead, {
    id,
    slipNumber: 'DS-000017',
    state: 'prepared',
    account: 'Finance Officer, A/c 30123456789',
    bankBranch: 'State Bank of India, Campus',
    collegeCode: null,
    draftCount: drafts.length,
    total: 0,
    preparedBy: 'Meera Iyer',
    preparedAt: '2026-11-21T10:12:00Z',
    depositedOn: null,
    depositedBy: null,
    cancelledAt: null,
    cancelledBy: null,
    version: 1,
    drafts,
    ...changes,
  });
}

const manyDrafts = (count: number) =>
  Array.from({ length: count }, (_, index) => draftNumbered(100_000 + index));

describe('a slip of one draft', () => {
  const words = textsOf(slipOf([draftNumbered(123_456)])).split(' | ');

  test('names the account, the draft and who prepared it', () => {
    for (const given of [
      'State Bank of India',
      'Mysuru Main',
      '123456',
      '21/10/2026',
      'Prepared by Meera Iyer',
      'DS-000017, page 1 of 1',
    ]) {
      expect(timesIn(words, given), given).toBe(1);
    }
  });

  test('says number, date, account and total again on the counterfoil', () => {
    for (const given of [
      'DS-000017',
      '21/11/2026, 15:42 IST',
      'Finance Officer, A/c 30123456789',
      'State Bank of India, Campus',
      'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six Only',
      'Bank’s stamp and signature',
    ]) {
      expect(timesIn(words, given), given).toBe(2);
    }
    expect(timesIn(words, '₹1,23,456')).toBe(3);
    expect(words).not.toContain('Carried forward');
  });

  test('says when it was deposited or cancelled', () => {
    const deposited = textsOf(slipOf([draftNumbered(1)], { state: 'deposited', depositedOn: '2026-11-22' }));
    expect(deposited).toContain('22/11/2026');
    expect(textsOf(slipOf([], { state: 'cancelled' }))).toContain('Cancelled');
  });
});

describe('a slip of many drafts', () => {
  test('has each draft once, and carries the sum from page to page', () => {
    const drafts = manyDrafts(200);
    const words = textsOf(slipOf(drafts)).split(' | ');
    for (const { number } of drafts) expect(timesIn(words, number), number).toBe(1);
    const sum = (to: number) =>
      formatRupees(drafts.slice(0, to).reduce((total, { amount }) => total + amount, 0));
    // Thirty on the first page, thirty-four on each further one: the sum ends one page and begins the next.
    for (const end of [30, 64, 98, 132, 166]) expect(timesIn(words, sum(end)), String(end)).toBe(2);
    expect(timesIn(words, sum(200))).toBe(2);
    expect(timesIn(words, '200')).toBe(3);
    expect(timesIn(words, 'Carried forward')).toBe(timesIn(words, 'Brought forward'));
  });

  test.each(counts)('takes as many pages as foreseen, as PDF/A-2a: %i drafts', (count) => {
    const long = {
      bank: 'Apex Cooperative Bank '.repeat(4).trim(),
      branch: 'Industrial Estate '.repeat(4).trim(),
    };
    const document = slipOf(
      manyDrafts(count).map((draft) => ({ ...draft, ...long })),
      {
        account: 'Finance Officer and Registrar of the University, 3012345678',
        bankBranch: 'Main Branch '.repeat(10),
      },
    );
    expectForeseen(document);
  });
});
