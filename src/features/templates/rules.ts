import type { Template } from './contract.ts';

type Versions = { versions: readonly Pick<Template['versions'][number], 'state'>[] };

/** The draft is the newest version, if there is one. */
function draftOf({ versions }: Versions) {
  const [newest] = versions;
  return newest?.state === 'draft' || newest?.state === 'proved' ? newest : undefined;
}

/** A version's lifecycle: `draft → proved → to come → in force → past`; from `to come` on it stays as it is. */
export const templateCan = {
  prove(template: Versions) {
    return draftOf(template) ? true : 'templates.no_draft';
  },
  deleteDraft(template: Versions) {
    return draftOf(template) ? true : 'templates.no_draft';
  },
  /** Four eyes: whoever made the proof is not who signed it off. */
  bringIntoForce(template: Versions) {
    const draft = draftOf(template);
    if (!draft) return 'templates.no_draft';
    return draft.state === 'proved' ? true : 'templates.no_proof';
  },
};
