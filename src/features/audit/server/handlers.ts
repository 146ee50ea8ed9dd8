import { partOf } from '#platform/server/contract-part.ts';
import { accessLogLayout, auditLogLayout } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { accessEntries, countAuditEvents, listAuditEvents } from './queries.ts';

export const auditPart = partOf(auditContract, {
  queries: {
    listAuditEvents,
    countAuditEvents,
    listAccessEntries: accessEntries.page,
    countAccessEntries: accessEntries.count,
  },
  layouts: { listAuditEvents: [auditLogLayout], listAccessEntries: [accessLogLayout] },
});
