import { partOf } from '#platform/server/contract-part.ts';
import { accessLogLayout, auditLogLayout } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { countAccessEntries, listAccessEntries } from './access-queries.ts';
import { countAuditEvents, listAuditEvents } from './queries.ts';

export const auditPart = partOf(auditContract, {
  queries: {
    listAuditEvents,
    countAuditEvents,
    listAccessEntries,
    countAccessEntries,
  },
  layouts: {
    listAuditEvents: [auditLogLayout],
    listAccessEntries: [accessLogLayout],
  },
});
