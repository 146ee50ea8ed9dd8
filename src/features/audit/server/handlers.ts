import { partOf } from '#platform/server/contract-part.ts';
import { accessLogLayout, auditLogLayout } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { accessEntries, countAuditEvents, getAuditEvent, listAuditEvents } from './queries.ts';

export const auditPart = partOf(auditContract, {
  lists: { AccessEntries: [accessEntries, accessLogLayout] },
  queries: {
    listAuditEvents,
    countAuditEvents,
    getAuditEvent: (db, scope, { sequence }) => getAuditEvent(db, scope, sequence),
  },
  layouts: { listAuditEvents: [auditLogLayout] },
});
