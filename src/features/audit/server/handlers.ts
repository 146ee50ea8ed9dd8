import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { auditContract } from '../contract.ts';
import { countAccessEntries, listAccessEntries } from './access-queries.ts';
import { countAuditEvents, listAuditEvents } from './queries.ts';

const os = implement(auditContract).$context<RequestContext>();

export const auditRouter = os.router({
  listAuditEvents: os.listAuditEvents.handler(({ context, input }) =>
    listAuditEvents(context.services.db, actorOf(context).scope, input),
  ),
  countAuditEvents: os.countAuditEvents.handler(({ context, input }) =>
    countAuditEvents(context.services.db, actorOf(context).scope, input),
  ),
  listAccessEntries: os.listAccessEntries.handler(({ context, input }) =>
    listAccessEntries(context.services.db, actorOf(context).scope, input),
  ),
  countAccessEntries: os.countAccessEntries.handler(({ context, input }) =>
    countAccessEntries(context.services.db, actorOf(context).scope, input),
  ),
});
