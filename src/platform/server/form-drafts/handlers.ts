import { implement } from '@orpc/server';
import { formDraftsContract } from '#platform/contract/form-drafts.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { discardFormDraft, keepFormDraft, listFormDrafts } from './drafts.ts';

const os = implement(formDraftsContract).$context<RequestContext>();

export const formDraftsRouter = os.router({
  listFormDrafts: os.listFormDrafts.handler(({ context, input }) => listFormDrafts(context, input)),
  keepFormDraft: os.keepFormDraft.handler(({ context, input }) => keepFormDraft(context, input)),
  discardFormDraft: os.discardFormDraft.handler(({ context, input }) => discardFormDraft(context, input)),
});
