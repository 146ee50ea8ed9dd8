import type { ListSheet } from '#shared/list-sheet.ts';
import type { AuditEvent } from './contract.ts';

export const auditLogSheet = {
  name: 'audit-log',
  columns: {
    sequence: { header: 'No.', kind: 'number' },
    at: { header: 'When', kind: 'moment' },
    actorName: { header: 'Who' },
    desk: { header: 'Desk', value: (row) => row.desk.replaceAll('_', ' ') },
    event: { header: 'What', value: (row) => wordsOf(row.event) },
    recordLabel: { header: 'Record' },
  },
} as const satisfies ListSheet<AuditEvent>;

/** `applications.verified` → `applications: verified`. */
export function wordsOf(event: string): string {
  return event.replaceAll('_', ' ').replace('.', ': ');
}
