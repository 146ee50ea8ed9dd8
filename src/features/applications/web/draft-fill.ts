import type { KnownDraft } from '#features/demand-drafts/contract.ts';
import { draftCan } from '#features/demand-drafts/rules.ts';
import { whyNot } from '#shared/errors.ts';
import { formatDay } from '#shared/format.ts';
import type { TypedDraft } from './application-form-values.ts';

/** What tells one draft from another; spelled alike however it is typed. */
export function faceOf({ number, bank, branch }: Pick<TypedDraft, 'number' | 'bank' | 'branch'>): string {
  return [number, bank, branch].map((part) => part.trim().toLowerCase()).join(' | ');
}

/** The draft with date and amount of the register, or without them once its face is another; null when it stays. */
export function filledIn(draft: TypedDraft, known: KnownDraft | null): TypedDraft | null {
  const face = faceOf(draft);
  if (draft.filled && draft.filled.face !== face) {
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
    filled: { face, drawnOn: known.drawnOn, amount: known.amount },
  };
}

/** The pinned drafts that still have a balance once all of them have paid what is pending, in their order. */
export function keptDrafts(
  drafts: readonly TypedDraft[],
  known: readonly (Pick<KnownDraft, 'balance'> | null | undefined)[],
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

/** Why the register would not let this draft pay for the application, or null. */
export function faultOfKnown(
  draft: Pick<TypedDraft, 'number' | 'drawnOn' | 'amount'>,
  known: KnownDraft,
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
