import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { type BlankState, blankStateLabels, type SerialAct } from './blank-states.ts';
import type { Ruling } from './rules.ts';

/** The tags after whose change numbered sheets are fetched again: print runs move sheets as the store does. */
export const sheetsAtHand = ['stock', 'papers', 'certificates', 'print_runs'] as const;

export const blankStates = namesOf(blankStateLabels);

/** What can happen to a blank, with the ledger's labels. */
export const blankActLabels = {
  received: t`Received`,
  issued: t`Issued`,
  returned: t`Returned`,
  bound: t`Put into a run`,
  withdrawn: t`Withdrawn`,
  printed: t`Printed`,
  taken_back: t`Outcome taken back`,
  sent_for_signature: t`Sent for signature`,
  back_from_signature: t`Back from signature`,
  cancelled: t`Copy cancelled`,
  spoilt: t`Spoilt`,
  destroyed: t`Destroyed`,
  missing: t`Missing`,
  found: t`Found`,
};
export type BlankAct = keyof typeof blankActLabels;
export const blankActs = namesOf(blankActLabels);

/** The states in which an act is possible. A bound sheet gets its outcome only in its print run. */
const statesBefore: Record<SerialAct, readonly BlankState[]> = {
  issued: ['in_store'],
  returned: ['issued', 'spoilt'],
  spoilt: ['in_store', 'issued'],
  destroyed: ['spoilt'],
  missing: ['in_store', 'issued', 'spoilt'],
  found: ['missing'],
};

export const blankCan = {
  /** `heldBy` is the person who has the sheet; null means the store. */
  undergo(act: SerialAct, blank: { state: BlankState; heldBy: string | null }): Ruling<'stock.wrong_state'> {
    const { state, heldBy } = blank;
    if (!statesBefore[act].includes(state)) return 'stock.wrong_state';
    if (act === 'returned' && heldBy === null) return 'stock.wrong_state';
    return act === 'destroyed' && heldBy !== null ? 'stock.wrong_state' : true;
  },
};

/** Who may witness a destruction, and who may count. */
export const custodyCan = {
  /**
   * Vietnam, Circular 21/2019: several persons destroy and sign. The two witnesses are different people, and neither
   * ever held the sheets.
   */
  witness(
    destruction: { firstWitnessId: string | null; holderIds: readonly string[] },
    actorId: string,
  ): Ruling<'stock.own_destruction' | 'stock.own_custody'> {
    if (destruction.firstWitnessId === actorId) return 'stock.own_destruction';
    return destruction.holderIds.includes(actorId) ? 'stock.own_custody' : true;
  },
  /**
   * General Financial Rules (India), rule 116 of the older edition, 213 of 2017: verification is not entrusted to the
   * custodian or ledger keeper. The keepers of a paper are those who received the deliveries with sheets in store.
   */
  count(store: { keeperIds: readonly string[] }, actorId: string): Ruling<'stock.keeper_counts'> {
    return store.keeperIds.includes(actorId) ? 'stock.keeper_counts' : true;
  },
};

export const destructionMethodLabels = { Shredded: t`Shredded`, Burnt: t`Burnt`, Pulped: t`Pulped` };
export const destructionMethods = namesOf(destructionMethodLabels);

export const discrepancyKindLabels = {
  missing: t`Not there`,
  unexpected: t`Unexpected`,
  held_by_another: t`Held by somebody else`,
};
export type DiscrepancyKind = keyof typeof discrepancyKindLabels;
export const discrepancyKinds = namesOf(discrepancyKindLabels);

export const resolutionLabels = {
  reported_missing: t`Reported missing`,
  returned: t`Returned to the store`,
  reported_found: t`Found`,
  explained: t`Explained`,
};
export type Resolution = keyof typeof resolutionLabels;
export const resolutions = namesOf(resolutionLabels);

/** The possible resolutions of a discrepancy, likeliest first. An explanation is always possible and moves nothing. */
export function resolutionsOf(discrepancy: {
  kind: DiscrepancyKind;
  state: BlankState | null;
}): readonly Resolution[] {
  const { kind, state } = discrepancy;
  if (kind === 'missing') return ['reported_missing', 'explained'];
  if (state === 'missing') return ['reported_found', 'explained'];
  const isHeld = kind === 'held_by_another' && (state === 'issued' || state === 'spoilt');
  return isHeld ? ['returned', 'explained'] : ['explained'];
}
