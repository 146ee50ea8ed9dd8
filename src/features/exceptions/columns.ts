import type { ListLayout } from '#shared/list-layout.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { type ExceptionHit, hitStateLabels } from './contract.ts';

export const exceptionHitsLayout = {
  name: 'exceptions',
  columns: {
    at: { header: t`When`, kind: 'moment', card: 'line' },
    sentence: { header: t`What was found`, card: 'title', isSentence: true },
    recordLabel: { header: t`Record`, card: 'line', record: recordOfEvent },
    personName: {
      header: t`Person`,
      card: 'line',
      record: ({ personId }) => (personId === null ? null : { kind: 'person', id: personId }),
    },
    collegeName: { header: t`College`, card: 'line' },
    state: { header: t`Status`, value: ({ state }) => hitStateLabels[state], card: 'badge' },
    explainedUntil: { header: t`Explained until`, kind: 'day' },
    firstSeen: { header: t`First seen`, kind: 'moment' },
    lastSeen: { header: t`Last seen`, kind: 'moment' },
    goneAt: { header: t`Gone since`, kind: 'moment' },
  },
} as const satisfies ListLayout<ExceptionHit>;
