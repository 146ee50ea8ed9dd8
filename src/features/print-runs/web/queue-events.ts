import type { AuditEventName } from '#shared/audit-names.ts';

/** After which a certificate waits to be printed. */
export const queueEvents: AuditEventName[] = [
  'certificates.created',
  'certificates.released',
  'certificates.copy_cancelled',
  'certificates.queued_for_reprint',
];
