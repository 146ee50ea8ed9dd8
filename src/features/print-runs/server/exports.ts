import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import {
  completedPrintingSheet,
  pendingPrintSheet,
  printersSheet,
  printQueueSheet,
  printRunsSheet,
  proofsSheet,
} from '../columns.ts';
import { printRunsContract } from '../contract.ts';
import { printersContract } from '../printer-contract.ts';
import { proofsContract } from '../proof-contract.ts';
import { listPrinters } from './printers.ts';
import { listKeptProofs } from './proofs.ts';
import { listPrintRuns } from './queries.ts';

const ofCertificates = { operation: certificatesContract.listCertificates, read: listCertificates };

export const printRunExports = [
  listExport({ sheet: printQueueSheet, ...ofCertificates }),
  listExport({ sheet: pendingPrintSheet, ...ofCertificates }),
  listExport({ sheet: completedPrintingSheet, ...ofCertificates }),
  listExport({ sheet: printRunsSheet, operation: printRunsContract.listPrintRuns, read: listPrintRuns }),
  listExport({
    sheet: printersSheet,
    operation: printersContract.listPrinters,
    read: (db, _scope, input) => listPrinters(db, input),
  }),
  listExport({
    sheet: proofsSheet,
    operation: proofsContract.listProofs,
    read: (db, _scope, input) => listKeptProofs(db, input),
  }),
];
