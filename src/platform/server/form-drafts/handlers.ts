import { formDraftsContract } from '#platform/contract/form-drafts.ts';
import { routerOf } from '#platform/server/router-of.ts';
import { discardFormDraft, keepFormDraft, listFormDrafts } from './drafts.ts';

export const formDraftsRouter = routerOf(formDraftsContract, {
  commands: {
    listFormDrafts,
    keepFormDraft,
    discardFormDraft,
  },
});
