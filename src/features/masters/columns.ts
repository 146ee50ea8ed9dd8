import { ageColumn, type ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { originLabels, type Proposal, proposalStateLabels } from './proposal-contract.ts';

export const proposalsLayout = {
  name: 'proposals',
  columns: {
    label: { header: t`Entry`, card: 'title' },
    origin: { header: t`Proposed with`, value: ({ origin }) => originLabels[origin] },
    changeCount: { header: t`Changes`, kind: 'number', card: 'line' },
    proposedBy: { header: t`Proposed by`, card: 'line' },
    proposedAt: { header: t`Proposed at`, kind: 'moment', card: 'line' },
    state: { header: t`State`, value: ({ state }) => proposalStateLabels[state], card: 'badge' },
    decidedBy: { header: t`Decided by`, card: 'line' },
    decidedAt: { header: t`Decided at`, kind: 'moment' },
    remark: { header: t`Remark` },
    waiting: ageColumn(({ state, proposedAt }) => (state === 'waiting' ? proposedAt : null)),
  },
} as const satisfies ListLayout<Proposal>;
