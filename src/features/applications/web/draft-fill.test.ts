import { describe, expect, test } from 'vitest';
import type { DraftOnRegister } from '#features/demand-drafts/contract.ts';
import { faultOfRegisteredDraft, filledIn, pinnedDrafts } from './draft-fill.ts';

const typed = {
  number: '410200',
  drawnOn: '',
  bank: 'Canara Bank',
  branch: 'Mandya',
  amount: '' as const,
  receipt: null,
  receiptFileId: '',
  alikeReason: '',
  isPinned: false,
  filled: null,
};
const known: DraftOnRegister = {
  id: 'draft',
  drawnOn: '2026-03-07',
  amount: 1_400,
  balance: 700,
  validUntil: '2026-06-07',
  state: 'received',
  collegeId: 'college-1',
  receipt: null,
  pays: [],
  paysCount: 1,
};

describe('filling in', () => {
  test('takes date and amount over, and leaves them once they are there', () => {
    const filled = filledIn(typed, known)!;
    expect(filled).toMatchObject({ drawnOn: '2026-03-07', amount: 1_400 });
    expect(filledIn(filled, known)).toBeNull();
    expect(filledIn(typed, null)).toBeNull();
  });

  test('never replaces what somebody typed', () => {
    expect(filledIn({ ...typed, drawnOn: '2026-03-01', amount: 500 }, known)).toBeNull();
    expect(filledIn({ ...typed, drawnOn: '2026-03-01' }, known)).toMatchObject({
      drawnOn: '2026-03-01',
      amount: 1_400,
    });
  });

  test('is taken back when the draft turns out to be another, except where somebody typed since', () => {
    const filled = filledIn(typed, known)!;
    expect(filledIn({ ...filled, number: '410201' }, null)).toEqual({ ...typed, number: '410201' });
    expect(filledIn({ ...filled, number: '410201', amount: 900 }, null)).toMatchObject({
      drawnOn: '',
      amount: 900,
    });
    expect(filledIn({ ...filled, bank: 'CANARA BANK ' }, known)).toBeNull();
  });
});

describe('a known draft', () => {
  const draft = { number: '410200', drawnOn: '2026-03-07', amount: 1_400 };
  const at = { collegeId: 'college-1', today: '2026-04-01' };
  const fault = (changes: Partial<DraftOnRegister>, entry: Partial<typeof draft> = {}) =>
    faultOfRegisteredDraft({ ...draft, ...entry }, { ...known, ...changes }, at);

  test('with a balance may pay', () => {
    expect(fault({})).toBeNull();
    expect(faultOfRegisteredDraft(draft, known, { ...at, collegeId: '' })).toBeNull();
  });

  test('of another college, without a balance, returned or stale may not, and says so', () => {
    expect(fault({ collegeId: 'college-2' })).toMatch(/another college/);
    expect(fault({ balance: 0 })).toMatch(/410200 has no balance left/);
    expect(fault({ state: 'returned_by_bank' })).toMatch(/bank returned/);
    expect(fault({ state: 'stale' })).toMatch(/validity has passed/);
    expect(fault({ validUntil: '2026-03-31' })).toMatch(/validity has passed/);
    expect(fault({ validUntil: '2026-03-31', state: 'deposited' })).toBeNull();
  });

  test('that was recorded with another date or amount asks to compare', () => {
    expect(fault({}, { amount: 1_500 })).toMatch(/another date or amount \(₹1,400, 07\/03\/2026\)/);
    expect(fault({}, { drawnOn: '2026-03-08' })).toMatch(/another date or amount/);
  });
});

describe('a pinned draft', () => {
  const pinned = { ...typed, isPinned: true, amount: 1_400 };

  test('stays while it has a balance once the candidate is paid for', () => {
    expect(pinnedDrafts([pinned], [undefined], 700)).toEqual([pinned]);
    expect(pinnedDrafts([pinned], [{ balance: 700 }], 700)).toEqual([]);
    expect(pinnedDrafts([pinned], [{ balance: 500 }], 700)).toEqual([]);
    expect(pinnedDrafts([{ ...pinned, isPinned: false }], [undefined], 700)).toEqual([]);
  });

  test('is spent in the order of the rows', () => {
    const small = { ...typed, amount: 300 };
    expect(pinnedDrafts([small, pinned], [undefined, { balance: 401 }], 700)).toEqual([pinned]);
    expect(pinnedDrafts([small, pinned], [undefined, { balance: 400 }], 700)).toEqual([]);
  });
});
