import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { dashboardContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      dashboard: '/admin/dashboard',
      feeGenerated: '/admin/fee-generated',
    },
  },
  permissions: {
    'dashboard:read': ['admin', 'auditor'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    dashboard: typeof names;
  }
}

export const dashboardFeature = {
  ...names,
  contract: {
    dashboard: dashboardContract,
  },
};
