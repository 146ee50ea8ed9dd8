import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type DemandDraft, draftStateLabels } from './contract.ts';
import { isUsable } from './rules.ts';
import { type DepositSlip, depositSlipStateLabels } from './slip-contract.ts';

export const demandDraftsLayout = {
  name: 'demand-drafts',
  columns: {
    number: { header: t`DD number` },
    bank: { header: t`Bank` },
    branch: { header: t`Branch` },
    drawnOn: { header: t`DD Date`, kind: 'day' },
    amount: { header: t`Amount`, kind: 'rupees' },
    balance: { header: t`Balance`, kind: 'rupees', value: (row) => (isUsable(row) ? row.balance : null) },
    state: { header: t`State`, value: stateWords },
    validUntil: { header: t`Valid until`, kind: 'day' },
    collegeName: { header: t`College name` },
    slipNumber: { header: t`Deposit slip` },
    depositedOn: { header: t`Deposited on`, kind: 'day' },
    realisedOn: { header: t`Realised on`, kind: 'day' },
    receivedBy: { header: t`Received by` },
    receivedAt: { header: t`Received at`, kind: 'moment' },
  },
} as const satisfies ListLayout<DemandDraft>;

export const depositSlipsLayout = {
  name: 'deposit-slips',
  columns: {
    slipNumber: { header: t`Slip number` },
    state: { header: t`State`, value: (row) => depositSlipStateLabels[row.state] },
    account: { header: t`Account` },
    bankBranch: { header: t`Bank and branch` },
    collegeCode: { header: t`College`, value: (row) => row.collegeCode ?? t`Several` },
    draftCount: { header: t`Drafts`, kind: 'number' },
    total: { header: t`Total`, kind: 'rupees' },
    preparedBy: { header: t`Prepared by` },
    preparedAt: { header: t`Prepared at`, kind: 'moment' },
    depositedOn: { header: t`Deposited on`, kind: 'day' },
    depositedBy: { header: t`Deposited by` },
  },
} as const satisfies ListLayout<DepositSlip>;

/** What a draft is now; one whose place another took says so. */
export function stateWords({ state, replacedById }: Pick<DemandDraft, 'state' | 'replacedById'>): string {
  return replacedById === null ? draftStateLabels[state] : t`${draftStateLabels[state]}, replaced`;
}
