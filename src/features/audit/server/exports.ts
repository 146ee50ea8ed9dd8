import { listExport } from '#server/exports/list-export.ts';
import { auditLogSheet } from '../columns.ts';
import { auditContract } from '../contract.ts';
import { listAuditEvents } from './queries.ts';

export const auditExports = [
  listExport({ sheet: auditLogSheet, operation: auditContract.listAuditEvents, read: listAuditEvents }),
];
