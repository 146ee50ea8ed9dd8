import type { ListLayout } from '#shared/list-layout.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { type BookRow, type Statement, statementLabels } from './contract.ts';

export const bookRowsLayout = {
  name: 'book-rows',
  columns: {
    label: {
      header: t`Record`,
      copied: true,
      card: 'title',
      record: (row) => recordOfEvent({ ...row, recordLabel: row.label }),
    },
    since: { header: t`Since`, kind: 'moment', card: 'line' },
  },
} as const satisfies ListLayout<BookRow>;

export const statementsLayout = {
  name: 'statements',
  columns: {
    kind: { header: t`Statement`, value: ({ kind }) => statementLabels[kind], card: 'title' },
    at: { header: t`As of`, kind: 'moment', card: 'line' },
    sequence: { header: t`Event`, kind: 'number' },
    personName: { header: t`Officer`, card: 'line' },
    printedBy: { header: t`Printed by` },
    printedAt: { header: t`Printed at`, kind: 'moment', card: 'line' },
    sha256: { header: 'SHA-256' },
  },
} as const satisfies ListLayout<Statement>;
