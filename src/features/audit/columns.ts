import { auditDeskLabels, auditEventLabels } from '#shared/audit-names.ts';
import { foldedForSearch } from '#shared/folded-for-search.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { recordOfEvent } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { type AccessEntry, type AuditEvent, accessKindLabels } from './contract.ts';

export const auditLogLayout = {
  name: 'audit-log',
  columns: {
    sequence: { header: t`No.`, kind: 'number' },
    at: { header: t`When`, kind: 'moment', card: 'line' },
    actorName: {
      header: t`Who`,
      card: 'line',
      record: ({ actorId }) => (actorId === null ? null : { kind: 'person', id: actorId }),
    },
    desk: { header: t`Desk`, value: (row) => labelIn(auditDeskLabels, row.desk) },
    event: { header: t`What`, value: eventInWords, card: 'title' },
    recordLabel: { header: t`Record`, card: 'line', record: recordOfEvent },
    collegeName: { header: t`College`, card: 'line' },
  },
} as const satisfies ListLayout<AuditEvent>;

export const masterChangesLayout = { ...auditLogLayout, name: 'masters-changed' };

export const accessLogLayout = {
  name: 'access-log',
  columns: {
    at: { header: t`When`, kind: 'moment', card: 'line' },
    person: { header: t`Who`, card: 'title' },
    kind: { header: t`What`, value: (row) => accessKindLabels[row.kind], card: 'badge' },
    record: { header: t`File`, card: 'line' },
    candidate: { header: t`Candidate name`, card: 'line' },
    network: { header: t`Network`, card: 'line' },
    count: { header: t`Times`, kind: 'number', card: 'line' },
  },
} as const satisfies ListLayout<AccessEntry>;

/** The event's label, marked when one administrator did it alone while setting up. */
export function eventInWords({ event, after }: Pick<AuditEvent, 'event' | 'after'>): string {
  const words = labelIn(auditEventLabels, event);
  return after?.setUpAlone === true ? t`${words} (by one admin alone)` : words;
}

/** The label of a name; a name from a newer version is spelled out instead. */
export function labelIn(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? name.replaceAll('_', ' ').replace('.', ': ');
}

/** The names whose label contains what was typed; `translate` translates a label into the reader's language. */
export function namesLike(
  labels: Readonly<Record<string, string>>,
  typed: string,
  translate = (label: string) => label,
): string[] {
  const term = foldedForSearch(typed);
  if (term === '') return [];
  return Object.keys(labels).filter((name) => foldedForSearch(translate(labels[name]!)).includes(term));
}
