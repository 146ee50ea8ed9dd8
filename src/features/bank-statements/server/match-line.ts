import { idsOf } from '#shared/ids-of.ts';
import type { Finding, FindingCode } from '../findings.ts';
import type { StatementLine } from '../line-contract.ts';
import { sumInPaise } from '../rules.ts';
import { banksIn, draftNumbersIn, knownBank, returnReasonIn, slipNumbersIn, subjectOf } from './narration.ts';

/** The facts of a line that the rules read. */
export type LineFacts = Pick<
  StatementLine,
  'valueDate' | 'description' | 'reference' | 'side' | 'amountPaise'
>;

export type DraftFacts = {
  id: string;
  number: string;
  bank: string;
  amount: number;
  state: string;
  depositedOn: string | null;
  isRealisedByLine: boolean;
  isReturnedByLine: boolean;
};

/** A deposited slip with its drafts that are not yet realised or returned. */
export type SlipFacts = {
  slipNumber: number;
  depositedOn: string;
  /** None of its drafts is realised or returned yet. */
  isWhole: boolean;
  drafts: readonly { id: string; amount: number }[];
};

/** The part of the register that a line may concern: by its numbers, its amount and its day. */
export type Register = {
  draftsOf(number: string): readonly DraftFacts[];
  slipOf(slipNumber: number): SlipFacts | undefined;
  slipsOn(day: string): readonly SlipFacts[];
  /** How many deposited drafts have this amount in rupees. */
  countOfAmount(rupees: number): number;
};

/**
 * Matches a line: a pure function of line, register and day. Only `draft` and `slip` settle automatically; every other
 * finding says why not (docs/decisions/0020-bank-statements.md).
 */
export function matchLine(line: LineFacts, register: Register, today: string): Finding {
  const text = `${line.reference} ${line.description}`;
  const numbers = draftNumbersIn(line.reference, line.description);
  const drafts = numbers.flatMap((number) => register.draftsOf(number));
  if (line.side === 'debit') return matchDebit(line, text, drafts);
  const found = matchCredit(line, text, { numbers, drafts, register });
  const isSure = found.code === 'draft' || found.code === 'slip';
  return isSure && line.valueDate > today ? finding('not_yet', found) : found;
}

type Named = { numbers: readonly string[]; drafts: readonly DraftFacts[]; register: Register };

function matchCredit(line: LineFacts, text: string, { numbers, drafts, register }: Named): Finding {
  const draftIds = idsOf(drafts);
  if (subjectOf(text, ['reversal', 'return'])) return finding('reversal', { draftIds });
  const otherMoney = subjectOf(text, ['interest', 'electronic', 'cash']);
  if (otherMoney) return finding(otherMoney, { draftIds });
  const named = slipNumbersIn(text).map((number) => register.slipOf(number));
  const slip = named.find((one) => one !== undefined && sumInPaise(one.drafts) === line.amountPaise);
  if (slip && slip.depositedOn <= line.valueDate) return finding('slip', { draftIds: idsOf(slip.drafts) });

  if (drafts.length > 0) return matchNumber(line, text, drafts);

  const slips = register
    .slipsOn(line.valueDate)
    .filter((one) => one.isWhole && one.drafts.length > 1 && sumInPaise(one.drafts) === line.amountPaise);
  if (slips.length === 1) return finding('slip', { draftIds: idsOf(slips[0]!.drafts) });
  if (slips.length > 1) return finding('several_slips', { count: slips.length });
  if (numbers.length > 0) return finding('unknown_number');
  const count = line.amountPaise % 100 === 0 ? register.countOfAmount(line.amountPaise / 100) : 0;
  return count > 0 ? finding('amount_only', { count }) : finding('nothing');
}

/** A credit whose text has the numbers of one or more registered drafts. */
function matchNumber(line: LineFacts, text: string, drafts: readonly DraftFacts[]): Finding {
  const named = banksIn(text);
  const same = drafts.filter((draft) => draft.amount * 100 === line.amountPaise);
  const exact = same.filter((draft) => draft.state === 'deposited' && isBefore(draft, line));
  const [only] = exact;
  if (exact.length === 1) {
    const isOther = named.length > 0 && !named.includes(knownBank(only!.bank));
    return finding(isOther ? 'other_bank' : 'draft', { draftIds: [only!.id] });
  }
  if (exact.length > 1) {
    const byBank = exact.filter((draft) => named.includes(knownBank(draft.bank)));
    if (byBank.length === 1) return finding('draft', { draftIds: idsOf(byBank) });
    return finding('several', { count: exact.length, draftIds: idsOf(exact) });
  }
  const likely = likeliest(same.length > 0 ? same : drafts, named);
  if (likely.length > 1) return finding('several', { count: likely.length, draftIds: idsOf(likely) });
  const draft = likely[0]!;
  const draftIds = [draft.id];
  if (draft.state !== 'deposited') return finding(whyNotDeposited(draft), { draftIds });
  if (!isBefore(draft, line)) return finding('before_deposit', { draftIds });
  const differencePaise = line.amountPaise - draft.amount * 100;
  return differencePaise < 0
    ? finding('short', { draftIds, differencePaise: -differencePaise })
    : finding('excess', { draftIds, differencePaise });
}

function whyNotDeposited(draft: DraftFacts): FindingCode {
  switch (draft.state) {
    case 'realised':
      return draft.isRealisedByLine ? 'already_realised' : 'realised_by_hand';
    case 'returned_by_bank':
      return 'already_returned';
    case 'stale':
      return 'stale';
    default:
      return 'not_deposited';
  }
}

function matchDebit(line: LineFacts, text: string, drafts: readonly DraftFacts[]): Finding {
  if (subjectOf(text, ['reversal'])) return finding('reversal', { draftIds: idsOf(drafts) });
  const returnReason = returnReasonIn(text);
  const named = banksIn(text);
  const same = drafts.filter((draft) => draft.amount * 100 === line.amountPaise);
  const returnable = likeliest(
    same.filter(({ state }) => state === 'deposited' || state === 'realised'),
    named,
  );
  if (returnable.length === 1) return finding('return', { draftIds: idsOf(returnable), returnReason });
  if (returnable.length > 1) {
    return finding('several', { count: returnable.length, draftIds: idsOf(returnable) });
  }
  const returned = same.find(({ state }) => state === 'returned_by_bank');
  if (returned) {
    const code = returned.isReturnedByLine ? 'already_returned' : 'returned_by_hand';
    return finding(code, { draftIds: [returned.id], returnReason });
  }
  // A bank's charge for a return names the draft too, so charges are checked before returns.
  const subject = subjectOf(text, ['charges', 'return']);
  const [draft] = drafts;
  if (subject === 'charges') return finding('charges');
  if (draft && subject === 'return') {
    const differencePaise = Math.abs(line.amountPaise - draft.amount * 100);
    return finding('return_differs', { draftIds: idsOf(drafts), differencePaise, returnReason });
  }
  return finding(subject === 'return' ? 'return_unknown' : 'debit');
}

/** The drafts of a bank that the text names; all drafts if it names none of their banks. */
function likeliest(drafts: readonly DraftFacts[], named: readonly string[]): readonly DraftFacts[] {
  const byBank = drafts.filter((draft) => named.includes(knownBank(draft.bank)));
  return byBank.length > 0 ? byBank : drafts;
}

function isBefore(draft: DraftFacts, line: LineFacts): boolean {
  return draft.depositedOn !== null && draft.depositedOn <= line.valueDate;
}

function finding(code: FindingCode, found: Partial<Omit<Finding, 'code'>> = {}): Finding {
  return { differencePaise: null, count: null, returnReason: null, draftIds: [], ...found, code };
}
