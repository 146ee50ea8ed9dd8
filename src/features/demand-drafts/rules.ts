import { addMonths } from '#shared/format.ts';
import { numberPrefixes, numberText } from '#shared/number-text.ts';
import type { DemandDraft, DraftState } from './contract.ts';
import type { DepositSlipState } from './slip-contract.ts';

/** RBI/2011-12/251 (DBOD.AML BC.No.47): drafts are valid for three months from their date. */
const validityMonths = 3;
export const warningAfterDays = 75;
/** A revalidated draft is warned about this many days before its end, about as early as any other. */
export const warningBeforeDays = 15;

/** Whether a draft may be received on `today`; both days are `yyyy-mm-dd` in India. */
export function draftDateFault(drawnOn: string, today: string) {
  if (drawnOn > today) return 'demand_drafts.drawn_later';
  if (today > addMonths(drawnOn, validityMonths)) return 'demand_drafts.stale';
  return null;
}

/** Days until the draft becomes stale, once few enough to warn about; otherwise null. */
export function draftExpiryWarning(drawnOn: string, today: string): number | null {
  if (daysBetween(drawnOn, today) < warningAfterDays) return null;
  return Math.max(0, daysBetween(today, addMonths(drawnOn, validityMonths)));
}

/** Whole days from one day to another; negative when the other is earlier. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * Days left to deposit a draft, once few enough to warn about; negative after its validity has passed. A revalidated
 * draft is near its end fifteen days before it, any other once it is 75 days old.
 */
export function daysUntilStale(draft: { drawnOn: string; validUntil: string }, today: string): number | null {
  const left = daysBetween(today, draft.validUntil);
  const isRevalidated = draft.validUntil !== addMonths(draft.drawnOn, validityMonths);
  const isNear = isRevalidated
    ? left <= warningBeforeDays
    : daysBetween(draft.drawnOn, today) >= warningAfterDays;
  return isNear ? left : null;
}

/** Whether it can pay for an application; a returned or stale draft has no usable balance. */
export function isUsable({ state }: { state: DraftState }): boolean {
  return state === 'received' || state === 'deposited' || state === 'realised';
}

/** The facts that the rules read; both the database row and the row on the screen have them. */
export type DraftFacts = Pick<
  DemandDraft,
  'state' | 'validUntil' | 'depositSlipId' | 'replacedById' | 'balance'
>;

/**
 * The demand draft's lifecycle: `received → deposited → realised`, with the side exits returned by bank and stale. A
 * stale draft becomes received again when its bank revalidates it; a returned or stale one can be replaced. Each rule
 * returns `true`, or the error code that says why not.
 */
export const draftCan = {
  pay(draft: Pick<DraftFacts, 'state' | 'balance' | 'validUntil'>, today: string) {
    if (draft.state === 'returned_by_bank' || draft.state === 'stale') return 'demand_drafts.not_usable';
    // After the deposit, validity no longer matters; before, the bank must still accept the draft.
    if (draft.state === 'received' && draft.validUntil < today) return 'demand_drafts.not_usable';
    return draft.balance > 0 ? true : 'demand_drafts.exhausted';
  },
  goOnSlip(draft: DraftFacts, today: string) {
    if (draft.state === 'stale') return 'demand_drafts.validity_passed';
    if (draft.state !== 'received') return 'demand_drafts.not_in_hand';
    if (draft.depositSlipId !== null) return 'demand_drafts.on_slip';
    return draft.validUntil < today ? 'demand_drafts.validity_passed' : true;
  },
  realise(draft: DraftFacts) {
    return draft.state === 'deposited' ? true : 'demand_drafts.not_deposited';
  },
  refund(draft: DraftFacts) {
    if (draft.state !== 'realised') return 'demand_drafts.not_realised';
    return draft.balance > 0 ? true : 'demand_drafts.no_balance';
  },
  revalidate(draft: DraftFacts) {
    if (draft.replacedById !== null) return 'demand_drafts.replaced';
    return draft.state === 'stale' ? true : 'demand_drafts.not_stale';
  },
  return(draft: DraftFacts) {
    if (draft.state === 'returned_by_bank') return 'demand_drafts.already_returned';
    if (draft.replacedById !== null) return 'demand_drafts.replaced';
    return draft.state === 'received' && draft.depositSlipId !== null ? 'demand_drafts.on_slip' : true;
  },
  replace(draft: DraftFacts) {
    if (draft.replacedById !== null) return 'demand_drafts.replaced';
    const isUnusable = draft.state === 'returned_by_bank' || draft.state === 'stale';
    return isUnusable ? true : 'demand_drafts.not_replaceable';
  },
};

export type SlipFacts = { state: DepositSlipState; draftCount: number };

/** The deposit slip's lifecycle: `prepared → deposited`, or cancelled before the deposit. */
export const depositSlipCan = {
  change(slip: Pick<SlipFacts, 'state'>) {
    return slip.state === 'prepared' ? true : 'deposit_slips.not_prepared';
  },
  deposit(slip: SlipFacts) {
    if (slip.state !== 'prepared') return 'deposit_slips.not_prepared';
    return slip.draftCount > 0 ? true : 'deposit_slips.empty';
  },
};

/** The sum of the drafts, in rupees. */
export function sumOfDrafts(drafts: readonly { amount: number }[]): number {
  return drafts.reduce((sum, { amount }) => sum + amount, 0);
}

/** 17 → `DS-000017`, as on the slip. */
export function formatSlipNumber(slipNumber: number): string {
  return numberText(numberPrefixes.slip, slipNumber);
}
