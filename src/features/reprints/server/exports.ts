import { listExport } from '#platform/server/exports/list-export.ts';
import { approvedReprintsSheet, pendingReprintsSheet, reprintRequestsSheet } from '../columns.ts';
import { reprintsContract } from '../contract.ts';
import { listReprintRequests } from './queries.ts';

const operation = reprintsContract.listReprintRequests;

export const reprintExports = [
  listExport({ sheet: pendingReprintsSheet, operation, read: listReprintRequests }),
  listExport({ sheet: approvedReprintsSheet, operation, read: listReprintRequests }),
  listExport({ sheet: reprintRequestsSheet, operation, read: listReprintRequests }),
];
