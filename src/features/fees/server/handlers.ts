import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
import { feesContract } from '../contract.ts';
import { replaceDraft } from './commands/replace-draft.ts';
import { returnDraft } from './commands/return-draft.ts';

const os = implement(feesContract).$context<RequestContext>();

export const feesRouter = os.router({
  returnDraft: os.returnDraft.handler(({ context, input }) => returnDraft(context, input)),
  replaceDraft: os.replaceDraft.handler(({ context, input }) => replaceDraft(context, input)),
});
