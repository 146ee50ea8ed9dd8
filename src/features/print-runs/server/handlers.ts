import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import {
  completedPrintingLayout,
  pendingPrintLayout,
  printersLayout,
  printQueueLayout,
  printRunsLayout,
  proofsLayout,
} from '../columns.ts';
import { printRunsContract } from '../contract.ts';
import { printersContract } from '../printer-contract.ts';
import { proofsContract } from '../proof-contract.ts';
import { addPrinter } from './commands/add-printer.ts';
import { choosePrinter } from './commands/choose-printer.ts';
import { closePrintRun } from './commands/close-print-run.ts';
import { composePrintRun } from './commands/compose-print-run.ts';
import { refuseProof, signOffProof } from './commands/decide-proof.ts';
import { editPrinter } from './commands/edit-printer.ts';
import { makeProof, proveTemplate } from './commands/make-proof.ts';
import { preparePrintRun } from './commands/prepare-print-run.ts';
import { recordSheets } from './commands/record-sheets.ts';
import { resumePrintRun } from './commands/resume-print-run.ts';
import { startPrintRun } from './commands/start-print-run.ts';
import { takeBackOutcome } from './commands/take-back-outcome.ts';
import { withdrawPrintRun } from './commands/withdraw-print-run.ts';
import { printers } from './printers.ts';
import { keptProofs, listLayouts, listProofs } from './proofs.ts';
import { getPrintRun, listPrintBatches, printRuns } from './queries.ts';

export const printRunsPart = partOf(printRunsContract, {
  lists: { PrintRuns: [printRuns, printRunsLayout] },
  commands: {
    listPrintBatches: async (context) => ({
      batches: await listPrintBatches(context.services.db, actorOf(context)),
    }),
    getPrintRun: (context, input) => getPrintRun(context.services, actorOf(context).scope, input.id),
    preparePrintRun,
    withdrawPrintRun,
    composePrintRun,
    choosePrinter,
    startPrintRun,
    resumePrintRun,
    recordSheets,
    takeBackOutcome,
    closePrintRun,
  },
  exports: [printQueueLayout, pendingPrintLayout, completedPrintingLayout].map((layout) =>
    exportList(layout, certificatesContract.listCertificates, listCertificates),
  ),
});

export const proofsPart = partOf(proofsContract, {
  queries: { countProofs: keptProofs.count },
  commands: {
    listProofs: (context, input) => listProofs(context.services.db, actorOf(context).scope, input),
    listLayouts: async (context) => ({
      layouts: await listLayouts(context.services.db, actorOf(context).scope),
    }),
    makeProof,
    proveTemplate,
    signOffProof,
    refuseProof,
  },
  exports: [exportList(proofsLayout, proofsContract.listProofs, keptProofs.page)],
});

export const printersPart = partOf(printersContract, {
  lists: { Printers: [printers, printersLayout] },
  commands: { addPrinter, editPrinter },
});
