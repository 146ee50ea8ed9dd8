import { t } from '#shared/words.ts';

export const blankStateLabels = {
  in_store: t`In store`,
  issued: t`Issued`,
  bound: t`In a run`,
  printed: t`Printed`,
  spoilt: t`Spoilt`,
  destroyed: t`Destroyed`,
  missing: t`Missing`,
};
export type BlankState = keyof typeof blankStateLabels;

/** Actions on named serials, with the requirement of each. */
export const actRequirements = {
  issued: t`Only sheets in store can be issued.`,
  returned: t`Only sheets that somebody holds, issued or spoilt, can be returned.`,
  spoilt: t`Only sheets in store or issued can be spoilt here; one in a run gets its outcome there.`,
  destroyed: t`Only spoilt sheets that lie in the store can be destroyed; those at an operator have to be returned first.`,
  missing: t`Only sheets in store, issued or spoilt can be missing; one in a run gets its outcome there.`,
  found: t`Only missing sheets can be found.`,
};
export type SerialAct = keyof typeof actRequirements;
