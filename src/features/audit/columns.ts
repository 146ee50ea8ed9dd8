import { auditDeskLabels, auditEventLabels } from '#shared/audit-names.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type AccessEntry, type AuditEvent, accessKindLabels } from './contract.ts';

export const auditLogLayout = {
  name: 'audit-log',
  columns: {
    sequence: { header: t`No.`, kind: 'number' },
    at: { header: t`When`, kind: 'moment' },
    actorName: { header: t`Who` },
    desk: { header: t`Desk`, value: (row) => labelIn(auditDeskLabels, row.desk) },
    event: { header: t`What`, value: (row) => labelIn(auditEventLabels, row.event) },
    recordLabel: { header: t`Record` },
  },
} as const satisfies ListLayout<AuditEvent>;

export const accessLogLayout = {
  name: 'access-log',
  columns: {
    at: { header: t`When`, kind: 'moment' },
    person: { header: t`Who` },
    kind: { header: t`What`, value: (row) => accessKindLabels[row.kind] },
    record: { header: t`File` },
    network: { header: t`Network` },
    count: { header: t`Times`, kind: 'number' },
  },
} as const satisfies ListLayout<AccessEntry>;

/** The label of a name; of one that a newer portal wrote, its own words. */
export function labelIn(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? name.replaceAll('_', ' ').replace('.', ': ');
}

/** The names whose label contains what was typed, in the reader's language. */
export function namesLike(labels: Readonly<Record<string, string>>, typed: string): string[] {
  const term = typed.trim().toLowerCase();
  if (term === '') return [];
  return Object.keys(labels).filter((name) => labels[name]!.toLowerCase().includes(term));
}
