import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { masterPermissions } from '#shared/masters/master-permissions.ts';
import type { MasterName } from '#shared/masters/named-masters.ts';
import { mastersContract, settingsContract } from './contract.ts';
import { masterPath } from './master-paths.ts';
import { proposalsContract } from './proposal-contract.ts';

const names = {
  paths: {
    admin: {
      proposals: '/admin/settings/proposals',
      master: (name: MasterName) => masterPath(name, 'admin'),
    },
    auditor: {
      proposals: '/auditor/settings/proposals',
    },
  },
  permissions: {
    'proposals:read': ['admin', 'auditor'],
    'proposals:decide': ['admin'],
    ...masterPermissions,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    masters: typeof names;
  }
}

export const mastersFeature = {
  ...names,
  contract: {
    settings: settingsContract,
    ...mastersContract,
    proposals: proposalsContract,
  },
};
