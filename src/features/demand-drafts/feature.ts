import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { demandDraftsContract } from './contract.ts';
import { depositSlipsContract } from './slip-contract.ts';

const names = {
  paths: {
    admin: {
      demandDrafts: '/admin/demand-drafts',
      depositSlips: '/admin/deposit-slips',
      newDepositSlip: '/admin/new-deposit-slip',
    },
    applicationReceiver: {
      demandDrafts: '/application-receiver/demand-drafts',
      depositSlips: '/application-receiver/deposit-slips',
      newDepositSlip: '/application-receiver/new-deposit-slip',
    },
    auditor: {
      demandDrafts: '/auditor/demand-drafts',
      depositSlips: '/auditor/deposit-slips',
      draftDays: '/auditor/draft-days',
    },
  },
  permissions: {
    'demand_drafts:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'demand_drafts:deposit': ['admin', 'receiver'],
    'demand_drafts:settle': ['admin'],
  },
  kinds: {
    draft: {
      label: t`Demand draft`,
      recordType: 'demand_draft',
      readBy: 'demand_drafts:read',
      lists: ['demand-drafts'],
      searchOrder: 3,
    },
    slip: {
      label: t`Deposit slip`,
      recordType: 'deposit_slip',
      page: 'depositSlips',
      lists: ['deposit-slips'],
      searchOrder: 5,
    },
  },
  filesUploadedBy: { receipt: 'files:upload' },
  filesReadBy: { receipt: 'files:read' },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    demandDrafts: typeof names;
  }
}

export const demandDraftsFeature = {
  ...names,
  contract: {
    demandDrafts: demandDraftsContract,
    depositSlips: depositSlipsContract,
  },
};
