import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { reprintsContract } from '../contract.ts';
import { approveReprint } from './commands/approve-reprint.ts';
import { rejectReprint } from './commands/reject-reprint.ts';
import { reopenReprint } from './commands/reopen-reprint.ts';
import { requestReprint } from './commands/request-reprint.ts';
import { countReprintRequests, getReprintRequest, listReprintRequests } from './queries.ts';

const os = implement(reprintsContract).$context<RequestContext>();

export const reprintsRouter = os.router({
  listReprintRequests: os.listReprintRequests.handler(({ context, input }) =>
    listReprintRequests(context.services.db, actorOf(context).scope, input),
  ),
  countReprintRequests: os.countReprintRequests.handler(({ context, input }) =>
    countReprintRequests(context.services.db, actorOf(context).scope, input),
  ),
  getReprintRequest: os.getReprintRequest.handler(({ context, input }) =>
    getReprintRequest(context.services.db, actorOf(context).scope, input.id),
  ),
  requestReprint: os.requestReprint.handler(({ context, input }) => requestReprint(context, input)),
  approveReprint: os.approveReprint.handler(({ context, input }) => approveReprint(context, input)),
  rejectReprint: os.rejectReprint.handler(({ context, input }) => rejectReprint(context, input)),
  reopenReprint: os.reopenReprint.handler(({ context, input }) => reopenReprint(context, input)),
});
