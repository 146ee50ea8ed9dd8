import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { mastersContract, settingsContract } from './contract.ts';
import { masterPermissions } from './declared/master-permissions.ts';
import type { MasterName } from './declared/named-masters.ts';
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
  filesUploadedBy: { crest: 'university:edit', signature: 'offices:edit' },
  filesReadBy: { crest: 'university:read', signature: 'offices:read' },
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
