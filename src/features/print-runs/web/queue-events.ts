import type { AuditEventName } from '#shared/audit-names.ts';

/** The events that add a certificate to the print queue. */
export const queueEvents: AuditEventName[] = [
  'certificates.created',
  'certificates.released',
  'certificates.copy_cancelled',
  'certificates.queued_for_reprint',
];
