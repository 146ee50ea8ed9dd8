import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { printRunsContract } from './contract.ts';
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
      spoilage: '/auditor/spoilage',
      printRun: (id: string) => `/auditor/print-runs/${encodeURIComponent(id)}`,
    },
  },
  permissions: {
    'print_runs:read': ['admin', 'printer', 'auditor'],
    'print_runs:prepare': ['admin', 'printer'],
    'print_runs:record': ['admin', 'printer'],
    'proofs:read': ['admin', 'printer', 'auditor'],
    'proofs:make': ['admin', 'printer'],
    'proofs:sign_off': ['admin', 'printer'],
  },
  kinds: {
    run: {
      label: t`Print run`,
      recordType: 'print_run',
      readBy: 'print_runs:read',
      page: 'printRun',
      searchOrder: 6,
    },
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
    proofs: proofsContract,
  },
};
