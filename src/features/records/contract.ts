import { z } from 'zod';
import { operation, readRecord } from '#platform/contract/operation.ts';
import type { Tag } from '#shared/changes.ts';
import type { PlainErrorCode } from '#shared/errors.ts';
import { KindName, Moment } from '#shared/fields.ts';
import type { Permission } from '#shared/permissions.ts';
import { eventFactNames } from './event-facts.ts';

/** What is said of an event besides its name; of people at most, for readers of the log, who received a certificate. */
const EventDetails = z.partialRecord(z.enum(eventFactNames), z.union([z.string(), z.number().int()]));
export type EventDetails = z.infer<typeof EventDetails>;

/** One event of the record or of a related record. */
const TimelineEntry = z.object({
  at: Moment,
  event: z.string(),
  actorName: z.string(),
  /** Null unless the reader may see staff. */
  actorId: z.string().nullable(),
  desk: z.string(),
  /** The event's number in the audit log, if the reader may open it. */
  sequence: z.number().int().nullable(),
  recordType: z.string(),
  recordId: z.string(),
  recordLabel: z.string(),
  details: EventDetails,
  /** Whether it sent a mail to the college. */
  isMailed: z.boolean(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const RelatedRecord = z.object({
  kind: KindName,
  id: z.string(),
  number: z.string(),
  /** The state in its kind's terms; null if it has none. */
  state: z.string().nullable(),
});
export type RelatedRecord = z.infer<typeof RelatedRecord>;

/** A record's page, apart from the record's own fields. */
export const RecordPage = z.object({
  kind: KindName,
  id: z.string(),
  number: z.string(),
  state: z.string(),
  related: z.array(RelatedRecord),
  /** Oldest first. */
  timeline: z.array(TimelineEntry),
});
export type RecordPage = z.infer<typeof RecordPage>;

/** Identifies a person; their acts are in the audit log. */
export const PersonPage = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  code: z.string(),
  collegeName: z.string().nullable(),
  state: z.string(),
});
export type PersonPage = z.infer<typeof PersonPage>;

/** The record's id or its number. */
const Key = z.object({ key: z.string().trim().min(1).max(60) });
export type RecordKey = z.infer<typeof Key>['key'];

type Declared = { of: string; access: Permission; reads: readonly Tag[]; notFound: PlainErrorCode };

function recordPage(kind: string, { of, notFound, ...options }: Declared) {
  return operation(`GET /records/${kind}/{key}`, {
    ...options,
    summary: `${of} by its id or its number: what belongs to it, and all that happened to it, oldest first.`,
    errors: [notFound],
  })
    .input(Key)
    .output(RecordPage);
}

export const recordsContract = {
  getApplicationRecord: recordPage('application', {
    of: 'An application',
    access: 'applications:read',
    reads: [
      'applications',
      'certificates',
      'demand_drafts',
      'reprints',
      'print_runs',
      'bundles',
      'signing_batches',
    ],
    notFound: 'applications.not_found',
  }),
  getCertificateRecord: recordPage('certificate', {
    of: 'A certificate',
    access: 'certificates:read',
    reads: ['certificates', 'reprints', 'print_runs', 'bundles', 'signing_batches'],
    notFound: 'certificates.not_found',
  }),
  getDraftRecord: recordPage('draft', {
    of: 'A demand draft',
    access: 'demand_drafts:read',
    reads: ['demand_drafts', 'deposit_slips', 'bank_statements', 'applications'],
    notFound: 'demand_drafts.not_found',
  }),
  getSheetRecord: recordPage('sheet', {
    of: 'A numbered sheet',
    access: 'stock:read',
    reads: ['stock', 'certificates', 'print_runs', 'signing_batches'],
    notFound: 'stock.not_found',
  }),
  getRunRecord: recordPage('run', {
    of: 'A print run',
    access: 'print_runs:read',
    reads: ['print_runs'],
    notFound: 'print_runs.not_found',
  }),
  getPersonRecord: readRecord('/records/person/{id}', {
    summary: 'Who a member of staff is.',
    access: 'audit:read',
    reads: ['staff'],
    errors: ['staff.not_found', 'audit.university_only'],
    answer: PersonPage,
  }),
};
