import { sumOfDrafts } from '#features/demand-drafts/rules.ts';
import { errorSentence, whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { StatementColumns, StatementField } from './contract.ts';
import type { Finding } from './findings.ts';
import type { LineCandidate, SetAsideReason, StatementLine } from './line-contract.ts';

/** What the rules look at; the row of the database and the line on the screen both have it. */
export type LineFacts = Pick<StatementLine, 'state' | 'side'>;

/** `open → matched | set aside`; a line that was set aside may be opened again, a matched one stays. */
export const lineCan = {
  settle({ state, side }: LineFacts) {
    if (state !== 'open') return 'bank_statements.not_open';
    return side === 'credit' ? true : 'bank_statements.not_credit';
  },
  /** Never by the portal itself: a returned draft takes verified applications back, so a person says so. */
  returnDraft({ state, side }: LineFacts) {
    if (state !== 'open') return 'bank_statements.not_open';
    return side === 'debit' ? true : 'bank_statements.not_debit';
  },
  setAside({ state }: Pick<LineFacts, 'state'>) {
    return state === 'open' ? true : 'bank_statements.not_open';
  },
  reopen({ state }: Pick<LineFacts, 'state'>) {
    return state === 'set_aside' ? true : 'bank_statements.not_set_aside';
  },
};

/** Why these drafts cannot be settled by a credit, as a sentence; null when they can. */
export function whyNotSettle(
  line: LineFacts & { amountPaise: number },
  chosen: readonly LineCandidate[],
): string | null {
  const reason = whyNot(lineCan.settle(line));
  if (reason !== null) return reason;
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
  const reason = whyNot(lineCan.returnDraft(line));
  if (reason !== null) return reason;
  const [draft, another] = chosen;
  if (!draft) return t`Choose the draft that the bank returned.`;
  if (another) return t`A debit takes the money of one draft back. Choose one.`;
  return draft.isReturnedByLine ? errorSentence('bank_statements.draft_has_line', undefined) : null;
}

/** In paise, as a statement has amounts. */
export function worthOf(drafts: readonly { amount: number }[]): number {
  return sumOfDrafts(drafts) * 100;
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
