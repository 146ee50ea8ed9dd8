import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { checklistContract } from './contract.ts';
import { checklistErrors } from './errors.ts';

const names = {
  paths: {
    admin: {
      checklist: '/admin/settings/checklist',
    },
  },
  errors: checklistErrors,
  permissions: {
    'checklist:read': ['admin'],
    'checklist:test_mail': ['admin'],
  },
  events: {
    'checklist.test_mail_accepted': t`checklist: test mail accepted`,
    'checklist.test_mail_asked': t`checklist: test mail asked`,
  },
  records: {
    checklist: t`checklist`,
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
