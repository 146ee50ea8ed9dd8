import type { ListSheet } from '#shared/list-sheet.ts';
import { t } from '#shared/words.ts';
import type { AuditEvent } from './contract.ts';

export const auditLogSheet = {
  name: 'audit-log',
  columns: {
    sequence: { header: t`No.`, kind: 'number' },
    at: { header: t`When`, kind: 'moment' },
    actorName: { header: t`Who` },
    desk: { header: t`Desk`, value: (row) => row.desk.replaceAll('_', ' ') },
    event: { header: t`What`, value: (row) => wordsOf(row.event) },
    recordLabel: { header: t`Record` },
  },
} as const satisfies ListSheet<AuditEvent>;

/** `applications.verified` → `applications: verified`. */
export function wordsOf(event: string): string {
  return event.replaceAll('_', ' ').replace('.', ': ');
}
