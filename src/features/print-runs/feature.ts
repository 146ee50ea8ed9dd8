import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { printRunsContract } from './contract.ts';
import { printRunsErrors } from './errors.ts';
import { printersContract } from './printer-contract.ts';
import { proofsContract } from './proof-contract.ts';

const names = {
  paths: {
    admin: {
      completedPrinting: '/admin/completed-printing',
      pendingPrint: '/admin/pending-print',
    },
    printer: {
      printQueue: '/printer/print-queue',
      printRuns: '/printer/print-runs',
      printRun: (id: string) => `/printer/print-runs/${encodeURIComponent(id)}`,
      printers: '/printer/printers',
      proofs: '/printer/proofs',
      completedPrinting: '/printer/completed-printing',
    },
    auditor: {
      printRuns: '/auditor/print-runs',
      printRun: (id: string) => `/auditor/print-runs/${encodeURIComponent(id)}`,
    },
  },
  errors: printRunsErrors,
  permissions: {
    'print_runs:read': ['admin', 'printer', 'auditor'],
    'print_runs:prepare': ['admin', 'printer'],
    'print_runs:record': ['admin', 'printer'],
    'printers:read': ['admin', 'printer', 'auditor'],
    'printers:edit': ['admin', 'printer'],
    'proofs:read': ['admin', 'printer', 'auditor'],
    'proofs:make': ['admin', 'printer'],
    'proofs:sign_off': ['admin', 'printer'],
  },
  events: {
    'print_runs.closed': t`print runs: closed`,
    'print_runs.composed': t`print runs: composed`,
    'print_runs.composed_again': t`print runs: composed again`,
    'print_runs.composing_failed': t`print runs: composing failed`,
    'print_runs.file_damaged': t`print runs: file damaged`,
    'print_runs.file_opened': t`print runs: file opened`,
    'print_runs.file_outdated': t`print runs: file outdated`,
    'print_runs.file_restored': t`print runs: file restored`,
    'print_runs.prepared': t`print runs: prepared`,
    'print_runs.printer_chosen': t`print runs: printer chosen`,
    'print_runs.report_printed': t`print runs: report printed`,
    'print_runs.resumed': t`print runs: resumed`,
    'print_runs.started': t`print runs: started`,
    'print_runs.withdrawn': t`print runs: withdrawn`,
    'printers.added': t`printers: added`,
    'printers.edited': t`printers: edited`,
    'proofs.made': t`proofs: made`,
    'proofs.refused': t`proofs: refused`,
    'proofs.signed_off': t`proofs: signed off`,
  },
  records: {
    print_run: t`print run`,
    printer: t`printer`,
    proof: t`proof`,
  },
  fields: {
    fingerprint: t`Fingerprint`,
    good: t`Good`,
    lost: t`Lost`,
    madeBy: t`Made by`,
    printRun: t`Print run`,
    printer: t`Printer`,
    printerId: t`Printer`,
    sheets: t`Sheets`,
    spoilt: t`Spoilt`,
    templateVersion: t`Version of the template`,
    topSerial: t`Serial on top`,
    offsetX: t`Offset to the right`,
    offsetY: t`Offset downwards`,
    xMm: t`Offset to the right`,
    yMm: t`Offset downwards`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    printRuns: typeof names;
  }
}

export const printRunsFeature = {
  ...names,
  contract: {
    printRuns: printRunsContract,
    printers: printersContract,
    proofs: proofsContract,
  },
};
