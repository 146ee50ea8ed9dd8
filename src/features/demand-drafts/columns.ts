import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft } from './contract.ts';
import { isUsable } from './rules.ts';
import type { DepositSlip } from './slip-contract.ts';
import { depositSlipStateLabels, draftStateLabels } from './states.ts';

export const demandDraftsLayout = {
  name: 'demand-drafts',
  columns: {
    number: {
      header: t`DD number`,
      copied: true,
      width: 95,
      sortKey: 'number',
      card: 'title',
      record: ({ id }) => ({ kind: 'draft', id }),
    },
    bank: { header: t`Bank`, width: 160, card: 'line' },
    branch: { header: t`Branch`, width: 120 },
    drawnOn: { header: t`DD Date`, kind: 'day', width: 105 },
    amount: { header: t`Amount`, kind: 'rupees', width: 100, sortKey: 'amount', card: 'line' },
    balance: {
      header: t`Balance`,
      kind: 'rupees',
      value: (row) => (isUsable(row) ? row.balance : null),
      width: 95,
      card: 'line',
    },
    state: { header: t`State`, value: stateWords, width: 165, card: 'badge' },
    validUntil: { header: t`Valid until`, kind: 'day', width: 140, sortKey: 'validUntil', card: 'line' },
    collegeName: { header: t`College name`, width: 110 },
    slipNumber: {
      header: t`Deposit slip`,
      copied: true,
      width: 120,
      record: ({ depositSlipId }) => recordRef('slip', depositSlipId),
    },
    depositedOn: { header: t`Deposited on`, kind: 'day', width: 120 },
    realisedOn: { header: t`Realised on`, kind: 'day', width: 120 },
    receivedBy: { header: t`Received by`, width: 150 },
    receivedAt: { header: t`Received at`, kind: 'moment', width: 150, sortKey: 'receivedAt' },
    waiting: ageColumn(({ state, drawnOn }) => (state === 'received' || state === 'stale' ? drawnOn : null)),
  },
} as const satisfies ListLayout<DemandDraft>;

export const depositSlipsLayout = {
  name: 'deposit-slips',
  columns: {
    slipNumber: {
      header: t`Slip number`,
      copied: true,
      width: 120,
      card: 'title',
      record: ({ id }) => ({ kind: 'slip', id }),
    },
    state: { header: t`State`, value: (row) => depositSlipStateLabels[row.state], width: 130, card: 'badge' },
    account: { header: t`Account`, copied: true, width: 190 },
    bankBranch: { header: t`Bank and branch`, width: 240, card: 'line' },
    collegeCode: { header: t`College`, value: (row) => row.collegeCode ?? t`Several`, width: 100 },
    draftCount: { header: t`Drafts`, kind: 'number', width: 80 },
    total: { header: t`Total`, kind: 'rupees', width: 120, card: 'line' },
    preparedBy: { header: t`Prepared by`, width: 150 },
    preparedAt: { header: t`Prepared at`, kind: 'moment', width: 150, card: 'line' },
    depositedOn: { header: t`Deposited on`, kind: 'day', width: 120 },
    depositedBy: { header: t`Deposited by`, width: 150 },
  },
} as const satisfies ListLayout<DepositSlip>;

/** The draft's state, and whether another draft has replaced it. */
export function stateWords({ state, replacedById }: Pick<DemandDraft, 'state' | 'replacedById'>): string {
  return replacedById === null ? draftStateLabels[state] : t`${draftStateLabels[state]}, replaced`;
}
