import type { DraftOnRegister } from '#features/demand-drafts/contract.ts';
import { draftCan } from '#features/demand-drafts/rules.ts';
import { whyNot } from '#shared/errors.ts';
import { formatDay } from '#shared/format.ts';
import type { TypedDraft } from './application-form-values.ts';

/** What was typed of a draft's number, bank and branch; any change asks the register again. */
export function faceOf({ number, bank, branch }: Pick<TypedDraft, 'number' | 'bank' | 'branch'>): string {
  return [number, bank, branch].map((part) => part.trim()).join(' | ');
}

/** The draft with date and amount from the register, or without them once its identity changed; null if unchanged. */
export function filledIn(draft: TypedDraft, known: DraftOnRegister | null): TypedDraft | null {
  const face = faceOf(draft);
  if (draft.filled && draft.filled.face !== face && draft.filled.id !== known?.id) {
    return {
      ...draft,
      drawnOn: draft.drawnOn === draft.filled.drawnOn ? '' : draft.drawnOn,
      amount: draft.amount === draft.filled.amount ? '' : draft.amount,
      filled: null,
    };
  }
  if (!known || draft.filled || (draft.drawnOn !== '' && draft.amount !== '')) return null;
  return {
    ...draft,
    drawnOn: draft.drawnOn || known.drawnOn,
    amount: draft.amount || known.amount,
    filled: { id: known.id, face, drawnOn: known.drawnOn, amount: known.amount },
  };
}

/** The pinned drafts that have a balance left after paying what is pending, in order. */
export function pinnedDrafts(
  drafts: readonly TypedDraft[],
  known: readonly (Pick<DraftOnRegister, 'balance'> | null | undefined)[],
  pending: number,
): TypedDraft[] {
  let lacking = pending;
  return drafts.filter((draft, index) => {
    const balance = known[index]?.balance ?? (draft.amount || 0);
    const paid = Math.min(balance, lacking);
    lacking -= paid;
    return draft.isPinned && balance > paid;
  });
}

/** Why the register does not allow this draft to pay for the application, or null. */
export function faultOfRegisteredDraft(
  draft: Pick<TypedDraft, 'number' | 'drawnOn' | 'amount'>,
  known: DraftOnRegister,
  { collegeId, today }: { collegeId: string; today: string },
): string | null {
  if (collegeId !== '' && known.collegeId !== collegeId) return whyNot('demand_drafts.other_college');
  const ruling = draftCan.pay(known, today);
  if (ruling === 'demand_drafts.exhausted') return whyNot(ruling, { number: draft.number });
  if (ruling !== true) return whyNot('demand_drafts.not_usable');
  const differs =
    (draft.drawnOn !== '' && draft.drawnOn !== known.drawnOn) ||
    (draft.amount !== '' && draft.amount !== known.amount);
  const { amount, drawnOn } = known;
  return differs ? whyNot('demand_drafts.differs', { amount, drawnOn: formatDay(drawnOn) }) : null;
}
