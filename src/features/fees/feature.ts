import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { collectionsContract } from './collection-contract.ts';
import { feesContract, feeTotalsContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      totalFeeGenerated: '/admin/total-fee-generated',
      pendingFee: '/admin/pending-fee',
      feeTotals: '/admin/fee-totals',
      feeCollected: '/admin/fee-collected',
    },
    auditor: {
      fees: '/auditor/fees',
      concessions: '/auditor/concessions',
      feeTotals: '/auditor/fee-totals',
      feeCollected: '/auditor/fee-collected',
    },
  },
  permissions: {
    'fees:read': ['admin', 'auditor'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    fees: typeof names;
  }
}

export const feesFeature = {
  ...names,
  contract: {
    fees: feesContract,
    feeTotals: feeTotalsContract,
    collections: collectionsContract,
  },
};
