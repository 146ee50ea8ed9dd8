/**
 * The 500 drafts of the reconciliation test, the same on every run: 400 and some plain ones, and every kind of trouble
 * that a drawer of drafts has. `ends` is where each one has to stand when the statement is worked off.
 */
export type PlannedDraft = {
  key: string;
  number: string;
  bank: string;
  branch: string;
  drawnOn: string;
  amount: number;
  /** What it pays, one application each; the fee is 700. */
  pays: readonly number[];
  /** The deposit slip that carries it; null stays in the drawer. */
  slip: string | null;
  ends: 'received' | 'deposited' | 'realised' | 'returned_by_bank' | 'stale';
};

export const fee = 700;
export const depositedOn = '2025-04-01';
const bulkCandidates = 40;
const wanted = 500;

const banks = [
  ['State Bank of India', 'SBI'],
  ['Canara Bank', 'CNRB'],
  ['HDFC Bank', 'HDFC'],
  ['Karnataka Bank', 'KARB'],
  ['Union Bank of India', 'UBIN'],
] as const;

/** How the statement writes a draft's bank. */
export function shortName(bank: string): string {
  return banks.find(([name]) => name === bank)?.[1] ?? bank;
}

const reserved = ['001234', '734512', '555001', '555002', '555003', '444444'];

/** Six digits each, scattered and never the same twice: a linear congruential generator with a fixed start. */
function* scatteredNumbers(): Generator<string> {
  const used = new Set(reserved);
  for (let state = 20_250_401; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const number = String(100_000 + (state % 900_000));
    if (used.has(number)) continue;
    used.add(number);
    yield number;
  }
}

export function planDrafts(): PlannedDraft[] {
  const numbers = scatteredNumbers();
  const drafts: PlannedDraft[] = [];
  const add = (key: string, draft: Partial<PlannedDraft> = {}) => {
    const bank = draft.bank ?? banks[drafts.length % banks.length]![0];
    const amount = draft.amount ?? fee;
    drafts.push({
      key,
      number: draft.number ?? numbers.next().value!,
      bank,
      branch: 'Mysuru Main',
      drawnOn: '2025-03-10',
      amount,
      pays: [Math.min(amount, fee)],
      slip: 'mixed',
      ends: 'realised',
      ...draft,
    });
  };
  const several = (count: number, name: string, draft: Partial<PlannedDraft>) => {
    for (let place = 1; place <= count; place += 1) add(`${name}${place}`, draft);
  };

  add('bulk', { amount: bulkCandidates * fee, pays: Array<number>(bulkCandidates).fill(fee) });
  several(25, 'slipped', { slip: 'named' });
  several(15, 'sameDay', { slip: 'sameDay' });
  several(10, 'short', { amount: 500 });
  several(8, 'excess', { amount: 1_000 });
  several(10, 'stale', { drawnOn: '2024-12-20', slip: null, ends: 'stale' });
  several(9, 'drawer', { slip: null, ends: 'received' });
  several(5, 'waiting', { ends: 'deposited' });
  // The same number at several banks.
  add('twin1Sbi', { number: '555001', bank: 'State Bank of India' });
  add('twin1Canara', { number: '555001', bank: 'Canara Bank' });
  add('twin2Hdfc', { number: '555002', bank: 'HDFC Bank' });
  add('twin2Karnataka', { number: '555002', bank: 'Karnataka Bank', ends: 'deposited' });
  add('twin3Sbi', { number: '555003', bank: 'State Bank of India' });
  add('twin3Hdfc', { number: '555003', bank: 'HDFC Bank', amount: 1_400, slip: null, ends: 'received' });
  // What the statement makes difficult.
  add('zeros', { number: '001234' });
  add('padded');
  add('embedded', { number: '734512', ends: 'deposited' });
  add('quoted');
  add('kannada');
  add('suffixed');
  add('mentioned', { ends: 'deposited' });
  add('creditedTwice');
  add('creditedShort');
  add('creditedMore', { ends: 'deposited' });
  add('otherBank', { bank: 'State Bank of India', ends: 'deposited' });
  add('early', { ends: 'deposited', slip: 'late' });
  add('future', { ends: 'deposited' });
  add('later', { slip: 'afterwards' });
  add('byHand');
  add('returned', { ends: 'returned_by_bank' });
  add('returnedAfter', { ends: 'returned_by_bank' });
  add('returnedByHand', { ends: 'returned_by_bank' });
  add('returnDiffers', { ends: 'deposited' });
  // Presented by two candidates, and by one with another draft, through the counter itself.
  add('presentedTwice', { amount: 1_400, pays: [] });
  add('split1', { amount: 350, pays: [] });
  add('split2', { amount: 350, pays: [] });
  for (let place = 1; drafts.length < wanted; place += 1) add(`plain${place}`, { slip: `plain${place % 4}` });
  return drafts;
}
