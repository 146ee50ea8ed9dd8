import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { checklistContract } from './contract.ts';

const names = {
  paths: {
    admin: {
      checklist: '/admin/settings/checklist',
    },
  },
  permissions: {
    'checklist:read': ['admin'],
    'checklist:test_mail': ['admin'],
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    checklist: typeof names;
  }
}

export const checklistFeature = {
  ...names,
  contract: {
    checklist: checklistContract,
  },
};
