import { z } from 'zod';
import { Certificate } from '#features/certificates/contract.ts';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { FileReference, Id, Moment, SearchTerm, sortOf, typedText, Version } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

const reprintStatuses = ['approved', 'rejected'] as const;
export type ReprintStatus = (typeof reprintStatuses)[number];

const reprintKinds = ['wrong_copy', 'data_corrected'] as const;

/** The status as the specification names it; an empty one is shown as Pending. */
export const reprintStatusLabels: Record<ReprintStatus | 'pending', string> = {
  pending: t`Pending`,
  approved: t`Approved`,
  rejected: t`Rejected`,
};

export const ReprintRequest = z.object({
  id: Id,
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  examRollNumber: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  /** What somebody saw wrong with the copy, or that the data of the certificate were corrected. */
  kind: z.enum(reprintKinds),
  reason: z.string(),
  /** Null where the data were corrected. */
  errorPhoto: FileReference.nullable(),
  /** Null is pending. */
  status: z.enum(reprintStatuses).nullable(),
  requestedBy: z.string(),
  requestedById: Id,
  requestedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  /** Why it was rejected, or ended. */
  remark: z.string().nullable(),
  /** What was done to the certificate that ended the request; who did that stands as who decided. */
  endedWith: z.enum(['reopened', 'revoked']).nullable(),
  /** The copy that is wrong: 0 is the original. */
  copyNumber: z.number().int(),
  blankSerial: z.string(),
  /** When a newer copy superseded it; from then on nothing is decided any more. */
  reprintedAt: Moment.nullable(),
  certificateState: Certificate.shape.state,
  certificateWithheldAt: Moment.nullable(),
  version: Version,
});
export type ReprintRequest = z.infer<typeof ReprintRequest>;

export const ReprintFilters = z.object({
  search: SearchTerm,
  /**
   * Which list: `open` are those on which nothing was printed yet, whatever was decided, as long as it can be decided;
   * `approved` every approved one; `print_room` what the print room asked for, and what is approved.
   */
  list: z.enum(['all', 'open', 'approved', 'print_room']).default('all'),
  status: z.enum(['all', 'pending', ...reprintStatuses]).default('all'),
  /** Whether the new copy still waits or is there. */
  copy: z.enum(['all', 'waiting', 'printed']).default('all'),
  certificateId: Id.optional(),
});
export type ReprintFilters = z.infer<typeof ReprintFilters>;

export const reprintSorts = ['requestedAt', 'studentName', 'examRollNumber'] as const;

export const ReprintEntry = z.object({
  certificateId: z.uuid(t`Choose the certificate.`),
  reason: typedText().trim().min(3, t`Enter what is wrong with the printed copy.`).max(500),
  errorPhotoFileId: z.uuid(t`Add a photo of the error.`),
});
export type ReprintEntry = z.infer<typeof ReprintEntry>;

const decisionErrors = [
  'reprints.not_found',
  'reprints.own_request',
  'reprints.ended',
  'reprints.data_corrected',
  'reprints.decided_so',
  'reprints.in_run',
  'reprints.printed',
  'records.stale',
] as const;

const reads = ['reprints', 'certificates'] as const;

export const reprintsContract = {
  ...listOperation('ReprintRequests', {
    path: '/reprint-requests',
    of: 'the reprint requests in the scope of the caller',
    access: 'reprints:read',
    reads,
    row: ReprintRequest,
    filters: ReprintFilters,
    sort: sortOf(reprintSorts).default('-requestedAt'),
  }),
  getReprintRequest: readRecord('/reprint-requests/{id}', {
    summary: 'One reprint request.',
    access: 'reprints:read',
    reads,
    errors: ['reprints.not_found'],
    answer: ReprintRequest,
  }),
  requestReprint: operation('POST /reprint-requests', {
    summary:
      'Asks for a new copy of a printed certificate, with a photo of what is wrong with the valid one.',
    access: 'reprints:request',
    errors: [
      'certificates.not_found',
      'certificates.withheld',
      'files.not_usable',
      'reprints.not_printed',
      'reprints.revoked',
      'reprints.asked_already',
    ],
  })
    .input(ReprintEntry)
    .output(z.object({ id: Id })),
  approveReprint: changeRecord('/reprint-requests/{id}/approve', {
    summary: 'Approves a request of somebody else: the certificate joins the print queue.',
    access: 'reprints:decide',
    errors: [
      ...decisionErrors,
      'certificates.withheld',
      'reprints.asked_already',
      'reprints.being_reprinted',
      'reprints.revoked',
    ],
  }),
  rejectReprint: changeRecord('/reprint-requests/{id}/reject', {
    summary: 'Rejects a request of somebody else and says why; one that was approved leaves the print queue.',
    access: 'reprints:decide',
    errors: decisionErrors,
    fields: { remark: typedText().trim().min(3, t`Say why it is rejected.`).max(500) },
  }),
  reopenReprint: changeRecord('/reprint-requests/{id}/reopen', {
    summary: 'Takes a decision back while nothing was printed: the request is pending again.',
    access: 'reprints:decide',
    errors: [...decisionErrors, 'certificates.withheld', 'reprints.asked_already', 'reprints.revoked'],
  }),
};
