import type { Template } from './contract.ts';

type Versions = { versions: readonly Pick<Template['versions'][number], 'state'>[] };

/** The newest version, if it is a draft. */
function draftOf({ versions }: Versions) {
  const [newest] = versions;
  return newest?.state === 'draft' || newest?.state === 'proved' ? newest : undefined;
}

/** A version's lifecycle: `draft → proved → to come → in force → past`; immutable from `to come` on. */
export const templateCan = {
  prove(template: Versions) {
    return draftOf(template) ? true : 'templates.no_draft';
  },
  deleteDraft(template: Versions) {
    return draftOf(template) ? true : 'templates.no_draft';
  },
  /** Four eyes: a proof is signed off by another person than made it. */
  bringIntoForce(template: Versions) {
    const draft = draftOf(template);
    if (!draft) return 'templates.no_draft';
    return draft.state === 'proved' ? true : 'templates.no_proof';
  },
};
