import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft, DraftDays } from './contract.ts';
import { isUsable } from './rules.ts';
import type { DepositSlip } from './slip-contract.ts';
import { depositSlipStateLabels, draftStateLabels } from './states.ts';

export const demandDraftsLayout = {
  name: 'demand-drafts',
  columns: {
    number: {
      header: t`DD number`,
      copied: true,
      sortKey: 'number',
      card: 'title',
      record: ({ id }) => ({ kind: 'draft', id }),
    },
    bank: { header: t`Bank`, card: 'line' },
    branch: { header: t`Branch` },
    drawnOn: { header: t`DD Date`, kind: 'day' },
    amount: { header: t`Amount`, kind: 'rupees', sortKey: 'amount', card: 'line' },
    balance: {
      header: t`Balance`,
      kind: 'rupees',
      value: (row) => (isUsable(row) ? row.balance : null),
      card: 'line',
    },
    state: { header: t`State`, value: stateWords, card: 'badge' },
    validUntil: { header: t`Valid until`, kind: 'day', sortKey: 'validUntil', card: 'line' },
    collegeName: { header: t`College name` },
    slipNumber: {
      header: t`Deposit slip`,
      copied: true,
      record: ({ depositSlipId }) => recordRef('slip', depositSlipId),
    },
    depositedOn: { header: t`Deposited on`, kind: 'day' },
    realisedOn: { header: t`Realised on`, kind: 'day' },
    receivedBy: { header: t`Received by` },
    receivedAt: { header: t`Received at`, kind: 'moment', sortKey: 'receivedAt' },
    waiting: ageColumn(({ state, drawnOn }) => (state === 'received' || state === 'stale' ? drawnOn : null)),
  },
} as const satisfies ListLayout<DemandDraft>;

const { number, bank, collegeName, receivedBy, receivedAt, slipNumber, depositedOn, amount } =
  demandDraftsLayout.columns;

export const draftDaysLayout = {
  name: 'draft-days',
  columns: {
    ...{ number, bank, collegeName, receivedBy, receivedAt, slipNumber, depositedOn },
    days: { header: t`Days until deposit`, kind: 'number', sortKey: 'days', card: 'line' },
    amount,
  },
} as const satisfies ListLayout<DraftDays>;

export const depositSlipsLayout = {
  name: 'deposit-slips',
  columns: {
    slipNumber: {
      header: t`Slip number`,
      copied: true,
      card: 'title',
      record: ({ id }) => ({ kind: 'slip', id }),
    },
    state: { header: t`State`, value: (row) => depositSlipStateLabels[row.state], card: 'badge' },
    account: { header: t`Account`, copied: true },
    bankBranch: { header: t`Bank and branch`, card: 'line' },
    collegeCode: { header: t`College`, value: (row) => row.collegeCode ?? t`Several` },
    draftCount: { header: t`Drafts`, kind: 'number' },
    total: { header: t`Total`, kind: 'rupees', card: 'line' },
    preparedBy: { header: t`Prepared by` },
    preparedAt: { header: t`Prepared at`, kind: 'moment', card: 'line' },
    depositedOn: { header: t`Deposited on`, kind: 'day' },
    depositedBy: { header: t`Deposited by` },
  },
} as const satisfies ListLayout<DepositSlip>;

/** The draft's state, and whether another draft has replaced it. */
export function stateWords({ state, replacedById }: Pick<DemandDraft, 'state' | 'replacedById'>): string {
  return replacedById === null ? draftStateLabels[state] : t`${draftStateLabels[state]}, replaced`;
}
