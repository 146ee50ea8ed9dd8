import { routerOf } from '#platform/server/router-of.ts';
import { auditContract } from '../contract.ts';
import { countAccessEntries, listAccessEntries } from './access-queries.ts';
import { countAuditEvents, listAuditEvents } from './queries.ts';

export const auditRouter = routerOf(auditContract, {
  queries: {
    listAuditEvents,
    countAuditEvents,
    listAccessEntries,
    countAccessEntries,
  },
});
