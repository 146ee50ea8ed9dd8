import { implement } from '@orpc/server';
import type { RequestContext } from '#server/context.ts';
import { formDraftsContract } from '../contract.ts';
import { discardFormDraft, findFormDraft, keepFormDraft } from './drafts.ts';

const os = implement(formDraftsContract).$context<RequestContext>();

export const formDraftsRouter = os.router({
  findFormDraft: os.findFormDraft.handler(({ context, input }) => findFormDraft(context, input)),
  keepFormDraft: os.keepFormDraft.handler(({ context, input }) => keepFormDraft(context, input)),
  discardFormDraft: os.discardFormDraft.handler(({ context, input }) => discardFormDraft(context, input)),
});
