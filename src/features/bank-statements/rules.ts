import { type ErrorCode, errorSentence } from '#shared/errors.ts';
import { formatCount, formatPaise } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { StatementColumns, StatementField } from './contract.ts';
import type { Finding, LineCandidate, LineState, SetAsideReason } from './line-contract.ts';

/** What the rules look at; the row of the database and the line on the screen both have it. */
export type LineFacts = { state: LineState; side: 'credit' | 'debit' };

type Ruling = true | Extract<ErrorCode, `bank_statements.${string}`>;

/** `open → matched | set aside`; a line that was set aside may be opened again, a matched one stays. */
export const lineCan = {
  settle({ state, side }: LineFacts): Ruling {
    if (state !== 'open') return 'bank_statements.not_open';
    return side === 'credit' ? true : 'bank_statements.not_credit';
  },
  /** Never by the portal itself: a returned draft takes verified applications back, so a person says so. */
  returnDraft({ state, side }: LineFacts): Ruling {
    if (state !== 'open') return 'bank_statements.not_open';
    return side === 'debit' ? true : 'bank_statements.not_debit';
  },
  setAside({ state }: Pick<LineFacts, 'state'>): Ruling {
    return state === 'open' ? true : 'bank_statements.not_open';
  },
  reopen({ state }: Pick<LineFacts, 'state'>): Ruling {
    return state === 'set_aside' ? true : 'bank_statements.not_set_aside';
  },
};

/** Why these drafts cannot be settled by a credit, as a sentence; null when they can. */
export function whyNotSettle(
  line: LineFacts & { amountPaise: number },
  chosen: readonly LineCandidate[],
): string | null {
  const ruling = lineCan.settle(line);
  if (ruling !== true) return errorSentence(ruling as 'bank_statements.not_open', undefined);
  if (chosen.length === 0) return t`Choose the draft that this is the money of.`;
  for (const { number, state, isRealisedByLine } of chosen) {
    if (isRealisedByLine) return errorSentence('bank_statements.draft_has_line', undefined);
    if (state !== 'deposited' && state !== 'realised') {
      return errorSentence('demand_drafts.not_deposited', { number });
    }
  }
  const over = line.amountPaise - worthOf(chosen);
  return over > 0 ? errorSentence('bank_statements.excess', { paise: over }) : null;
}

/** Why the return of this draft cannot be confirmed by a debit, as a sentence; null when it can. */
export function whyNotReturn(line: LineFacts, chosen: readonly LineCandidate[]): string | null {
  const ruling = lineCan.returnDraft(line);
  if (ruling !== true) return errorSentence(ruling as 'bank_statements.not_open', undefined);
  const [draft, another] = chosen;
  if (!draft) return t`Choose the draft that the bank returned.`;
  if (another) return t`A debit takes the money of one draft back. Choose one.`;
  return draft.isReturnedByLine ? errorSentence('bank_statements.draft_has_line', undefined) : null;
}

export function worthOf(drafts: readonly { amount: number }[]): number {
  return drafts.reduce((sum, { amount }) => sum + amount * 100, 0);
}

/** What a statement cannot do without. */
export function missingFields(columns: StatementColumns): StatementField[] {
  const missing: StatementField[] = [];
  if (columns.bookedOn === null && columns.valueDate === null) missing.push('bookedOn');
  if (columns.description === null) missing.push('description');
  if (columns.amount === null) {
    if (columns.debit === null) missing.push('debit');
    if (columns.credit === null) missing.push('credit');
  }
  return missing;
}

/** The reason that is offered first when a line with this finding is set aside. */
export function likelyReason({ code }: Finding): SetAsideReason {
  if (code === 'interest' || code === 'charges' || code === 'cash' || code === 'electronic') return code;
  return code === 'reversal' ? 'reversal' : 'other';
}

/** What was found for a line, as a sentence: why it did not settle, and what it may be. */
export function findingSentence({ code, differencePaise, count }: Finding): string {
  const difference = formatPaise(differencePaise ?? 0);
  const many = formatCount(count ?? 0);
  switch (code) {
    case 'draft':
      return t`Number and amount are those of a deposited draft. Match again, or settle it here.`;
    case 'slip':
      return t`This is the sum of a deposit slip. Match again, or settle it here.`;
    case 'short':
      return t`A deposited draft has this number, but ${difference} are missing.`;
    case 'excess':
      return t`A deposited draft has this number, but the bank credited ${difference} more.`;
    case 'several':
      return t`${many} drafts of different banks have this number, and the text does not say which.`;
    case 'not_deposited':
      return t`The draft with this number and amount is not deposited yet.`;
    case 'before_deposit':
      return t`The draft with this number and amount was deposited after this day.`;
    case 'not_yet':
      return t`The value date is still to come. Match again on that day.`;
    case 'already_realised':
      return t`The draft with this number was already realised by another line.`;
    case 'realised_by_hand':
      return t`The draft with this number was realised by hand. Settle it here, if this is its money.`;
    case 'already_returned':
      return t`The draft with this number was already returned by the bank.`;
    case 'returned_by_hand':
      return t`The draft with this number was recorded as returned by hand. Confirm, if this is its money.`;
    case 'stale':
      return t`The draft with this number is stale, so it cannot be at the bank.`;
    case 'other_bank':
      return t`The draft with this number and amount is of another bank than the text names.`;
    case 'unknown_number':
      return t`No draft has this number.`;
    case 'amount_only':
      return count === 1
        ? t`The text names no draft. 1 deposited draft has this amount.`
        : t`The text names no draft. ${many} deposited drafts have this amount.`;
    case 'several_slips':
      return t`${many} deposit slips of this day have this sum.`;
    case 'nothing':
      return t`The text names no draft, and no deposited one has this amount.`;
    case 'interest':
      return t`This looks like interest.`;
    case 'charges':
      return t`This looks like charges or tax of the bank.`;
    case 'cash':
      return t`This looks like cash.`;
    case 'electronic':
      return t`This looks like an electronic transfer, which is no draft.`;
    case 'reversal':
      return t`The bank takes back an entry of its own, so a person has to look.`;
    case 'return':
      return t`The bank seems to have returned this draft. Its applications lose their payment, so a person confirms.`;
    case 'return_differs':
      return t`A draft has this number, but the amount differs by ${difference}.`;
    case 'return_unknown':
      return t`The bank returned an instrument, and no draft of ours has this number and amount.`;
    case 'debit':
      return t`A debit that names no draft.`;
  }
}
