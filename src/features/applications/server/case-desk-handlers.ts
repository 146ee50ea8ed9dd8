import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { caseDeskContract } from '../case-desk-contract.ts';
import { getCase, listCaseQueue } from './cases.ts';
import { listOpenCases, openCase, releaseCase } from './leases.ts';

const os = implement(caseDeskContract).$context<RequestContext>();

export const caseDeskRouter = os.router({
  listCaseQueue: os.listCaseQueue.handler(({ context, input }) =>
    listCaseQueue(context.services.db, actorOf(context).scope, input),
  ),
  listOpenCases: os.listOpenCases.handler(({ context }) =>
    listOpenCases(context.services.db, actorOf(context).scope),
  ),
  getCase: os.getCase.handler(({ context, input }) =>
    getCase(context.services.db, actorOf(context).scope, input.id),
  ),
  openCase: os.openCase.handler(({ context, input }) => openCase(context, input)),
  releaseCase: os.releaseCase.handler(({ context, input }) => releaseCase(context, input)),
});
