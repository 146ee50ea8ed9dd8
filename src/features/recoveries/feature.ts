import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { recoveriesContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      recovery: '/admin/settings/recovery',
    },
    auditor: {
      recovery: '/auditor/settings/recovery',
    },
  },
  permissions: {
    'recoveries:read': ['admin', 'auditor'],
    'recoveries:enter': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    recoveries: typeof names;
  }
}

export const recoveriesFeature = {
  ...names,
  contract: {
    recoveries: recoveriesContract,
  },
};
