import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';
import { demandDraftsContract } from './contract.ts';
import { demandDraftsErrors } from './errors.ts';
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
    },
  },
  errors: demandDraftsErrors,
  permissions: {
    'demand_drafts:read': ['admin', 'case_worker', 'receiver', 'auditor'],
    'demand_drafts:deposit': ['admin', 'receiver'],
    'demand_drafts:settle': ['admin'],
  },
  events: {
    'demand_drafts.allocated': t`demand drafts: allocated`,
    'demand_drafts.deposited': t`demand drafts: deposited`,
    'demand_drafts.opening_imported': t`demand drafts: opening balance imported`,
    'demand_drafts.put_on_slip': t`demand drafts: put on slip`,
    'demand_drafts.realised': t`demand drafts: realised`,
    'demand_drafts.receipt_attached': t`demand drafts: receipt attached`,
    'demand_drafts.received': t`demand drafts: received`,
    'demand_drafts.refunded': t`demand drafts: refunded`,
    'demand_drafts.released': t`demand drafts: released`,
    'demand_drafts.replaced': t`demand drafts: replaced`,
    'demand_drafts.returned_by_bank': t`demand drafts: returned by bank`,
    'demand_drafts.revalidated': t`demand drafts: revalidated`,
    'demand_drafts.taken_off_slip': t`demand drafts: taken off slip`,
    'demand_drafts.went_stale': t`demand drafts: went stale`,
    'deposit_slips.cancelled': t`deposit slips: cancelled`,
    'deposit_slips.deposited': t`deposit slips: deposited`,
    'deposit_slips.draft_removed': t`deposit slips: draft removed`,
    'deposit_slips.prepared': t`deposit slips: prepared`,
    'deposit_slips.printed': t`deposit slips: printed`,
  },
  records: {
    demand_draft: t`demand draft`,
    deposit_slip: t`deposit slip`,
  },
  fields: {
    balance: t`Balance`,
    bankBranch: t`Bank and branch`,
    depositSlip: t`Deposit slip`,
    depositedOn: t`Deposited on`,
    drafts: t`Demand drafts`,
    paidTo: t`Paid to`,
    realisedOn: t`Realised on`,
    receiptFileId: t`Receipt`,
    validUntil: t`Valid until`,
    bank: t`Bank`,
    branch: t`Branch`,
    drawnOn: t`Date of the draft`,
    receipts: t`Receipts`,
    receiptFileIds: t`Receipts`,
  },
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
