import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation } from '#platform/contract/operation.ts';
import { Day, DayRange, Id, Moment, SearchTerm } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

export const AuditEvent = z.object({
  sequence: z.number().int(),
  at: Moment,
  actorName: z.string(),
  /** Null for the portal itself and for visitors without a session. */
  actorId: z.string().nullable(),
  desk: z.string(),
  event: z.string(),
  recordType: z.string(),
  recordId: z.string(),
  recordLabel: z.string(),
  /** Null for a record of the whole university, and where the college was deleted since. */
  collegeName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
  ip: z.string().nullable(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Names used in the log, comma-separated. */
const Names = z
  .string()
  .max(8_000)
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional();

const LogFilters = DayRange.extend({ search: SearchTerm });

export const AuditFilters = LogFilters.extend({
  recordType: z.string().max(40).optional(),
  recordId: z.string().max(60).optional(),
  event: z.string().max(80).optional(),
  /** In India. */
  day: Day.optional(),
  actorId: Id.optional(),
  collegeId: Id.optional(),
  /** Only what one administrator set up alone, before the first application. */
  setUpAlone: z.enum(['', 'yes']).default(''),
  /** Only events about masters, by default since the last day of the newest inspection report. */
  masters: z.literal('yes').optional(),
  /** Names whose labels contain the search term in the reader's language; the server searches English labels only. */
  events: Names,
  desks: Names,
  recordTypes: Names,
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const accessKindLabels = {
  signed_in: t`Signed in`,
  sign_in_failed: t`Sign-in failed`,
  code_refused: t`Wrong code`,
  reset_code_refused: t`Wrong reset code`,
  provider_refused: t`University account refused`,
  passkey_refused: t`Passkey refused`,
  file_viewed: t`File viewed`,
  document_viewed: t`Document viewed`,
  thumbnails_viewed: t`Thumbnails viewed`,
};
const accessKinds = Object.keys(accessKindLabels) as (keyof typeof accessKindLabels)[];

/** Attempts to sign in, and views of personal files. */
export const AccessEntry = z.object({
  id: z.number().int(),
  /** For counted entries, the first one in its hour. */
  at: Moment,
  kind: z.enum(accessKinds),
  person: z.string(),
  network: z.string(),
  record: z.string().nullable(),
  /** The candidates whose file was seen. */
  candidate: z.string().nullable(),
  count: z.number().int(),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

export const AccessFilters = LogFilters.extend({ kind: z.enum(['all', ...accessKinds]).default('all') });
export type AccessFilters = z.infer<typeof AccessFilters>;

export const auditContract = {
  ...listOperation('AuditEvents', {
    access: 'audit:read',
    path: '/audit-events',
    of: 'the events of the audit log',
    reads: 'all',
    follows: 'figures',
    row: AuditEvent,
    filters: AuditFilters,
  }),
  getAuditEvent: operation('GET /audit-events/{sequence}', {
    summary: 'One event of the audit log, by its number.',
    access: 'audit:read',
    reads: [],
    errors: ['audit.not_found'],
  })
    .input(z.object({ sequence: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }))
    .output(AuditEvent),
  ...listOperation('AccessEntries', {
    access: 'audit:read',
    errors: ['audit.university_only'],
    path: '/access-log',
    of: 'the entries of the access log',
    reads: [],
    row: AccessEntry,
    filters: AccessFilters,
  }),
};

export const proofFiles = {
  chain: documentOperation('/audit/chain', {
    summary: 'The events of the audit log with their hashes, by number, for whoever verifies the chain.',
    access: 'audit:read',
    answers: { description: 'One JSON object per line.', types: ['application/x-ndjson'] },
    errors: ['audit.university_only'],
    isUncompressed: true,
  }),
  verifier: documentOperation('/audit/verifier', {
    summary: 'A page for verifying the chain from disk: one file that needs no network.',
    access: 'audit:read',
    answers: { description: 'The HTML file.', types: ['text/html'] },
  }),
};
