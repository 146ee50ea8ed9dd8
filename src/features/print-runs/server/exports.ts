import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { listExport } from '#server/exports/list-export.ts';
import { printQueueSheet, printRunsSheet } from '../columns.ts';
import { printRunsContract } from '../contract.ts';
import { listPrintRuns } from './queries.ts';

export const printRunExports = [
  listExport({
    sheet: printQueueSheet,
    operation: certificatesContract.listCertificates,
    read: listCertificates,
  }),
  listExport({ sheet: printRunsSheet, operation: printRunsContract.listPrintRuns, read: listPrintRuns }),
];
