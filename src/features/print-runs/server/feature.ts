import '../words.ts';
import { certificatesContract } from '#features/certificates/contract.ts';
import { listCertificates } from '#features/certificates/server/queries.ts';
import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { countedBy } from '#platform/server/db/counted-by.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import {
  completedPrintingLayout,
  pendingPrintLayout,
  printQueueLayout,
  printRunsLayout,
  proofsLayout,
  spoilageLayout,
} from '../columns.ts';
import { printRunsContract } from '../contract.ts';
import { proofsContract } from '../proof-contract.ts';
import { calibrationRoute } from './calibration/calibration-route.ts';
import { choosePrinter } from './commands/choose-printer.ts';
import { closePrintRun } from './commands/close-print-run.ts';
import { composePrintRun } from './commands/compose-print-run.ts';
import { refuseProof, signOffProof } from './commands/decide-proof.ts';
import { makeProof, proveTemplate } from './commands/make-proof.ts';
import { preparePrintRun } from './commands/prepare-print-run.ts';
import { recordSheets } from './commands/record-sheets.ts';
import { resumePrintRun } from './commands/resume-print-run.ts';
import { startPrintRun } from './commands/start-print-run.ts';
import { takeBackOutcome } from './commands/take-back-outcome.ts';
import { withdrawPrintRun } from './commands/withdraw-print-run.ts';
import { copyPictureRoute } from './copy-picture-route.ts';
import { recomposeUnusableFiles } from './damaged-files.ts';
import { documentRoute } from './document-route.ts';
import { runSearch } from './find-runs.ts';
import { composePrintRunJob, listUncomposedRuns } from './jobs/compose-print-run.ts';
import { proofRoute } from './proof-route.ts';
import { listLayouts, listProofs, storedProofs } from './proofs.ts';
import { getPrintRun, listPrintBatches, printRuns } from './queries.ts';
import { remainingDocumentRoute } from './remaining-document-route.ts';
import { reportRoute } from './report/report-route.ts';
import { spoilageAboveUsualRule } from './rules/spoilage-above-usual.ts';
import { spoilage } from './spoilage.ts';
import { waiting } from './waiting.ts';

const printRunsPart = partOf(printRunsContract, {
  lists: { PrintRuns: [printRuns, printRunsLayout], Spoilage: [spoilage, spoilageLayout] },
  commands: {
    listPrintBatches: async (context) => ({
      batches: await listPrintBatches(context.services.db, actorOf(context)),
    }),
    getPrintRun: (context, input) => getPrintRun(context.services, input.id),
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

const proofsPart = partOf(proofsContract, {
  queries: { countProofs: storedProofs.count },
  commands: {
    listProofs: (context, input) => listProofs(context.services.db, input),
    listLayouts: async (context) => ({
      layouts: await listLayouts(context.services.db),
    }),
    makeProof,
    proveTemplate,
    signOffProof,
    refuseProof,
  },
  exports: [exportList(proofsLayout, proofsContract.listProofs, storedProofs.page)],
});

export const server: ServerFeature = {
  parts: { printRuns: printRunsPart, proofs: proofsPart },
  scoped: {
    print_runs: 'college_id',
    print_files: { column: 'print_run_id', of: 'print_runs' },
    sheets: { column: 'certificate_id', of: 'certificates' },
    sheet_facts: { column: 'sheet_id', of: 'sheets' },
  },
  routes: [
    copyPictureRoute,
    documentRoute,
    remainingDocumentRoute,
    reportRoute,
    proofRoute,
    calibrationRoute,
  ],
  jobs: [composePrintRunJob],
  whenWorkerStarts: async (services) => {
    await recomposeUnusableFiles(services);
    for (const run of await listUncomposedRuns(services))
      await services.jobs.send(composePrintRunJob.name, run);
  },
  constraints: {
    proofs__one_standing: 'proofs.standing',
    proofs__signed_off_by_another: 'proofs.own_proof',
    print_runs__starts_proven: 'print_runs.no_proof',
    print_runs__starts_as_bound: 'print_runs.layout_changed',
    sheets__recorded_while_printing: 'print_runs.not_printing',
    sheets__recorded_after_opening: 'print_runs.file_not_opened',
    sheets__on_resolved_roll: 'print_runs.off_roll',
    sheets__taken_back_while_printing: 'print_runs.not_printing',
    sheets__not_reopened_since: 'print_runs.reopened_since',
    sheets__outcome_stays: 'print_runs.sheet_decided',
    sheets__not_handed_over: 'print_runs.sheet_handed_over',
    sheets__no_reprint_asked: 'print_runs.reprint_asked',
  },
  personal: {
    proof: ['madeBy'],
  },
  balances: { prints: countedBy('sheets', 'outcome') },
  searches: { run: [runSearch] },
  waiting,
  rules: [spoilageAboveUsualRule],
};
