import { sumOfDrafts } from '#features/demand-drafts/rules.ts';
import { errorSentence, whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { StatementColumns, StatementField } from './contract.ts';
import type { Finding } from './findings.ts';
import type { LineCandidate, SetAsideReason, StatementLine } from './line-contract.ts';

/** The facts that the rules read; both the database row and the line on the screen have them. */
export type LineFacts = Pick<StatementLine, 'state' | 'side'>;

/** `open → matched | set_aside`; a line that was set aside can be reopened, a matched one cannot. */
export const lineCan = {
  settle({ state, side }: LineFacts) {
    if (state !== 'open') return 'bank_statements.not_open';
    return side === 'credit' ? true : 'bank_statements.not_credit';
  },
  /** Never automatic: a returned draft undoes verifications, so a person confirms it. */
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

/** Why a credit cannot settle these drafts, as a sentence; null when it can. */
export function whyNotSettle(
  line: LineFacts & { amountPaise: number },
  chosen: readonly LineCandidate[],
): string | null {
  const reason = whyNot(lineCan.settle(line));
  if (reason !== null) return reason;
  if (chosen.length === 0) return t`Choose the draft that this credit pays.`;
  for (const { number, state, isRealisedByLine } of chosen) {
    if (isRealisedByLine) return errorSentence('bank_statements.draft_has_line', undefined);
    if (state !== 'deposited' && state !== 'realised') {
      return errorSentence('demand_drafts.not_deposited', { number });
    }
  }
  const over = line.amountPaise - sumInPaise(chosen);
  return over > 0 ? errorSentence('bank_statements.excess', { paise: over }) : null;
}

/** Why a debit cannot confirm the return of this draft, as a sentence; null when it can. */
export function whyNotReturn(line: LineFacts, chosen: readonly LineCandidate[]): string | null {
  const reason = whyNot(lineCan.returnDraft(line));
  if (reason !== null) return reason;
  const [draft, another] = chosen;
  if (!draft) return t`Choose the draft that the bank returned.`;
  if (another) return t`A debit takes the money of one draft back. Choose one.`;
  return draft.isReturnedByLine ? errorSentence('bank_statements.draft_has_line', undefined) : null;
}

/** The drafts' sum in paise, the unit of statements. */
export function sumInPaise(drafts: readonly { amount: number }[]): number {
  return sumOfDrafts(drafts) * 100;
}

/** The required fields that no column holds. */
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

/** The preselected reason for setting aside a line with this finding. */
export function likelyReason({ code }: Finding): SetAsideReason {
  if (code === 'interest' || code === 'charges' || code === 'cash' || code === 'electronic') return code;
  return code === 'reversal' ? 'reversal' : 'other';
}
