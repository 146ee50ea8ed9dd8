import type { DeclaredEntry } from '#shared/declared-field.ts';
import type { Master, MasterRow } from './declared/master.ts';
import type { Proposal } from './proposal-contract.ts';

/** What may be done with an entry, given the records that refer to it. */
export const entryCan = {
  /** Some serve all colleges, so staff of one college cannot change them. */
  edit({ universityOnly }: Pick<Master, 'universityOnly'>, { isOfOneCollege }: { isOfOneCollege: boolean }) {
    return isOfOneCollege && universityOnly ? universityOnly : true;
  },
  addTo({ isSingle }: Pick<Master, 'isSingle'>, count: number) {
    return isSingle && count > 0 ? 'masters.single' : true;
  },
  delete({ isUsed }: Pick<MasterRow, 'isUsed'>) {
    return isUsed ? 'masters.in_use' : true;
  },
  /** What was printed of a key has to stay true. */
  change(master: Pick<Master, 'key' | 'mayBeRenamed'>, row: MasterRow, entry: DeclaredEntry) {
    const isNamedAnew = master.key.some((name) => entry[name] !== row[name]);
    return isNamedAnew && hasFixedKey(master, row) ? 'masters.key_in_use' : true;
  },
} as const;

/** Four eyes on a proposed change: whoever proposed it cannot confirm it. */
export const proposalCan = {
  confirm(proposal: ProposalFacts, actorId: string) {
    const decidable = mayDecide(proposal, actorId);
    if (decidable !== true) return decidable;
    return proposal.outdated.length === 0 ? true : 'proposals.outdated';
  },
  reject: mayDecide,
  takeBack({ state, proposedById }: ProposalFacts, actorId: string) {
    if (state !== 'waiting') return 'proposals.decided';
    return proposedById === actorId ? true : 'proposals.not_own';
  },
};

type ProposalFacts = Pick<Proposal, 'state' | 'proposedById' | 'outdated'>;

function mayDecide({ state, proposedById }: ProposalFacts, actorId: string) {
  if (state !== 'waiting') return 'proposals.decided';
  return proposedById === actorId ? 'proposals.own_proposal' : true;
}

/** Whether records refer to the entry by its key, which therefore cannot change. */
export function hasFixedKey(
  { mayBeRenamed }: Pick<Master, 'mayBeRenamed'>,
  { isUsed }: Pick<MasterRow, 'isUsed'>,
): boolean {
  return isUsed && !mayBeRenamed;
}
