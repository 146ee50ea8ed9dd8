import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { demandDraftsContract } from '../contract.ts';
import { depositSlipsContract } from '../slip-contract.ts';
import { cancelSlip } from './commands/cancel-slip.ts';
import { depositSlip } from './commands/deposit-slip.ts';
import { prepareDepositSlip } from './commands/prepare-deposit-slip.ts';
import { realiseDrafts } from './commands/realise-drafts.ts';
import { refundDraft } from './commands/refund-draft.ts';
import { removeFromSlip } from './commands/remove-from-slip.ts';
import { revalidateDraft } from './commands/revalidate-draft.ts';
import { lookUpDraft } from './look-up-draft.ts';
import { countDrafts, getDraft, listDrafts } from './queries.ts';
import { countDepositSlips, getDepositSlip, listDepositSlips } from './slip-queries.ts';

const drafts = implement(demandDraftsContract).$context<RequestContext>();
const slips = implement(depositSlipsContract).$context<RequestContext>();

export const demandDraftsRouter = drafts.router({
  listDrafts: drafts.listDrafts.handler(({ context, input }) =>
    listDrafts(context.services.db, actorOf(context).scope, input),
  ),
  countDrafts: drafts.countDrafts.handler(({ context, input }) =>
    countDrafts(context.services.db, actorOf(context).scope, input),
  ),
  lookUpDraft: drafts.lookUpDraft.handler(({ context, input }) =>
    lookUpDraft(context.services.db, actorOf(context).scope, input),
  ),
  getDraft: drafts.getDraft.handler(({ context, input }) =>
    getDraft(context.services.db, actorOf(context).scope, input.id),
  ),
  realiseDrafts: drafts.realiseDrafts.handler(({ context, input }) => realiseDrafts(context, input)),
  refundDraft: drafts.refundDraft.handler(({ context, input }) => refundDraft(context, input)),
  revalidateDraft: drafts.revalidateDraft.handler(({ context, input }) => revalidateDraft(context, input)),
});

export const depositSlipsRouter = slips.router({
  listDepositSlips: slips.listDepositSlips.handler(({ context, input }) =>
    listDepositSlips(context.services.db, actorOf(context).scope, input),
  ),
  countDepositSlips: slips.countDepositSlips.handler(({ context, input }) =>
    countDepositSlips(context.services.db, actorOf(context).scope, input),
  ),
  getDepositSlip: slips.getDepositSlip.handler(({ context, input }) =>
    getDepositSlip(context.services.db, actorOf(context).scope, input.id),
  ),
  prepareDepositSlip: slips.prepareDepositSlip.handler(({ context, input }) =>
    prepareDepositSlip(context, input),
  ),
  removeFromSlip: slips.removeFromSlip.handler(({ context, input }) => removeFromSlip(context, input)),
  cancelSlip: slips.cancelSlip.handler(({ context, input }) => cancelSlip(context, input)),
  depositSlip: slips.depositSlip.handler(({ context, input }) => depositSlip(context, input)),
});
