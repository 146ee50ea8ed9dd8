import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type Finding, findingPartLabels, findingStateLabels } from './contract.ts';

export const findingsLayout = {
  name: 'findings',
  columns: {
    number: {
      header: t`Finding`,
      copied: true,
      card: 'line',
      record: ({ id }) => ({ kind: 'finding', id }),
    },
    title: { header: t`Title`, card: 'title' },
    state: { header: t`Status`, value: ({ state }) => findingStateLabels[state], card: 'badge' },
    dueOn: { header: t`Reply due on`, kind: 'day', card: 'line' },
    part: { header: t`Part of the report`, value: ({ part }) => findingPartLabels[part] },
    collegeName: { header: t`College` },
    raisedBy: { header: t`Raised by` },
    raisedAt: { header: t`Raised at`, kind: 'moment' },
    para: { header: t`Para` },
  },
} as const satisfies ListLayout<Finding>;
