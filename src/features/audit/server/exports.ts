import { listExport } from '#platform/server/exports/list-export.ts';
import { accessLogSheet, auditLogSheet } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { listAccessEntries } from './access-queries.ts';
import { listAuditEvents } from './queries.ts';

export const auditExports = [
  listExport({ sheet: auditLogSheet, operation: auditContract.listAuditEvents, read: listAuditEvents }),
  listExport({ sheet: accessLogSheet, operation: auditContract.listAccessEntries, read: listAccessEntries }),
];
