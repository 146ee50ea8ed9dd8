import { z } from 'zod';
import { listOperations } from '#platform/contract/list-operations.ts';
import { Moment } from '#shared/identifiers.ts';
import { SearchTerm } from '#shared/paging.ts';

import { accessOperations } from './access-contract.ts';
import { DayRange } from './day-range.ts';

export const AuditEvent = z.object({
  sequence: z.number().int(),
  at: Moment,
  actorName: z.string(),
  desk: z.string(),
  event: z.string(),
  recordType: z.string(),
  recordId: z.string(),
  recordLabel: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
  ip: z.string().nullable(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Names of the log, joined by commas. */
const Names = z
  .string()
  .max(8_000)
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional();

export const AuditFilters = DayRange.extend({
  search: SearchTerm,
  recordType: z.string().max(40).optional(),
  recordId: z.string().max(60).optional(),
  /** Names whose words in the reader's language contain the search term: the server knows English alone. */
  events: Names,
  desks: Names,
  recordTypes: Names,
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const auditContract = {
  ...listOperations('AuditEvents', {
    path: '/audit-events',
    of: 'the events of the audit log',
    access: 'audit:read',
    reads: 'all',
    follows: 'figures',
    errors: ['audit.university_only'],
    row: AuditEvent,
    filters: AuditFilters,
  }),
  ...accessOperations,
};
