import { t } from '#shared/words.ts';

export const blankStateLabels = {
  in_store: t`In store`,
  issued: t`Issued`,
  bound: t`Bound`,
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
  spoilt: t`Only sheets in store or issued can be spoilt here; a bound one gets its outcome in its print run.`,
  destroyed: t`Only spoilt sheets that lie in the store can be destroyed; those at an operator have to be returned first.`,
  missing: t`Only sheets in store, issued or spoilt can be missing; a bound one gets its outcome in its print run.`,
  found: t`Only missing sheets can be found.`,
};
export type SerialAct = keyof typeof actRequirements;
