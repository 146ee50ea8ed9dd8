import { formDraftsContract } from '#platform/contract/form-drafts.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { discardFormDraft, keepFormDraft, listFormDrafts } from './drafts.ts';

export const formDraftsPart = partOf(formDraftsContract, {
  commands: {
    listFormDrafts,
    keepFormDraft,
    discardFormDraft,
  },
});
