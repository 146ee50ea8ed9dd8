import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { originLabels, type Proposal, proposalStateLabels } from './proposal-contract.ts';

export const proposalsLayout = {
  name: 'proposals',
  columns: {
    label: { header: t`Entry`, width: 250, card: 'title' },
    origin: { header: t`Proposed with`, value: ({ origin }) => originLabels[origin], width: 110 },
    changeCount: { header: t`Changes`, kind: 'number', width: 90, card: 'line' },
    proposedBy: { header: t`Proposed by`, width: 160, card: 'line' },
    proposedAt: { header: t`Proposed at`, kind: 'moment', width: 150, card: 'line' },
    state: { header: t`State`, value: ({ state }) => proposalStateLabels[state], width: 155, card: 'badge' },
    decidedBy: { header: t`Decided by`, width: 160, card: 'line' },
    decidedAt: { header: t`Decided at`, kind: 'moment', width: 150 },
    remark: { header: t`Remark`, width: 200 },
    waiting: ageColumn(({ state, proposedAt }) => (state === 'waiting' ? proposedAt : null)),
  },
} as const satisfies ListLayout<Proposal>;
