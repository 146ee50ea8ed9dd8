import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { listExport } from '#server/exports/list-export.ts';
import { completedPrintingSheet, pendingPrintSheet, printQueueSheet, printRunsSheet } from '../columns.ts';
import { printRunsContract } from '../contract.ts';
import { listPrintRuns } from './queries.ts';

const ofCertificates = { operation: certificatesContract.listCertificates, read: listCertificates };

export const printRunExports = [
  listExport({ sheet: printQueueSheet, ...ofCertificates }),
  listExport({ sheet: pendingPrintSheet, ...ofCertificates }),
  listExport({ sheet: completedPrintingSheet, ...ofCertificates }),
  listExport({ sheet: printRunsSheet, operation: printRunsContract.listPrintRuns, read: listPrintRuns }),
];
