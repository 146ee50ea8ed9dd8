import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { feeTotalsContract } from '../contract.ts';
import { listDrawerTotals } from './drawer.ts';
import { listDraftTotals, listFeeTotals } from './totals.ts';

const os = implement(feeTotalsContract).$context<RequestContext>();

export const feeTotalsRouter = os.router({
  listFeeTotals: os.listFeeTotals.handler(({ context, input }) =>
    listFeeTotals(context.services.db, actorOf(context).scope, input),
  ),
  listDraftTotals: os.listDraftTotals.handler(({ context, input }) =>
    listDraftTotals(context.services.db, actorOf(context).scope, input),
  ),
  listDrawerTotals: os.listDrawerTotals.handler(({ context, input }) =>
    listDrawerTotals(context.services.db, actorOf(context).scope, input),
  ),
});
