import { applicationStatusLabels } from '#features/applications/states.ts';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { blankStateLabels } from '#features/stock/blank-states.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { formatDay, formatMoment } from '#shared/format.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type Book, type BookRow, type Figure, type Statement, statementLabels } from './contract.ts';

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
  name: 'printed-statements',
  columns: {
    kind: { header: t`Statement`, value: ({ kind }) => translateLabel(statementLabels[kind]), card: 'title' },
    at: { header: t`As of`, kind: 'moment', card: 'line' },
    personName: { header: t`Officer`, card: 'line' },
    printedBy: { header: t`Printed by` },
    printedAt: { header: t`Printed at`, kind: 'moment' },
  },
} as const satisfies ListLayout<Statement>;

const groups: Readonly<Record<string, { label: string; states: Readonly<Record<string, string>> }>> = {
  '': { label: t`Drafts`, states: draftStateLabels },
  applications: { label: t`Applications`, states: applicationStatusLabels },
  certificates: { label: t`Certificates`, states: certificateStateLabels },
  prints: { label: t`Prints`, states: { good: t`Good`, spoilt: t`Spoilt`, missing: t`Missing` } },
  hand_overs: { label: t`Hand-overs`, states: certificateStateLabels },
};

/** Group and state of a figure; a group of no other name is a paper. */
export function wordsOf({ group, state }: Pick<Figure, 'group' | 'state'>): [group: string, state: string] {
  const { label, states } = groups[group] ?? { label: group, states: blankStateLabels };
  return [translateLabel(label), translateLabel((states as Record<string, string>)[state] ?? state)];
}

/** Whether a checkpoint vouches for the figures. */
export function proofOf({ recordedSince, provenBy, figures }: Book): string {
  if (recordedSince === null) return t`Not recorded.`;
  if (figures.length === 0) return t`Not recorded: this book begins on ${formatMoment(recordedSince)}.`;
  if (provenBy === null) return t`No checkpoint was written by then: the figures are those of the log alone.`;
  const day = formatDay(provenBy.day);
  return provenBy.agrees
    ? t`Agrees with the checkpoint of ${day}. What came after it is proven by the next one.`
    : t`Does not agree with the checkpoint of ${day}.`;
}
